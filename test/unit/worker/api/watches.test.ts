/** Watches, notices and targets over the API. Creation and its mistakes are rows of the golden table. */

import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { eventually } from "../../broker/support/client.ts";
import { type Account, apiWith, newAccount } from "./client.ts";
import { connected } from "./connected.ts";
import { emailsTo, verify } from "./emails.ts";

const EVENTS = { name: "All", when: { events: ["connected"] }, targets: [] as string[] };

async function lampWith(account: Account) {
  await account.call("POST /v0/api-keys/");
  const { id } = (await account.call("POST /v0/devices/on-off/", { name: "Lamp" })).body;
  const board = { name: "Board", username: "board", password: "s3cret" };
  await account.call("POST /v0/mqtt/credentials/", board);
  return {
    id: id as string,
    connect: () => connected(account.id, { username: `${id}:board`, password: "s3cret" }),
  };
}

test("a watch is replaced, snoozed and deleted: PUT and DELETE /v0/watches/{id}/, POST /v0/watches/{id}/snooze/", async () => {
  const account = await newAccount();
  const { id: device } = await lampWith(account);
  const { id } = (await account.call("POST /v0/watches/", EVENTS)).body;
  const when = { device, key: "t", below: -18, clear: -20.5, for: "PT10M" };
  const wrong = { ...EVENTS, when };
  expect((await account.call(`PUT /v0/watches/${id}/`, wrong)).body.errors).toEqual({
    when: ["A watch clears on the other side of its threshold, or at it."],
  });
  const replaced = { name: "Cold", when: { ...when, clear: -17 }, targets: [], repeat: "P1D" };
  const { status, body } = await account.call(`PUT /v0/watches/${id}/`, replaced);
  expect(status).toBe(200);
  const expected = { id, ...replaced, repeat: "PT24H", enabled: true, state: "clear", next_at: null };
  expect(body).toMatchObject(expected);
  const until = "2100-01-01T00:00:00Z";
  const { body: snoozed } = await account.call(`POST /v0/watches/${id}/snooze/`, { until });
  expect(snoozed).toMatchObject({ state: "snoozed", snoozed_until: "2100-01-01T00:00:00.000Z" });
  expect((await account.call("GET /v0/watches/")).body).toMatchObject([{ id, state: "snoozed" }]);
  const stranger = await newAccount();
  expect((await stranger.call(`DELETE /v0/watches/${id}/`)).status).toBe(404);
  expect((await account.call(`DELETE /v0/watches/${id}/`)).status).toBe(204);
  expect((await account.call("GET /v0/watches/")).body).toEqual([]);
});

const hasDeliveries = ({ deliveries }: { deliveries: unknown[] }) => deliveries.length > 0;

test("notices are listed with their deliveries and sent again: GET /v0/watches/{id}/notices/, POST /v0/notices/{id}/send/", async () => {
  const account = await newAccount();
  const lamp = await lampWith(account);
  const mail = (await account.call("POST /v0/targets/", { kind: "mail" })).body;
  const { id } = (await account.call("POST /v0/watches/", { ...EVENTS, targets: [mail.id] })).body;
  await lamp.connect();
  // the address is not confirmed, which a notice of its own tells
  const list = async () => (await account.call(`GET /v0/watches/${id}/notices/`)).body.filter(hasDeliveries);
  await eventually(list, ([notice]) => notice?.deliveries[0].attempts === 1);
  const [notice] = await list();
  expect(notice).toMatchObject({
    state: "raised",
    text: "Lamp connected.",
    watch: { id, name: "All" },
    device: { id: lamp.id, name: "Lamp" },
    deliveries: [{ target: mail.id }],
  });
  const all = (await account.call("GET /v0/notices/")).body;
  expect(all.filter(hasDeliveries)).toMatchObject([{ id: notice.id }]);
  expect(all).toContainEqual(expect.objectContaining({ lost_target: mail.id }));
  expect((await account.call(`POST /v0/notices/${notice.id}/send/`)).status).toBe(204);
  const stranger = await newAccount();
  expect((await stranger.call(`POST /v0/notices/${notice.id}/send/`)).status).toBe(404);
});

test("a target is tested, rotated and deleted: POST /v0/targets/{id}/test/ and /v0/targets/{id}/rotate/, DELETE /v0/targets/{id}/", async () => {
  const account = await newAccount();
  const hook = { kind: "webhook", url: "https://hooks.example.com/a" };
  const { id, secret } = (await account.call("POST /v0/targets/", hook)).body;
  const rotated = (await account.call(`POST /v0/targets/${id}/rotate/`)).body;
  expect(rotated).toMatchObject({ id, secret: expect.stringMatching(/^whsec_/) });
  expect(rotated.secret).not.toBe(secret);
  const tested = (await account.call(`POST /v0/targets/${id}/test/`)).body;
  expect(tested).toMatchObject({ outcome: "failed", target: { id, confirmed: false } });
  expect(JSON.stringify((await account.call("GET /v0/targets/")).body)).not.toContain("whsec_");
  expect((await account.call(`DELETE /v0/targets/${id}/`)).status).toBe(204);
  expect((await account.call("GET /v0/targets/")).body).toEqual([]);
});

test("a browser's subscription and the e-mail of the account exist once", async () => {
  const account = await newAccount();
  const keys = { p256dh: "B".repeat(87), auth: "A".repeat(22) };
  const push = { kind: "push", subscription: { endpoint: "https://fcm.googleapis.com/fcm/send/a", keys } };
  for (const body of [push, push, { kind: "mail" }, { kind: "mail" }]) {
    expect((await account.call("POST /v0/targets/", body)).status).toBe(201);
  }
  const targets = (await account.call("GET /v0/targets/")).body;
  expect(targets).toMatchObject([{ kind: "push", address: "fcm.googleapis.com" }, { kind: "mail" }]);
  const short = { ...push, subscription: { ...push.subscription, keys: { ...keys, auth: "A" } } };
  expect((await account.call("POST /v0/targets/", short)).status).toBe(400);
});

test("an e-mail goes to the verified address, with the name of the device in one line", async () => {
  const account = await newAccount();
  await account.call("POST /v0/api-keys/");
  const { id: device } = (await account.call("POST /v0/devices/on-off/", { name: "Hall\nlamp" })).body;
  const { id } = (await account.call("POST /v0/targets/", { kind: "mail" })).body;
  const refused = (await account.call(`POST /v0/targets/${id}/test/`)).body;
  expect(refused).toMatchObject({ outcome: "refused", detail: expect.stringContaining("Confirm") });
  await verify(account.email);
  expect((await account.call(`POST /v0/targets/${id}/test/`)).body.outcome).toBe("delivered");
  const watch = { name: "On", when: { device, events: ["turned_on"] }, targets: [id] };
  await account.call("POST /v0/watches/", watch);
  await account.call(`POST /v0/devices/on-off/${device}/switch/`, { state: true });
  const notices = async () =>
    (await emailsTo(account.email)).filter(({ kind, sent_at }) => kind === "notice" && sent_at !== null);
  await eventually(notices, (emails) => emails.length === 2);
  const [email] = await notices();
  expect(email?.subject).toBe("A command to turn Hall lamp on was accepted.");
  expect(email?.text).toContain(`http://api.test/dashboard/devices/${device}`);
});

test("an address is checked again at each attempt [T380]", async () => {
  const onDesk = apiWith({ WEBHOOK_LAN: "true" });
  const account = await newAccount(onDesk);
  const hook = { kind: "webhook", url: "http://127.0.0.1:9/" };
  const { id } = (await account.call("POST /v0/targets/", hook)).body;
  // the account's object runs without WEBHOOK_LAN
  const tested = (await account.call(`POST /v0/targets/${id}/test/`)).body;
  expect(tested).toMatchObject({ outcome: "refused", detail: expect.stringContaining("WEBHOOK_LAN") });
});

test("a press or a test over the requests of a host is 429 with Retry-After [T384]", async () => {
  const account = await newAccount();
  const lamp = await lampWith(account);
  const keys = { p256dh: "B".repeat(87), auth: "A".repeat(22) };
  const push = { kind: "push", subscription: { endpoint: "https://fcm.googleapis.com/fcm/send/a", keys } };
  const target = (await account.call("POST /v0/targets/", push)).body.id;
  const watch = (await account.call("POST /v0/watches/", { ...EVENTS, targets: [target] })).body.id;
  // as if the hour's requests had been sent just now
  await runInDurableObject(env.BROKER.getByName(account.id) as never, (_: unknown, { storage }) =>
    storage.sql.exec(
      `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 60)
       INSERT INTO host_requests (at, host, is_test) SELECT ?, 'fcm.googleapis.com', 0 FROM n`,
      Date.now(),
    ),
  );
  await lamp.connect();
  const list = async () => (await account.call(`GET /v0/watches/${watch}/notices/`)).body;
  const [notice] = await eventually(list, (notices) => notices.length === 1);
  expect(notice.deliveries).toMatchObject([
    { outcome: "waiting", detail: expect.stringContaining("TARGET_HOST_RATE") },
  ]);
  for (const call of [`POST /v0/notices/${notice.id}/send/`, `POST /v0/targets/${target}/test/`]) {
    const { status, headers, body } = await account.call(call);
    expect(status).toBe(429);
    expect(Number(headers.get("Retry-After"))).toBeGreaterThan(3500);
    expect(body.detail).toMatch(/^Request was throttled\. Expected available in \d+ seconds\.$/);
  }
});
