/** All guests of an account together have the rates of one client, and a tenth of the rows of a day. */

import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterEach, expect, test, vi } from "vitest";
import type { Hub } from "../../../../broker/hub.ts";
import { type Account, api, apiWith, newAccount } from "./client.ts";

afterEach(() => void vi.useRealTimers());

const GUESTS = 20;
const press = (id: string) => `POST /v0/devices/on-off/${id}/switch/`;

async function shared(count: number) {
  const owner = await newAccount();
  await owner.call("POST /v0/api-keys/");
  const lamp = (await owner.call("POST /v0/devices/on-off/", { name: "Lamp" })).body.id as string;
  const tokens: string[] = [];
  for (let n = 0; n < count; n++) {
    const guest = { name: `G${n}`, devices: [lamp], may: "switch" };
    tokens.push((await owner.call("POST /v0/guests/", guest)).body.token);
  }
  return { owner, lamp, tokens };
}

const inHub = <T>({ id }: Account, look: (hub: Hub) => T): Promise<T> =>
  runInDurableObject(env.BROKER.getByName(id), (object) => look((object as unknown as { hub: Hub }).hub));

/** Calls as every guest in turn until all are refused. Returns the number of answers with 200. */
async function until(tokens: readonly string[], call: (token: string) => Promise<{ status: number }>) {
  let accepted = 0;
  for (const token of tokens) {
    for (let n = 0; n < 60; n++) {
      if ((await call(token)).status !== 200) break;
      accepted++;
    }
  }
  return accepted;
}

test("twenty guests make no more changes than one client, and the owner's are not among them", async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() });
  const { owner, lamp, tokens } = await shared(GUESTS);
  const call = apiWith({ THROTTLE: "on", CHANGE_RATE: "4" });
  const accepted = await until(tokens, (token) => call(press(lamp), { state: true }, { token }));
  // a burst of one second
  expect(accepted).toBe(4);
  expect((await call(press(lamp), { state: true }, { token: owner.token })).status).toBe(200);
});

test("a guest without a change left is refused before its body is read, and without the database", async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() });
  const { lamp, tokens } = await shared(1);
  const [token = ""] = tokens;
  const flood = apiWith({ THROTTLE: "on", CHANGE_RATE: "4" });
  await until(tokens, (each) => flood(press(lamp), { state: true }, { token: each }));
  const noDatabase = { prepare: () => expect.unreachable(), batch: () => expect.unreachable() };
  const call = apiWith({ THROTTLE: "on", CHANGE_RATE: "4", DB: noDatabase });
  const { status, headers } = await call(press(lamp), { state: "no state" }, { token });
  expect([status, headers.get("retry-after")]).toEqual([429, "1"]);
});

test("of a guest's calls at the same time, those beyond its changes are refused without the database", async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() });
  const { lamp, tokens } = await shared(1);
  const [token = ""] = tokens;
  // proven in this isolate
  await api(press(lamp), { state: true }, { token });
  const noDatabase = { prepare: () => expect.unreachable(), batch: () => expect.unreachable() };
  const call = apiWith({ THROTTLE: "on", CHANGE_RATE: "4", DB: noDatabase });
  const answers = await Promise.all(
    Array.from({ length: 12 }, () => call(press(lamp), { state: true }, { token })),
  );
  const statuses = answers.map(({ status }) => status);
  expect(statuses.filter((status) => status === 200)).toHaveLength(2);
  expect(statuses.filter((status) => status === 429)).toHaveLength(10);
});

test("twenty guests make no more reads than one client, and the owner's are not among them", async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() });
  const { owner, tokens } = await shared(GUESTS);
  await inHub(owner, ({ modules }) => {
    modules.limits.READ_RATE = 2;
  });
  const call = apiWith({ THROTTLE: "on", READ_RATE: "2" });
  const read = (token: string) => call("GET /v0/devices/on-off/", undefined, { token });
  // of the object, and of the isolate for calls that the database answered first
  expect(await until(tokens, read)).toBeLessThanOrEqual(2 * 20);
  expect((await read(owner.token)).status).toBe(200);
});

test("one guest leaves another half of the rate", async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() });
  const { lamp, tokens } = await shared(2);
  const call = apiWith({ THROTTLE: "on", CHANGE_RATE: "4" });
  const of = (token: string) => until([token], (each) => call(press(lamp), { state: true }, { token: each }));
  expect([await of(tokens[0] ?? ""), await of(tokens[1] ?? "")]).toEqual([2, 2]);
});

test("a guest whose share is below one change a second makes one in time", async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() });
  const { lamp, tokens } = await shared(1);
  const call = apiWith({ THROTTLE: "on", CHANGE_RATE: "1" });
  const pressed = () => until(tokens, (token) => call(press(lamp), { state: true }, { token }));
  expect(await pressed()).toBe(1);
  vi.setSystemTime(Date.now() + 2_000);
  expect(await pressed()).toBe(1);
});

test("guests write a tenth of the rows of a day, and the owner always has the rest", async () => {
  const { owner, lamp, tokens } = await shared(2);
  await inHub(owner, ({ modules }) => {
    modules.limits.MAX_ROWS_A_DAY = 2000;
  });
  const rows = () => inHub(owner, ({ modules }) => modules.store.rows.today(Date.now()));
  const before = await rows();
  let answer = await api(press(lamp), { state: true }, { token: tokens[0] });
  for (let n = 0; answer.status === 200 && n < 300; n++) {
    answer = await api(press(lamp), { state: n % 2 === 0 }, { token: tokens[0] });
  }
  expect(answer.status).toBe(503);
  expect(answer.body.detail).toContain("GUEST_ROWS_PERCENT");
  expect(Number(answer.headers.get("Retry-After"))).toBeGreaterThan(0);
  // and the rows of one switch more
  expect((await rows()) - before).toBeLessThan(200 + 32);
  expect((await api(press(lamp), { state: true }, { token: tokens[1] })).status).toBe(503);
  expect((await api("POST /v0/stream/ticket/", undefined, { token: tokens[1] })).status).toBe(503);
  for (let n = 0; n < 50; n++) {
    expect((await owner.call(press(lamp), { state: n % 2 === 0 })).status).toBe(200);
  }
  await inHub(owner, ({ modules }) => modules.store.rows.look(Date.now() + 86_400_000));
  expect(
    await inHub(owner, ({ modules }) => modules.store.rows.isOverFor("guestRows", Date.now() + 86_400_000)),
  ).toBe(false);
});
