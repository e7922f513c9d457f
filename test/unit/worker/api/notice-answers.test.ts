/** Answers to notices: on the page, and from a push message with its ticket. */

import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { deliveriesColumn } from "../../../../broker/storage/watch-rows.ts";
import { digest } from "../../../../worker/keys/digest.ts";
import { newBearer } from "../../../../worker/keys/random.ts";
import { type Account, api, apiWith, newAccount } from "./client.ts";
import { operator } from "./operator.ts";

const HOUR = 3_600_000;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"] });
});
afterEach(() => {
  vi.useRealTimers();
});

/** A lamp, and a fan that the notices of the lamp's switches offer to turn on. */
async function greenhouse(more: object = {}) {
  const account = await newAccount();
  await account.call("POST /v0/api-keys/");
  const make = async (line: string, body: object) => (await account.call(line, body)).body.id as string;
  const lamp = await make("POST /v0/devices/on-off/", { name: "Lamp" });
  const fan = await make("POST /v0/devices/on-off/", { name: "Fan" });
  const target = await make("POST /v0/targets/", {
    kind: "device",
    device: fan,
    raised: null,
    cleared: { state: false },
  });
  const browser = await make("POST /v0/targets/", { kind: "mail" });
  const body = {
    name: "Lamp is on",
    when: { device: lamp, events: ["turned_on"] },
    targets: [target],
    actions: [{ label: "Fan on", device: fan, state: true }],
    ...more,
  };
  const watch = await make("POST /v0/watches/", body);
  const notices = async () => (await account.call(`GET /v0/watches/${watch}/notices/`)).body;
  /** Returns the id of the newest notice. */
  const raise = async (): Promise<string> => {
    await account.call(`POST /v0/devices/on-off/${lamp}/switch/`, { state: true });
    return (await notices())[0].id;
  };
  return { account, lamp, fan, browser, watch, body, notices, raise };
}

/** What a push message had: its digest is in the notice's row, as its delivery writes it. */
async function ticketFor(account: Account, notice: string, target: string, until = Date.now() + HOUR) {
  const ticket = newBearer("notice", account.id);
  const delivery = { target, attempts: 1, outcome: "delivered" as const, at: 0, detail: "", nextAt: null };
  const text = deliveriesColumn.write([{ ...delivery, ticket: { digest: digest(ticket), until } }]);
  await runInDurableObject(env.BROKER.getByName(account.id), (_, { storage }) => {
    storage.sql.exec("UPDATE notices SET deliveries = ? WHERE id = ?", text, notice);
  });
  return ticket;
}

const act = (account: { call: Account["call"] }, notice: string, action = "command") =>
  account.call(`POST /v0/notices/${notice}/act/`, { action });
const withBearer = (token: string) => ({
  call: (line: string, body?: unknown) => api(line, body, { token }),
});

test("a session sends the command once, and the row and the event say so: POST /v0/notices/{id}/act/", async () => {
  const { account, fan, notices, raise } = await greenhouse();
  const id = await raise();
  expect((await notices())[0]).toMatchObject({
    actions: [
      { action: "snooze", label: "Snooze 1 h" },
      { action: "command", label: "Fan on" },
    ],
    answer: null,
  });
  const { status, body } = await act(account, id);
  expect([status, body.answer]).toEqual([
    200,
    { action: "command", at: expect.any(String), target: null, detail: "Sent to Fan: on." },
  ]);
  expect(body.actions).toEqual([]);
  const { command } = (await account.call(`GET /v0/devices/on-off/${fan}/`)).body;
  expect(command).toMatchObject({ state: true, actor: "notice", watch: { name: "Lamp is on" } });
  for (const action of ["command", "snooze"]) expect((await act(account, id, action)).status).toBe(409);
  const [event] = (await account.call("GET /v0/events/devices/on-off/")).body;
  expect(event).toMatchObject({ event_type: "turned_on", actor: "notice", watch: { name: "Lamp is on" } });
});

test("a session snoozes the watch for an hour, and a longer snooze stays", async () => {
  const { account, watch, raise } = await greenhouse();
  const until = async () =>
    (await account.call("GET /v0/watches/")).body.find(({ id }: { id: string }) => id === watch)
      .snoozed_until;
  const [first, second] = [await raise(), await raise()];
  expect((await act(account, first, "snooze")).body.answer).toMatchObject({ action: "snooze" });
  expect(Date.parse(await until()) - Date.now()).toBeLessThanOrEqual(HOUR);
  await account.call(`POST /v0/watches/${watch}/snooze/`, { until: "2100-01-01T00:00:00Z" });
  expect((await act(account, second, "snooze")).status).toBe(200);
  expect(await until()).toBe("2100-01-01T00:00:00.000Z");
});

test("a ticket answers its own notice once, with no query of the database, and nothing else", async () => {
  const { account, browser, fan, raise } = await greenhouse();
  const [first, second] = [await raise(), await raise()];
  const stolen = await ticketFor(account, second, browser);
  const own = await ticketFor(account, first, browser);
  expect((await act(withBearer(stolen), first)).status).toBe(401);
  for (const line of [
    "GET /v0/notices/",
    `POST /v0/notices/${first}/send/`,
    "GET /v0/users/",
    "GET /v0/tokens/",
  ])
    expect([line, (await api(line, undefined, { token: own })).status]).toEqual([line, 401]);
  expect((await api(`POST /v0/devices/on-off/${fan}/switch/`, { state: true }, { token: own })).status).toBe(
    401,
  );
  expect((await act(withBearer(own), first, "explode")).status).toBe(400);
  const refusing = new Proxy(env.DB, {
    get: () => {
      throw new Error("The database was asked.");
    },
  });
  const withoutDatabase = apiWith({ DB: refusing });
  const { status, body } = await act(
    { call: (line, json) => withoutDatabase(line, json, { token: own }) },
    first,
  );
  expect([status, body.answer]).toEqual([200, expect.objectContaining({ target: browser })]);
  const again = await act(withBearer(own), first);
  expect([again.status, again.body.detail]).toEqual([
    401,
    "This ticket answers its own notice or order, once and before that ends. Log in, and answer on the page.",
  ]);
});

test("a ticket ends after its hour, with an answer on the page, with its browser, and while the account is suspended", async () => {
  const { account, browser, raise } = await greenhouse();
  const late = await raise();
  const old = await ticketFor(account, late, browser);
  vi.setSystemTime(Date.now() + HOUR + 1);
  expect((await act(withBearer(old), late)).status).toBe(401);
  const answered = await raise();
  const beaten = await ticketFor(account, answered, browser);
  expect((await act(account, answered)).status).toBe(200);
  expect((await act(withBearer(beaten), answered)).status).toBe(401);
  const [gone, kept] = [await raise(), await raise()];
  const removed = await ticketFor(account, gone, browser);
  const other = (await account.call("POST /v0/targets/", { kind: "webhook", url: "https://a.example.com/" }))
    .body.id;
  const suspended = await ticketFor(account, kept, other);
  expect((await account.call(`DELETE /v0/targets/${browser}/`)).status).toBe(204);
  expect((await act(withBearer(removed), gone)).status).toBe(401);
  const path = `/v0/operator/accounts/${account.id}/suspension/`;
  expect((await operator(`PUT ${path}`, { reason: "It sends spam." })).status).toBe(200);
  expect((await act(withBearer(suspended), kept)).status).toBe(401);
  expect((await act(account, kept)).status).toBe(403);
  expect((await operator(`DELETE ${path}`)).status).toBe(200);
  expect((await act(withBearer(suspended), kept)).status).toBe(200);
});

test("no token and no guest answers, and no other account", async () => {
  const { account, fan, lamp, raise } = await greenhouse();
  const id = await raise();
  const scopes = ["setup:write", "setup:read", "devices:switch", "devices:read"];
  const { token } = (await account.call("POST /v0/tokens/", { name: "robot", scopes })).body;
  const guest = (await account.call("POST /v0/guests/", { name: "Ann", devices: [fan, lamp], may: "switch" }))
    .body;
  expect((await act(withBearer(token), id)).status).toBe(403);
  expect((await act(withBearer(guest.token), id)).status).toBe(403);
  expect((await act(await newAccount(), id)).status).toBe(404);
});

test("a command is sent only as the notice offered it, to a device that exists", async () => {
  const { account, fan, watch, body, raise, notices } = await greenhouse();
  const first = await raise();
  const off = { label: "Fan off", device: fan, state: false };
  await account.call(`PUT /v0/watches/${watch}/`, { ...body, actions: [off] });
  expect((await act(account, first)).body.detail).toMatch(/^The watch offers another command now\./);
  const second = await raise();
  await account.call(`DELETE /v0/devices/on-off/${fan}/`);
  expect(await act(account, second)).toMatchObject({
    status: 409,
    body: { detail: "The device of this command was deleted." },
  });
  await account.call(`PUT /v0/watches/${watch}/`, { ...body, targets: [], actions: [] });
  const third = await raise();
  expect((await act(account, third)).body.detail).toMatch(/^This notice offers no command\./);
  expect((await notices())[0].actions).toEqual([{ action: "snooze", label: "Snooze 1 h" }]);
});
