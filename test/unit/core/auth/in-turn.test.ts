import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type Client, inTurn } from "../../../../worker/auth/in-turn.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(async () => {
  await vi.runAllTimersAsync();
  vi.useRealTimers();
});

const at = (address: string, isKnown = true) => ({ address, isKnown });
const HERE = at("192.0.2.1");
const lasting = (milliseconds: number) => () => new Promise((resolve) => setTimeout(resolve, milliseconds));

test("runs one task after the other, with pauses for other work", async () => {
  const begun: number[] = [];
  const start = Date.now();
  const all = [100, 300, 100].map((milliseconds) =>
    inTurn(HERE, () => {
      begun.push(Date.now() - start);
      return lasting(milliseconds)();
    }),
  );
  await vi.runAllTimersAsync();
  await Promise.all(all);
  const [first = NaN, second = NaN, third = NaN] = begun;
  expect(first).toBe(0);
  expect(second).toBeGreaterThan(100);
  expect(third).toBeGreaterThan(second + 300);
  // soon after its predecessor
  expect(third).toBeLessThan(500);
});

test("does not delay a single task, also after one that failed", async () => {
  const begun = Date.now();
  const failing = expect(inTurn(HERE, () => Promise.reject(new Error("no memory")))).rejects.toThrow(
    "no memory",
  );
  await vi.runAllTimersAsync();
  await failing;
  const alone = inTurn(HERE, async () => "at once");
  await vi.runAllTimersAsync();
  expect(await alone).toBe("at once");
  expect(Date.now() - begun).toBe(0);
});

test("queues tasks that arrive while one hashes, although hashing blocks the thread", async () => {
  const begun: number[] = [];
  const start = Date.now();
  const first = inTurn(HERE, async () => 1);
  await Promise.resolve();
  const second = inTurn(HERE, async () => begun.push(Date.now() - start));
  await vi.runAllTimersAsync();
  await Promise.all([first, second]);
  expect(begun[0]).toBeGreaterThan(0);
});

test("rejects a task after a minute of waiting; one that never ends keeps its place for five", async () => {
  void inTurn(HERE, () => new Promise(() => {}));
  const behind = Array.from({ length: 13 }, () => inTurn(HERE, () => new Promise(() => {})));
  const work = vi.fn(async () => true);
  const last = inTurn(HERE, work);
  await vi.advanceTimersByTimeAsync(60_100);
  expect(await last).toBeNull();
  expect(work).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(10_000);
  const later = inTurn(HERE, work);
  await vi.runAllTimersAsync();
  expect(await later).toBe(true);
  void behind;
});

async function orderOf(clients: readonly Client[]): Promise<string[]> {
  const served: string[] = [];
  const all = clients.map((client) =>
    inTurn(client, async () => {
      served.push(client.address);
      await lasting(100)();
    }),
  );
  await vi.runAllTimersAsync();
  await Promise.all(all);
  return served;
}

test("takes addresses in turns: sixty tasks of one do not delay others [T65]", async () => {
  const crowd = Array.from({ length: 60 }, () => HERE);
  const served = await orderOf([...crowd, at("192.0.2.2"), at("192.0.2.3"), at("192.0.2.2")]);
  expect(served).toHaveLength(63);
  expect(served.slice(0, 6)).toEqual([
    "192.0.2.1",
    "192.0.2.1",
    "192.0.2.2",
    "192.0.2.3",
    "192.0.2.1",
    "192.0.2.2",
  ]);
});

test("runs a single late task before the queue of a busy address [T65]", async () => {
  const served: string[] = [];
  const serve = (client: Client) =>
    inTurn(client, async () => {
      served.push(client.address);
      await lasting(100)();
    });
  const crowd = Array.from({ length: 40 }, () => serve(HERE));
  await vi.advanceTimersByTimeAsync(1000);
  const before = served.length;
  const late = serve(at("192.0.2.2"));
  await vi.runAllTimersAsync();
  await Promise.all([...crowd, late]);
  expect(before).toBeGreaterThan(5);
  expect(served.indexOf("192.0.2.2")).toBeLessThanOrEqual(before + 1);
});

test("rejects tasks beyond a minute's capacity at once, without work [T65]", async () => {
  const work = vi.fn(async () => true);
  const all = Array.from({ length: 70 }, () => inTurn(HERE, work));
  const elsewhere = inTurn(at("192.0.2.2"), work);
  await vi.runAllTimersAsync();
  const answers = await Promise.all(all);
  // one of them runs at once and does not wait
  expect(answers.filter((answer) => answer === null)).toHaveLength(9);
  expect(await elsewhere).toBe(true);
  expect(work).toHaveBeenCalledTimes(62);
});

test("skips tasks whose caller has gone", async () => {
  const first = inTurn(HERE, lasting(100));
  const running = globalThis.setTimeout;
  globalThis.setTimeout = (() => 0) as never;
  void inTurn(HERE, async () => "never looks again");
  globalThis.setTimeout = running;
  const third = inTurn(HERE, async () => "served");
  await vi.advanceTimersByTimeAsync(1000);
  expect(await third).toBe("served");
  await first;
});

test("runs known clients before strangers from sixty addresses [T65]", async () => {
  const strangers = Array.from({ length: 60 }, (_, n) => at(`192.0.2.${n + 10}`, false));
  const served = await orderOf([...strangers, HERE, at("192.0.2.2")]);
  expect(served).toHaveLength(62);
  // the first stranger arrived before all others
  expect(served.slice(1, 3)).toEqual(["192.0.2.1", "192.0.2.2"]);
});

test("gives queued strangers half of the time at most, a single one all of it [T65]", async () => {
  const start = Date.now();
  await orderOf(Array.from({ length: 10 }, (_, n) => at(`192.0.2.${n + 10}`, false)));
  expect(Date.now() - start).toBeGreaterThan(1900);
  const alone = Date.now();
  await orderOf([at("192.0.2.9", false)]);
  expect(Date.now() - alone).toBeLessThan(300);
});
