/** Orders that wait for the owner: what they cost, who answers them, and how they end. */

import { runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { SecurityEvent } from "../../../../worker/contract/account.ts";
import { digest } from "../../../../worker/keys/digest.ts";
import { newBearer } from "../../../../worker/keys/random.ts";
import { eventually } from "../../broker/support/client.ts";
import { commandOf, type Home, newHome } from "./ask-first-ways.ts";
import { assistant } from "./assistant.ts";
import { api, newAccount } from "./client.ts";
import { connected } from "./connected.ts";
import { operator } from "./operator.ts";
import { orderedOf, send } from "./order-of-robot.ts";

const MINUTE = 60_000;
/** APPROVAL_TTL. */
const TTL = 5 * MINUTE;

let home: Home;
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  home = await newHome();
  await home.askFirst(["token", "guest", "watch"]);
});
afterEach(() => {
  vi.useRealTimers();
});

const stub = () => env.BROKER.getByName(home.owner.id);
const path = () => `/v0/devices/on-off/${home.id}/`;
const order = (body: object = { state: true }, token = home.token) =>
  api(`POST ${path()}switch/`, body, { token });
const ordered = async (body?: object, token?: string): Promise<string> => {
  const answer = await order(body, token);
  expect(answer).toMatchObject({ status: 202, body: { result: "waiting for approval" } });
  return answer.body.approval;
};
const answer = (id: string, allow: boolean, token = home.owner.token) =>
  api(`POST /v0/approvals/${id}/`, { allow }, { token, headers: { "User-Agent": "curl/8" } });
const list = async (token = home.owner.token) => (await api("GET /v0/approvals/", undefined, { token })).body;
const rowOf = async (id: string) => (await list()).find((row: { id: string }) => row.id === id);

/** What a push message had: its digest is in the row, as the order writes it. */
async function ticketFor(id: string, target: string): Promise<string> {
  const ticket = newBearer("notice", home.owner.id);
  await runInDurableObject(stub(), (instance, { storage }) => {
    for (const { slot, facts } of storage.sql.exec("SELECT slot, facts FROM approvals").toArray()) {
      const stored = JSON.parse(String(facts));
      if (stored.value.id !== id) continue;
      stored.value.tickets = [{ target, digest: digest(ticket) }];
      storage.sql.exec("UPDATE approvals SET facts = ? WHERE slot = ?", JSON.stringify(stored), slot ?? 0);
    }
    (
      instance as unknown as { hub: { modules: { store: { dropHeld(): void } } } }
    ).hub.modules.store.dropHeld();
  });
  return ticket;
}

describe("an allowed order", () => {
  test("is the switch that it asked for, with the actor it had, once: POST /v0/approvals/{id}/", async () => {
    const id = await ordered();
    expect(await commandOf(home)).toBeNull();
    expect(await rowOf(id)).toEqual({
      id,
      device: { id: home.id, name: "Gate" },
      by: { id: expect.any(String), kind: "token", name: "robot" },
      command: { state: true, set: null },
      at: expect.any(String),
      ends_at: new Date(Date.now() + TTL).toISOString(),
      state: "waiting",
      answered_at: null,
      answered_by: null,
      result: null,
    });
    const allowed = await answer(id, true);
    expect(allowed).toMatchObject({
      status: 200,
      body: { state: "allowed", answered_by: "curl", result: "accepted" },
    });
    expect(await commandOf(home)).toMatchObject({ state: true, actor: "api" });
    for (const allow of [true, false]) {
      expect(await answer(id, allow)).toMatchObject({
        status: 409,
        body: { detail: expect.stringMatching(/^Somebody has answered this order\./) },
      });
    }
    const { body: events } = await home.owner.call("GET /v0/events/devices/on-off/");
    expect(events).toHaveLength(1);
    expect(events[0]).toMatchObject({ event_type: "turned_on", actor: "api", allowed_by: "curl" });
    expect(events[0].allowed_at).toBe(allowed.body.answered_at);
  });

  test("of a guest has the guest's name, and the guest reads what came of it", async () => {
    const id = await ordered({ state: true }, home.guest);
    expect((await list(home.guest)).map((row: { id: string }) => row.id)).toEqual([id]);
    expect(await list(home.token)).toEqual([]);
    await answer(id, true);
    expect(await commandOf(home)).toMatchObject({ actor: "guest", guest: "Ann" });
    expect((await list(home.guest))[0]).toMatchObject({ state: "allowed", result: "accepted" });
  });

  test("of an assistant is read with approval_status", async () => {
    const { use } = await assistant(home.token);
    const args = { device_id: home.id, state: "on", wait: 5 };
    const { structuredContent: waiting, isError } = await use("switch_device", args);
    expect(isError).toBeUndefined();
    expect(waiting).toMatchObject({
      result: "waiting for approval",
      note: expect.stringMatching(/approval_status/),
    });
    const { approval } = waiting as { approval: string };
    const status = async () => (await use("approval_status", { approval })).structuredContent;
    expect(await status()).toMatchObject({ state: "waiting", result: null });
    await answer(approval, true);
    expect(await status()).toMatchObject({ state: "allowed", result: "accepted" });
  });

  test("of a watch is in its notice's row", async () => {
    const { owner, id: device, lamp } = home;
    const { body: target } = await owner.call("POST /v0/targets/", {
      kind: "device",
      device,
      raised: { state: true },
    });
    const when = { device: lamp, events: ["turned_on"] };
    const { body: watch } = await owner.call("POST /v0/watches/", { name: "W", when, targets: [target.id] });
    await owner.call(`POST /v0/devices/on-off/${lamp}/switch/`, { state: true });
    const delivery = async () =>
      (await owner.call(`GET /v0/watches/${watch.id}/notices/`)).body[0].deliveries[0];
    expect(await delivery()).toMatchObject({ outcome: "waiting", detail: "Waits for the owner's approval." });
    const [{ id }] = await list();
    expect((await answer(id, true)).status).toBe(200);
    expect(await commandOf(home)).toMatchObject({ state: true, actor: "watch", watch: { name: "W" } });
    expect(await delivery()).toMatchObject({ outcome: "waiting", detail: "Sent to Gate: on." });
    vi.setSystemTime(Date.now() + MINUTE);
    await owner.call(`POST /v0/devices/on-off/${lamp}/switch/`, { state: true });
    await owner.call(`DELETE /v0/watches/${watch.id}/`);
    const [second] = await list();
    expect(second).toMatchObject({ state: "waiting", by: { kind: "watch" } });
    expect((await answer(second.id, true)).status).toBe(410);
  });
});

describe("an order", () => {
  test("that is denied, and one that nobody answers, switch nothing; undecided it costs two rows", async () => {
    const denied = await ordered();
    expect((await answer(denied, false)).body).toMatchObject({ state: "denied", result: null });
    const before = await rowsWritten();
    const ended = await ordered();
    vi.setSystemTime(Date.now() + TTL);
    expect(await rowOf(ended)).toMatchObject({ state: "ended" });
    await runDurableObjectAlarm(stub() as never);
    expect((await rowsWritten()) - before).toBeLessThanOrEqual(2);
    expect(await rowOf(ended)).toMatchObject({ state: "ended", answered_at: null });
    expect(await answer(ended, true)).toMatchObject({
      status: 410,
      body: { detail: expect.stringMatching(/^This order has ended/) },
    });
    expect(await commandOf(home)).toBeNull();
  });

  test("[T412] ten times is one row; twenty wait, and the next one is refused", async () => {
    const { owner, token } = home;
    const ids = new Set<string>();
    for (let n = 0; n < 10; n++) ids.add(await ordered());
    expect(ids.size).toBe(1);
    const controls = [{ key: "level", kind: "number", min: 0, max: 100 }];
    await owner.call(`PUT ${path()}`, { name: "Gate", controls });
    for (let level = 1; level < 20; level++) ids.add(await ordered({ set: { level } }));
    expect(ids.size).toBe(20);
    expect(await order({ state: false })).toMatchObject({
      status: 429,
      body: { detail: expect.stringMatching(/^At most 20 orders .*MAX_APPROVALS/) },
    });
    expect(
      (await api(`POST /v0/messages/devices/${home.id}/control`, { state: "off" }, { token })).status,
    ).toBe(429);
    expect((await list()).length).toBe(20);
    // the same one again is no further one
    const again = await ordered();
    expect(ids).toContain(again);
    await answer(again, false);
    await ordered({ state: false });
  });

  test("ends with its device, its token, and while the account is suspended", async () => {
    const gone = await ordered();
    await home.owner.call(`DELETE ${path()}`);
    expect(await rowOf(gone)).toMatchObject({ state: "ended" });
    expect((await answer(gone, true)).status).toBe(410);
    home = await newHome();
    await home.askFirst(["token"]);
    const lost = await ordered();
    const [{ id: tokenId }] = (await home.owner.call("GET /v0/tokens/")).body;
    await home.owner.call(`DELETE /v0/tokens/${tokenId}/`);
    expect(await rowOf(lost)).toMatchObject({ state: "ended" });
    home = await newHome();
    await home.askFirst(["token"]);
    const browser = (await home.owner.call("POST /v0/targets/", { kind: "mail" })).body.id;
    const paused = await ordered();
    const ticket = await ticketFor(paused, browser);
    const suspension = `/v0/operator/accounts/${home.owner.id}/suspension/`;
    await operator(`PUT ${suspension}`, { reason: "It sends spam." });
    expect((await answer(paused, true)).status).toBe(403);
    expect((await answer(paused, true, ticket)).status).toBe(401);
    await operator(`DELETE ${suspension}`);
    expect((await answer(paused, true)).status).toBe(410);
    expect((await answer(paused, true, ticket)).status).toBe(410);
    expect(await commandOf(home)).toBeNull();
  });

  test("that is no command is refused as one", async () => {
    const { token } = home;
    const line = `POST /v0/messages/devices/${home.id}/control`;
    expect((await api(line, { state: "ajar" }, { token })).status).toBe(400);
    expect((await order({ set: { level: 1 } })).status).toBe(400);
    expect(await list()).toEqual([]);
  });
});

describe("an answer", () => {
  test("of two browsers at once counts once", async () => {
    const id = await ordered();
    const statuses = await Promise.all(
      [answer(id, true), answer(id, false)].map(async (each) => (await each).status),
    );
    expect(statuses.toSorted()).toEqual([200, 409]);
  });

  test("[T411] is never a token's, a guest's or another account's", async () => {
    const id = await ordered();
    expect(await answer(id, true, home.token)).toMatchObject({
      status: 403,
      body: { detail: "This needs a login session." },
    });
    expect((await answer(id, true, home.guest)).status).toBe(403);
    expect((await answer(id, true, (await newAccount()).token)).status).toBe(404);
    expect(await rowOf(id)).toMatchObject({ state: "waiting" });
  });

  test("[T411] of a push message's ticket is for its own order, once, while its browser is a target", async () => {
    const browser = (await home.owner.call("POST /v0/targets/", { kind: "mail" })).body.id;
    const [first, second] = [await ordered(), await ordered({ state: false })];
    const [own, stolen] = [await ticketFor(first, browser), await ticketFor(second, browser)];
    expect((await answer(first, true, stolen)).status).toBe(401);
    expect((await api("GET /v0/approvals/", undefined, { token: own })).status).toBe(401);
    expect((await order({ state: true }, own)).status).toBe(401);
    expect((await answer(first, true, own)).body).toMatchObject({ state: "allowed" });
    expect((await answer(first, true, own)).status).toBe(409);
    await home.owner.call(`DELETE /v0/targets/${browser}/`);
    expect((await answer(second, true, stolen)).status).toBe(401);
  });
});

test("a change of ask_first, and each answer to an order, say what and from where", async () => {
  const account = await newAccount();
  const { device, order } = await orderedOf(account);
  const put = (body: object) => send(account, `PUT ${device}`, { name: "Gate", ...body });
  // the same list, and one that is left out, change nothing
  await put({ ask_first: ["token"] });
  await put({});
  await send(account, `POST /v0/approvals/${order}/`, { allow: true });
  // refused: it has an answer
  await send(account, `POST /v0/approvals/${order}/`, { allow: false });
  await put({ ask_first: ["watch", "guest"] });
  await put({ ask_first: [] });
  const read = async (): Promise<SecurityEvent[]> => {
    const { body } = await account.call("GET /v0/security/");
    return body.filter(({ kind }: SecurityEvent) => /^(order|ask_first)_/.test(kind));
  };
  const own = await eventually(read, ({ length }) => length > 3);
  expect(own.map(({ detail }) => detail).reverse()).toEqual([
    "Gate asks its owner first about: tokens.",
    'The token "CI" was allowed to turn on Gate.',
    "Gate asks its owner first about: guests, watches.",
    "Gate asks its owner first about: nobody.",
  ]);
  expect(new Set(own.map(({ browser }) => browser))).toEqual(new Set(["Firefox on Windows"]));
});

/** As the account's day counts them. */
const rowsWritten = () =>
  runInDurableObject(stub(), (instance) => {
    const { modules } = (
      instance as unknown as { hub: { modules: { store: { rows: { today(now: number): number } } } } }
    ).hub;
    return modules.store.rows.today(Date.now());
  });

test("a token's MQTT message is refused with the remedy, in the reason string and the log", async () => {
  const client = await connected(home.owner.id, { username: "x", password: home.token });
  client.publish(`devices/${home.id}/control`, '{"state":"on"}', { qos: 1, messageId: 1 });
  const { reasonCode, properties } = await client.next("puback");
  expect([reasonCode, properties?.reasonString]).toEqual([0x87, expect.stringContaining(`${path()}switch/`)]);
  const [row] = (await home.owner.call("GET /v0/mqtt/log/")).body;
  expect(row).toMatchObject({ kind: "publish", advice: expect.stringContaining(`${path()}switch/`) });
  expect(await commandOf(home)).toBeNull();
});
