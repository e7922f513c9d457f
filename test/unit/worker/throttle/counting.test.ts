/** The throttle's arithmetic: the sliding log, the rate of changes, the address of a caller. */

import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import fc from "fast-check";
import { afterEach, describe, expect, test, vi } from "vitest";
import { ReadRate, rowsIn } from "../../../../broker/contract/read-rate.ts";
import type { Hub } from "../../../../broker/hub.ts";
import { waitOfChange } from "../../../../worker/api/account-rates.ts";
import { newBearer } from "../../../../worker/keys/random.ts";
import { addressKey, clientAddress } from "../../../../worker/throttle/address.ts";
import { admit, withdraw } from "../../../../worker/throttle/throttle-log.ts";
import { eventually } from "../../broker/support/client.ts";
import { apiWith, newAccount } from "../api/client.ts";

const rule = { limit: 3, windowMs: 1000 };

describe("a sliding log", () => {
  test("admits up to its limit, then returns the time until the oldest expires", () => {
    let log: readonly number[] = [];
    for (const now of [0, 100, 200]) {
      const admission = admit(log, now, rule);
      expect(admission.waitMs).toBe(0);
      log = admission.log;
    }
    expect(admit(log, 300, rule)).toEqual({ log: [0, 100, 200], waitMs: 700 });
    expect(admit(log, 999, rule).waitMs).toBe(1);
    expect(admit(log, 1000, rule)).toEqual({ log: [100, 200, 1000], waitMs: 0 });
  });

  /** The simplest model: every admitted call, for ever. */
  const admittedBefore = (calls: number[], now: number, windowMs: number) =>
    calls.filter((at) => at > now - windowMs).length;

  test("equals a list of all calls, with an exact wait in milliseconds", () => {
    const gaps = fc.array(fc.nat(400), { maxLength: 60 });
    fc.assert(
      fc.property(
        gaps,
        fc.integer({ min: 1, max: 5 }),
        fc.integer({ min: 1, max: 1500 }),
        (steps, limit, windowMs) => {
          const calls: number[] = [];
          let log: readonly number[] = [];
          let now = 0;
          for (const step of steps) {
            now += step;
            const admission = admit(log, now, { limit, windowMs });
            const free = admittedBefore(calls, now, windowMs) < limit;
            expect(admission.waitMs === 0).toBe(free);
            if (free) calls.push(now);
            else {
              expect(admit(admission.log, now + admission.waitMs, { limit, windowMs }).waitMs).toBe(0);
              expect(admit(admission.log, now + admission.waitMs - 1, { limit, windowMs }).waitMs).toBe(1);
            }
            log = admission.log;
            expect(log.length).toBeLessThanOrEqual(limit);
          }
        },
      ),
      { numRuns: 2000 },
    );
  });

  test("a clock that jumps back never extends the wait beyond the window [F17]", () => {
    fc.assert(
      fc.property(fc.array(fc.nat(10_000), { maxLength: 20 }), (moments) => {
        let log: readonly number[] = [];
        for (const now of moments) {
          const admission = admit(log, now, rule);
          expect(admission.waitMs).toBeLessThanOrEqual(rule.windowMs);
          log = admission.log;
        }
      }),
    );
  });

  test("a withdrawn call leaves the log unchanged", () => {
    expect(withdraw([1, 2, 2, 3], 2)).toEqual([1, 2, 3]);
    expect(withdraw([1, 2], 9)).toEqual([1, 2]);
  });

  test("a limit of 0 refuses", () => {
    expect(admit([], 5, { limit: 0, windowMs: 1000 }).waitMs).toBe(1000);
  });
});

afterEach(() => {
  vi.useRealTimers();
});

test("a burst of five seconds, then the rate; the wait is exact", () => {
  const account = crypto.randomUUID();
  const now = 1_000_000;
  const waits = Array.from({ length: 51 }, () => waitOfChange(account, 10, now));
  expect(waits.filter((wait) => wait === null)).toHaveLength(50);
  expect(waits[50]).toBe(1);
  expect(waitOfChange(account, 10, now + 1000)).toBeNull();
  expect(waitOfChange(account, 10, now + 1000 + 5000)).toBeNull();
  expect(waitOfChange(crypto.randomUUID(), 10, now)).toBeNull();
  expect(waitOfChange(account, 0, now)).toBeNull();
  // a clock that jumps back neither adds nor removes tokens
  expect(waitOfChange(account, 10, now - 5000)).toBeNull();
});

test("beyond it changes are 429 with Retry-After; reads and logout continue [F460]", async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() });
  const limits = { THROTTLE: "on", SHIELD: undefined, CHANGE_RATE: "1" };
  const { call } = await newAccount(apiWith(limits));
  const change = () => call("PUT /v0/mqtt/settings/", { profile: "full" });
  for (let n = 0; n < 5; n++) expect((await change()).status).toBe(200);
  const refused = await change();
  expect([refused.status, refused.headers.get("Retry-After")]).toEqual([429, "1"]);
  expect((await call("GET /v0/users/")).status).toBe(200);
  // an uncounted call returns no token
  expect((await call(`GET /v0/devices/on-off/${crypto.randomUUID()}/`)).status).toBe(404);
  expect((await change()).status).toBe(429);
  vi.setSystemTime(Date.now() + 1000);
  expect((await change()).status).toBe(200);
  expect((await change()).status).toBe(429);
  expect((await call("POST /v0/logout/")).status).toBe(204);
});

/** Accounts' objects that answer no call before `release`; `asked` returns the number of calls. */
function heldObject() {
  const gate = Promise.withResolvers<void>();
  let calls = 0;
  /** It knows no session, and says so when it is released. */
  const unknown = async () => {
    calls += 1;
    await gate.promise;
    return { isAllowed: false, isKnown: false };
  };
  // the first change of a caller asks for its token before its body is read
  const nouns = { account: { token: unknown }, devices: { switchDevice: unknown } };
  const getByName = () => ({ as: () => ({ ...nouns, [Symbol.dispose]() {} }) });
  return { BROKER: { getByName }, asked: () => calls, release: () => gate.resolve() };
}

test("forged sessions use up no changes of their account [T393]", async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() });
  const limited = apiWith({ THROTTLE: "on", SHIELD: undefined, CHANGE_RATE: "1" });
  const person = await newAccount(limited);
  await person.call("GET /v0/devices/on-off/");
  const line = `POST /v0/devices/on-off/${crypto.randomUUID()}/switch/`;
  const { BROKER, asked, release } = heldObject();
  const held = apiWith({ THROTTLE: "on", SHIELD: undefined, CHANGE_RATE: "1", BROKER });
  const forged = Array.from({ length: 40 }, () => {
    const headers = { "CF-Connecting-IP": "192.0.2.99" };
    return held(line, { state: true }, { token: newBearer("session", person.id), headers });
  });
  await eventually(asked, (calls) => calls >= 5);
  const own = Array.from({ length: 5 }, () => person.call(line, { state: true }));
  const statuses = (answers: { status: number }[]) => new Set(answers.map(({ status }) => status));
  expect(statuses(await Promise.all(own))).toEqual(new Set([404]));
  release();
  expect(statuses(await Promise.all(forged))).toEqual(new Set([401]));
});

describe("reads", () => {
  test("cost one, and one more for each 100 rows; the burst is ten seconds' worth, and so is the longest debt", () => {
    const rate = new ReadRate();
    const waits = Array.from({ length: 501 }, () => rate.take(50, 0));
    expect(waits.filter((wait) => wait === 0)).toHaveLength(500);
    expect(waits.at(-1)).toBe(1);
    expect(rate.take(50, 1000)).toBe(0);
    rate.charge(199);
    expect(Array.from({ length: 49 }, () => rate.take(50, 1000)).lastIndexOf(0)).toBe(47);
    rate.charge(1_000_000);
    expect(rate.take(50, 1000)).toBe(11);
    expect(rate.take(50, 12_000)).toBe(0);
    expect(rate.take(0, 12_000)).toBe(0);
  });

  test.each([
    [3, [1, 2, 3]],
    [
      2,
      {
        key: "a",
        points: [
          [1, 2],
          [3, 4],
        ],
      },
    ],
    [1, { answer: { messages: ["m"], hasMore: true } }],
    [0, { id: "a", name: "b" }],
    [0, null],
  ])("of %i rows are counted by the lists of the answer", (rows, answer) => {
    expect(rowsIn(answer)).toBe(rows);
  });

  test("beyond READ_RATE are 429 with Retry-After and the limit's name; changes go on [F510]", async () => {
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() });
    const limits = { THROTTLE: "on", SHIELD: undefined, READ_RATE: "2" };
    const { call, id } = await newAccount(apiWith(limits));
    await call("GET /v0/devices/on-off/");
    await runInDurableObject(env.BROKER.getByName(id), (object) => {
      (object as unknown as { hub: Hub }).hub.modules.limits.READ_RATE = 2;
    });
    // of the database, and of the account's object
    for (const line of ["GET /v0/mqtt/channels/", "GET /v0/devices/on-off/"]) {
      const statuses: number[] = [];
      for (let n = 0; n < 21; n++) statuses.push((await call(line)).status);
      expect([line, statuses.lastIndexOf(200) >= 18, statuses.at(-1)]).toEqual([line, true, 429]);
      const refused = await call(line);
      expect(refused.body.detail).toContain("READ_RATE");
      expect(refused.headers.get("Retry-After")).toBe("1");
    }
    expect((await call("PUT /v0/mqtt/settings/", { profile: "full" })).status).toBe(200);
    vi.setSystemTime(Date.now() + 1000);
    expect((await call("GET /v0/devices/on-off/")).status).toBe(200);
  });

  test("of an export are not counted one by one", async () => {
    const limits = { THROTTLE: "on", SHIELD: undefined, READ_RATE: "1" };
    const { call } = await newAccount(apiWith(limits));
    expect((await call("GET /v0/export/")).status).toBe(200);
  });
});

describe("the address of a caller", () => {
  test("is the platform's, never one from the caller [T30]", () => {
    const request = new Request("https://x/", {
      headers: {
        "CF-Connecting-IP": "203.0.113.9",
        "X-Forwarded-For": "198.51.100.1",
        Forwarded: "for=198.51.100.2",
        "X-Real-IP": "198.51.100.3",
        "True-Client-IP": "198.51.100.4",
      },
    });
    expect(clientAddress(request)).toBe("203.0.113.9");
    const without = new Request("https://x/", { headers: { "X-Forwarded-For": "198.51.100.1" } });
    expect(clientAddress(without)).toBe("unknown");
  });

  test.each([
    ["203.0.113.9", "203.0.113.9"],
    ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
    ["2001:0DB8:0001:0002:ffff:ffff:ffff:ffff", "2001:db8:1:2::/64"],
    ["2001:db8:1:2::1", "2001:db8:1:2::/64"],
    ["2001:db8::1", "2001:db8:0:0::/64"],
    ["2001:db8:1:3::1", "2001:db8:1:3::/64"],
    ["::1", "0:0:0:0::/64"],
    ["fe80::1%eth0", "fe80:0:0:0::/64"],
    ["::ffff:203.0.113.9", "203.0.113.9"],
    ["::ffff:cb00:7109", "203.0.113.9"],
    ["64:ff9b::203.0.113.9", "64:ff9b:0:0::/64"],
    ["1::2::3", "1::2::3"],
    ["1:2:3", "1:2:3"],
    ["zz::1", "zz::1"],
    ["1:2:3:4:5:6:7:8:9", "1:2:3:4:5:6:7:8:9"],
    ["unknown", "unknown"],
  ])("%s counts as %s", (address, key) => {
    expect(addressKey(address)).toBe(key);
  });

  test.each([
    ["203.0.113.9", "203.0.113.9"],
    ["::ffff:203.0.113.9", "203.0.113.9"],
    ["2001:db8:1:2:3:4:5:6", "2001:db8:1::/48"],
    ["2001:db8::1", "2001:db8:0::/48"],
    ["unknown", "unknown"],
  ])("%s registers as %s [T66]", (address, key) => {
    expect(addressKey(address, 48)).toBe(key);
  });
});
