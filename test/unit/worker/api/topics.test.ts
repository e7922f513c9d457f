/** Retained messages as the screen of topics reads and removes them: who wrote each, beginnings, branches. */

import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import type { Modules } from "../../../../broker/hub/modules.ts";
import { type Account, api, newAccount } from "./client.ts";
import { connected } from "./connected.ts";

const inObject = <T>({ id }: Pick<Account, "id">, work: (modules: Modules, sql: SqlStorage) => T) =>
  runInDurableObject(env.BROKER.getByName(id), (object, { storage }) =>
    work((object as unknown as { hub: { modules: Modules } }).hub.modules, storage.sql),
  );

async function home() {
  const owner = await newAccount();
  const { key } = (await owner.call("POST /v0/api-keys/")).body;
  const credential = async (name: string, more: object = {}) => {
    const body = { name, username: `u-${name}`, password: "long enough 1", channels: [], ...more };
    return (await owner.call("POST /v0/mqtt/credentials/", { ...body, view: "root" })).body as {
      id: string;
      username: string;
      password: string;
    };
  };
  const token = async (...scopes: string[]) =>
    (await owner.call("POST /v0/tokens/", { name: "grafana", scopes })).body as { id: string; token: string };
  return { owner, key: key as string, credential, token };
}

async function publishAs(
  owner: Account,
  login: { clientId?: string; username: string; password: string },
  topic: string,
  payload = "x",
): Promise<void> {
  const client = await connected(owner.id, { clientId: `c-${topic}`, ...login });
  client.send({ cmd: "publish", topic, payload, qos: 1, retain: true, dup: false, messageId: 1 });
  await client.next("puback");
  client.cut();
}

const list = async (owner: Account, query = "hidden=true") =>
  (await owner.call(`GET /v0/messages/?${query}`)).body as {
    topic: string;
    payload: string;
    encoding: string;
    bytes: number;
    by: { kind: string; id: string | null; name: string | null; exists: boolean } | null;
  }[];
const writers = async (owner: Account) =>
  Object.fromEntries((await list(owner, "filter=w/%23")).map(({ topic, by }) => [topic.slice(2), by]));

test("each retained message names its writer, by its present name while it exists, and its last one afterwards", async () => {
  const { owner, key, credential, token } = await home();
  const kitchen = await credential("kitchen");
  const lamp = (await owner.call("POST /v0/devices/on-off/", { name: "Lamp" })).body.id as string;
  const grafana = await token("messages:publish:#");
  await publishAs(owner, kitchen, "w/credential");
  const asLamp = { ...kitchen, username: `${lamp}:${kitchen.username}` };
  await publishAs(owner, asLamp, `${owner.id}/w/device`);
  await publishAs(owner, { username: "any", password: key }, "w/api-key");
  await publishAs(owner, { username: "any", password: grafana.token }, "w/token");
  await owner.call("POST /v0/messages/w/session?retain=true", "x");
  await api("POST /v0/messages/w/http?retain=true", "x", { token: grafana.token });
  const [{ id: keyId }] = (await owner.call("GET /v0/api-keys/")).body;
  const before = {
    credential: { kind: "credential", id: kitchen.id, name: "kitchen", exists: true },
    device: { kind: "device", id: lamp, name: "Lamp", exists: true },
    "api-key": { kind: "api-key", id: keyId, name: null, exists: true },
    token: { kind: "token", id: grafana.id, name: "grafana", exists: true },
    session: { kind: "session", id: null, name: null, exists: true },
    http: { kind: "token", id: grafana.id, name: "grafana", exists: true },
  };
  expect(await writers(owner)).toEqual(before);

  await owner.call(`PUT /v0/mqtt/credentials/${kitchen.id}/`, { name: "cellar" });
  await owner.call(`DELETE /v0/tokens/${grafana.id}/`);
  await owner.call(`DELETE /v0/devices/on-off/${lamp}/`);
  await owner.call(`DELETE /v0/api-keys/${keyId}/`);
  const after = await writers(owner);
  expect(after.credential).toEqual({ ...before.credential, name: "cellar" });
  for (const name of ["device", "api-key", "token", "http"] as const)
    expect([name, after[name]]).toEqual([name, { ...before[name], exists: false }]);
  await owner.call(`DELETE /v0/mqtt/credentials/${kitchen.id}/`);
  // it wrote as "kitchen": that name is stored with the message
  expect((await writers(owner)).credential).toEqual({ ...before.credential, exists: false });
});

test("a will names its client, and a status message the broker", async () => {
  const { owner, credential } = await home();
  const kitchen = await credential("kitchen");
  await owner.call("PUT /v0/mqtt/settings/", { profile: "full" });
  const { id } = (await owner.call("POST /v0/devices/on-off/", { name: "Lamp" })).body;
  await owner.call(`POST /v0/devices/on-off/${id}/switch/`, { state: true });
  const broker = { kind: "broker", id: null, name: null, exists: true };
  await expect
    .poll(async () =>
      (await list(owner)).filter(({ topic }) => topic.endsWith("/status")).map(({ by }) => by),
    )
    .toEqual([broker]);
  const will = { topic: "w/will", payload: "gone", retain: true } as const;
  const leaving = await connected(owner.id, { ...kitchen, clientId: "d", will });
  leaving.cut();
  await expect
    .poll(() => writers(owner))
    .toEqual({ will: { kind: "credential", id: kitchen.id, name: "kitchen", exists: true } });
});

test("a message of an earlier release, or of a kind of a later one, has no writer", async () => {
  const { owner } = await home();
  for (const topic of ["w/old", "w/later"]) await owner.call(`POST /v0/messages/${topic}?retain=true`, "x");
  await inObject(owner, (_, sql) => {
    sql.exec("UPDATE retained SET writer = NULL WHERE topic LIKE '%/old'");
    sql.exec("UPDATE retained SET writer = '?7:x' WHERE topic LIKE '%/later'");
  });
  expect(await writers(owner)).toEqual({ old: null, later: null });
});

test("a list has the beginnings of payloads, cut between characters, and topics with $ on request", async () => {
  const { owner, token } = await home();
  const { token: bearer } = await token("messages:publish:#");
  const put = (topic: string, payload: Uint8Array) =>
    api(`POST /v0/messages/${topic}?retain=true`, new Blob([payload]), { token: bearer });
  await put("p/text", new TextEncoder().encode("äöü€"));
  await put("p/bytes", new Uint8Array([0xff, 0xfe, 0, 1, 2, 3]));
  await put("p/large", new Uint8Array(900_000).fill(97));
  await put("$mine/x", new Uint8Array([49]));
  const cut = await list(owner, "filter=p/%23&preview=4");
  expect(cut.map(({ payload, encoding, bytes }) => [payload, encoding, bytes])).toEqual([
    ["//4AAQ==", "base64", 6],
    ["aaaa", "utf-8", 900_000],
    ["äö", "utf-8", 9],
  ]);
  // three bytes are one and a half characters
  expect((await list(owner, "filter=p/text&preview=3"))[0]).toMatchObject({ payload: "ä", bytes: 9 });
  expect((await list(owner, "filter=p/text&preview=0"))[0]).toMatchObject({ payload: "", bytes: 9 });
  const topics = async (query: string) => (await list(owner, query)).map(({ topic }) => topic);
  expect(await topics("preview=1")).not.toContain("$mine/x");
  expect(await topics("preview=1&hidden=true")).toContain("$mine/x");
  expect((await owner.call("GET /v0/messages/?preview=65537")).body.errors).toHaveProperty("preview");
});

const fill = (owner: Account, topics: readonly string[]) =>
  inObject(owner, ({ store, clock }) => {
    store.meta.set("userId", owner.id);
    const writer = { kind: "broker", id: "", name: "" } as const;
    for (const topic of topics) {
      const payload = new Uint8Array([49]);
      const message = { topic: `${owner.id}/${topic}`, payload, qos: 0, retain: true } as const;
      store.retained.put({ ...message, properties: {}, expiresAt: null }, { owner: "x", writer }, clock());
    }
  });

/** Calls until nothing remains. `between` runs after each call. */
async function removeAll(owner: Account, filter: string, between: () => Promise<unknown> = async () => {}) {
  const answers = [];
  let after = "";
  for (;;) {
    const query = new URLSearchParams({ filter, ...(after !== "" && { after }) });
    const { status, body } = await owner.call(`DELETE /v0/messages/?${query}`);
    expect(status).toBe(200);
    answers.push(body);
    if (body.next === null) return answers;
    after = body.next;
    await between();
  }
}

test("a branch goes in calls of at most 200, each says what remains, and each topic is tried once", async () => {
  const { owner } = await home();
  const topics = Array.from({ length: 450 }, (_, at) => `old/${String(at).padStart(4, "0")}`);
  await fill(owner, [...topics, "old", "older/1", "$old/1"]);
  const reader = await connected(owner.id, {
    username: "x",
    password: (await owner.call("GET /v0/api-keys/")).body[0].key,
  });
  await reader.subscribe("old/0449");
  await reader.next("publish");
  // a device writes the first one again, as often as it goes
  const writeAgain = () => owner.call("POST /v0/messages/old/0000?retain=true", "2");
  const answers = await removeAll(owner, "old/#", writeAgain);
  expect(answers).toEqual([
    { deleted: 200, refused: 0, remaining: 251, next: "old/0198" },
    { deleted: 200, refused: 0, remaining: 51, next: "old/0398" },
    { deleted: 51, refused: 0, remaining: 0, next: null },
  ]);
  expect((await list(owner)).map(({ topic }) => topic)).toEqual(["$old/1", "old/0000", "older/1"]);
  expect(String((await reader.next("publish")).payload)).toBe("");
});

test.each([
  [3, [3, 3, 1]],
  [7, [7]],
  [0, [7]],
])("MAX_REMOVED_AT_ONCE of %i bounds a call", async (most, deleted) => {
  const { owner } = await home();
  const topics = Array.from({ length: 7 }, (_, at) => `old/${at}`);
  await fill(owner, [...topics, "other"]);
  await inObject(owner, ({ limits }) => {
    limits.MAX_REMOVED_AT_ONCE = most;
  });
  const answers = await removeAll(owner, "old/#");
  expect(answers.map((answer) => answer.deleted)).toEqual(deleted);
  expect((await list(owner)).map(({ topic }) => topic)).toEqual(["other"]);
});

test("messages of the broker stay and are counted; a token removes those of topics that it may publish to", async () => {
  const { owner, token } = await home();
  const { id } = (await owner.call("POST /v0/devices/on-off/", { name: "Lamp" })).body;
  await fill(owner, [`devices/${id}/status`, `devices/${id}/notes`, "a/1", "a/2", "b/1"]);
  expect((await owner.call("DELETE /v0/messages/?filter=devices/%23")).body).toMatchObject({
    deleted: 1,
    refused: 1,
    remaining: 0,
  });
  const narrow = (await token("messages:publish:+/1", "messages:read:a/#")).token;
  const asToken = (filter: string) =>
    api(`DELETE /v0/messages/?filter=${filter}`, undefined, { token: narrow });
  expect((await asToken("a/2")).body).toEqual({
    detail: 'The token "grafana" lacks the scope messages:publish:a/2.',
  });
  expect((await asToken("%23")).body).toEqual({ deleted: 2, refused: 1, remaining: 0, next: null });
  const reading = (await token("messages:read:#")).token;
  expect((await api("DELETE /v0/messages/?filter=%23", undefined, { token: reading })).status).toBe(403);
  expect((await list(owner)).map(({ topic }) => topic)).toEqual(["a/2", `devices/${id}/status`]);
});

test("a removal beyond the message rate stops with a count of the rest, and is 429 where nothing was removed", async () => {
  const { owner } = await home();
  await fill(owner, ["a/1", "a/2", "a/3"]);
  const leave = (tokens: number) =>
    inObject(owner, ({ rateLimiter }) => {
      rateLimiter.renew();
      // the bucket fills again in a minute
      const now = Date.now() + 60_000;
      const shares = rateLimiter.sharesOf("http api-key:session:root", now);
      const most = 2000 - tokens;
      for (let at = 0; at < most; at++) rateLimiter.publish(shares, now);
    });
  await leave(2);
  expect((await owner.call("DELETE /v0/messages/?filter=a/%23")).body).toEqual({
    deleted: 2,
    refused: 0,
    remaining: 1,
    next: "a/2",
  });
  await leave(0);
  const { status, headers } = await owner.call("DELETE /v0/messages/?filter=a/%23&after=a/2");
  expect([status, headers.get("Retry-After")]).toEqual([429, "1"]);
  expect(await list(owner, "filter=a/%23")).toHaveLength(1);
});

test("without a filter nothing is removed, and a malformed filter is named", async () => {
  const { owner } = await home();
  await fill(owner, ["a"]);
  for (const query of ["", "?filter=", "?filter=a%23", "?after=a"]) {
    const { status, body } = await owner.call(`DELETE /v0/messages/${query}`);
    expect([query, status, Object.keys(body.errors ?? {})]).toEqual([query, 400, ["filter"]]);
  }
  expect(await list(owner)).toHaveLength(1);
});

test("as many topics as an account retains are listed in pages of a thousand, and removed while they are written", async () => {
  const { owner } = await home();
  const topics = Array.from({ length: 9_990 }, (_, at) => `t/${at % 50}/${String(at).padStart(5, "0")}`);
  await fill(owner, topics);
  const seen = new Set<string>();
  let after = "";
  for (let page = 0; ; page++) {
    const { body, headers } = await owner.call(
      `GET /v0/messages/?filter=t/%23&limit=1000&preview=48${after && `&after=${after}`}`,
    );
    for (const { topic } of body) seen.add(topic);
    after = encodeURIComponent(body.at(-1).topic);
    if (headers.get("Link") === null) {
      expect(page).toBe(9);
      break;
    }
  }
  expect(seen.size).toBe(topics.length);
  let written = 0;
  const answers = await removeAll(owner, "t/#", async () => {
    await owner.call(`POST /v0/messages/t/0/a-${written++}?retain=true`, "x");
    // this test is not about the rate
    await inObject(owner, ({ rateLimiter }) => rateLimiter.renew());
  });
  const sum = answers.reduce((all, { deleted }) => all + deleted, 0);
  expect(sum).toBeGreaterThanOrEqual(topics.length);
  // behind the place where the calls were, messages were written again
  const left = (await list(owner, "filter=t/%23&limit=1000")).map(({ topic }) => topic);
  expect(left.every((topic) => topic.startsWith("t/0/a-"))).toBe(true);
  expect(sum + left.length).toBe(topics.length + written);
}, 120_000);
