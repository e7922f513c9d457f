/** Messages over HTTP: a publish works like that of an MQTT client, and the response reports the outcome. */

import { evictDurableObject, runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect, test, vi } from "vitest";
import type { RateLimiter } from "../../../../broker/hub/limits/rate-limiter.ts";
import worker from "../../../../worker/development.ts";
import type { Env } from "../../../../worker/env.ts";
import { ask } from "../../broker/support/ask.ts";
import { apiWith, newAccount } from "./client.ts";
import { connected } from "./connected.ts";

async function send(
  token: string,
  line: string,
  body: BodyInit | null = null,
  headers: Record<string, string> = {},
) {
  const [method = "", path = ""] = line.split(" ");
  const init = { method, body, headers: { Authorization: `Bearer ${token}`, ...headers } };
  const context = { waitUntil: () => {}, passThroughOnException: () => {} } as unknown as ExecutionContext;
  const request = new Request<unknown, IncomingRequestCfProperties>(
    `http://api.test/v0/messages/${path}`,
    init,
  );
  const response = await worker.fetch(request, env as unknown as Env, context);
  const bytes = new Uint8Array(await response.arrayBuffer());
  const text = new TextDecoder().decode(bytes);
  const isJson = response.headers.get("Content-Type") === "application/json";
  return {
    status: response.status,
    headers: response.headers,
    bytes,
    text,
    body: isJson ? JSON.parse(text) : null,
  };
}

async function house(...scopes: string[]) {
  const owner = await newAccount();
  await owner.call("POST /v0/api-keys/");
  const token = async (...all: string[]): Promise<string> =>
    (await owner.call("POST /v0/tokens/", { name: "t", scopes: all })).body.token;
  const key = await token(...(scopes.length > 0 ? scopes : ["messages:publish:#", "messages:read:#"]));
  const join = async (clientId: string, kept = false) =>
    connected(owner.id, { clientId, username: "x", password: key, ...(kept && { kept: true }) });
  return { owner, token, key, join, call: send.bind(null, key) };
}

const lacks = (scope: string) => ({ detail: `The token "t" lacks the scope ${scope}.` });

test("readers get it with its content type and trace; 200 after all have acknowledged", async () => {
  const { join, call } = await house();
  const reader = await join("reader");
  await reader.subscribe("lamp/#");
  const traceparent = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";
  const answer = call("POST lamp/set?qos=1&wait=10", "on", { "Content-Type": "text/plain", traceparent });
  const got = await reader.next("publish");
  expect([got.topic, String(got.payload), got.properties]).toEqual([
    "lamp/set",
    "on",
    expect.objectContaining({ contentType: "text/plain", userProperties: { traceparent } }),
  ]);
  reader.send({ cmd: "puback", messageId: got.messageId ?? 0 });
  expect(await answer).toMatchObject({
    status: 200,
    body: { topic: "lamp/set", readers: 1, acknowledged: 1, waiting: 0 },
  });
});

test("[F485] QoS 0 readers and negative acknowledgements do not count; offline sessions queue it", async () => {
  const { join, call, owner } = await house();
  const [kept, quiet, denying] = [await join("kept", true), await join("quiet"), await join("denying")];
  for (const each of [kept, denying]) await each.subscribe("a");
  await quiet.subscribe("a", 0);
  kept.cut();
  await expect.poll(async () => (await owner.call("GET /v0/mqtt/clients/")).body.length).toBe(2);
  const answer = call("POST a?qos=2&wait=10", new Uint8Array([0, 255]));
  const got = await denying.next("publish");
  denying.send({ cmd: "puback", messageId: got.messageId ?? 0, reasonCode: 0x83 });
  expect(await answer).toMatchObject({ status: 202, body: { readers: 2, acknowledged: 0, waiting: 1 } });
  expect([...((await quiet.next("publish")).payload as Buffer)]).toEqual([0, 255]);
  // after a crash the reported state is there
  await evictDurableObject(env.BROKER.getByName(owner.id));
  const again = await join("kept", true);
  expect([...((await again.next("publish")).payload as Buffer)]).toEqual([0, 255]);
});

test.each([false, true])(
  "an acknowledgement counts for a message that waited in storage for its busy reader (kept session: %s)",
  async (kept) => {
    const { owner, key, call } = await house();
    const login = { clientId: "busy", username: "x", password: key, receiveMaximum: 1 };
    const reader = await connected(owner.id, { ...login, ...(kept && { kept: true }) });
    await reader.subscribe("a");
    await call("POST a?qos=1", "first");
    const first = await reader.next("publish");
    const answer = call("POST a?qos=1&wait=10", "second");
    const waiting = () =>
      runInDurableObject(env.BROKER.getByName(owner.id) as never, (_: unknown, state: DurableObjectState) =>
        Number(
          state.storage.sql.exec("SELECT count(*) AS n FROM deliveries WHERE packet_id IS NULL").one().n,
        ),
      );
    await expect.poll(waiting, { timeout: 9000 }).toBe(1);
    reader.send({ cmd: "puback", messageId: first.messageId ?? 0 });
    const second = await reader.next("publish");
    expect(String(second.payload)).toBe("second");
    reader.send({ cmd: "puback", messageId: second.messageId ?? 0 });
    expect(await answer).toMatchObject({ status: 200, body: { readers: 1, acknowledged: 1, waiting: 0 } });
  },
);

test("a later message in the row of an acknowledged one counts for no receipt", async () => {
  const { owner, key, call, join } = await house();
  const login = { clientId: "busy", username: "x", password: key, receiveMaximum: 1, kept: true } as const;
  const [busy, silent] = [await connected(owner.id, login), await join("silent")];
  await busy.subscribe("a");
  await silent.subscribe("b");
  const take = async () => {
    const { messageId = 0, payload } = await busy.next("publish");
    return { payload: String(payload), ack: () => busy.send({ cmd: "puback", messageId }) };
  };
  await busy.subscribe("b");
  await call("POST a?qos=1", "first");
  const first = await take();
  const answer = call("POST b?qos=1&wait=10", "second");
  const held = await silent.next("publish");
  first.ack();
  const second = await take();
  second.ack();
  await call("POST a?qos=1", "third");
  const third = await take();
  const fields = { cmd: "publish", topic: "a", qos: 1, messageId: 9, retain: false, dup: false } as const;
  silent.send({ ...fields, payload: "fourth" });
  await silent.next("puback");
  third.ack();
  const fourth = await take();
  fourth.ack();
  await call("POST a?qos=1", "fifth");
  const payloads = [second, third, fourth, await take()].map(({ payload }) => payload);
  expect(payloads).toEqual(["second", "third", "fourth", "fifth"]);
  silent.send({ cmd: "puback", messageId: held.messageId ?? 0 });
  expect(await answer).toMatchObject({ status: 200, body: { readers: 2, acknowledged: 2 } });
});

test("a shared group is one reader, and a message without readers is 202", async () => {
  const { join, call } = await house();
  const [one, two] = [await join("one"), await join("two")];
  for (const each of [one, two]) await each.subscribe("$share/g/a");
  expect((await call("POST a?qos=1", "x")).body).toMatchObject({ readers: 1, acknowledged: 0 });
  expect(await call("POST b?qos=1&wait=10", "x")).toMatchObject({ status: 202, body: { readers: 0 } });
});

test("a retained message is returned unchanged with an ETag; an empty body deletes it, as DELETE does", async () => {
  const { join, call } = await house();
  const reader = await join("reader");
  await reader.subscribe("a");
  const bytes = new Uint8Array(100_000).map((_, at) => at * 7);
  expect((await call("POST a?retain=true", bytes, { "Content-Type": "image/png" })).status).toBe(202);
  const read = await call("GET a");
  expect([read.status, read.headers.get("Content-Type")]).toEqual([200, "image/png"]);
  expect(read.bytes).toEqual(bytes);
  expect(Date.parse(read.headers.get("Last-Modified") ?? "")).toBeGreaterThan(Date.now() - 60_000);
  const tag = read.headers.get("ETag") ?? "";
  expect(await call("GET a", null, { "If-None-Match": `"x", W/${tag}` })).toMatchObject({
    status: 304,
    text: "",
  });
  expect((await call("GET a", null, { "If-None-Match": '"x"' })).status).toBe(200);
  expect(await call("HEAD a")).toMatchObject({ status: 200 });
  expect((await call("GET ?filter=a")).body).toMatchObject([
    { encoding: "base64", content_type: "image/png" },
  ]);
  await call("POST a?retain=true", "");
  expect((await call("GET a")).status).toBe(404);
  await call("POST a?retain=true", "x", { "Content-Type": "text/html; charset=\u00e9" });
  expect((await call("GET a")).headers.get("Content-Type")).toBe("application/octet-stream");
  expect((await call("GET a")).headers.get("ETag")).not.toBe(tag);
  expect((await call("DELETE a")).status).toBe(204);
  expect((await call("GET a")).status).toBe(404);
  const payloads = [];
  for (let at = 0; at < 4; at++) payloads.push(String((await reader.next("publish")).payload).length);
  expect(payloads.slice(1)).toEqual([0, 1, 0]);
});

test("pages are ordered by topic and have the messages that the token may read", async () => {
  const { call, token } = await house();
  for (const topic of ["a/1", "a/2", "b/1", "b/2", "$x/1"]) await call(`POST ${topic}?retain=1`, topic);
  const first = await call("GET ?limit=2");
  expect(first.body.map(({ topic }: { topic: string }) => topic)).toEqual(["a/1", "a/2"]);
  const next = /<http:\/\/[^/]+\/v0\/messages\/(.*)>; rel="next"/.exec(first.headers.get("Link") ?? "")?.[1];
  const second = await call(`GET ${next}`);
  expect(second.body.map(({ topic }: { topic: string }) => topic)).toEqual(["b/1", "b/2"]);
  expect(second.headers.get("Link")).toBe(null);
  const narrow = send.bind(null, await token("messages:read:+/2"));
  expect((await narrow("GET ")).body.map(({ topic }: { topic: string }) => topic)).toEqual(["a/2", "b/2"]);
  expect(await narrow("GET ?filter=a/1")).toMatchObject({ status: 403, body: lacks("messages:read:a/1") });
  expect(await narrow("GET a/1")).toMatchObject({ status: 403, body: lacks("messages:read:a/1") });
  expect((await narrow("GET b/2")).text).toBe("b/2");
});

test("[T363] a scope is compared with the decoded topic; control topics need devices:switch", async () => {
  const { owner, call, token } = await house("messages:publish:lamp/#", "messages:publish:devices/#");
  expect((await call(`POST ${owner.id}/lamp/set`, "on")).status).toBe(202);
  for (const path of ["other", "lamp/../other", "lamp/%2e%2e/other", "lamp%2F../../other"]) {
    expect(await call(`POST ${path}`, "on")).toMatchObject({
      status: 403,
      body: lacks("messages:publish:other"),
    });
  }
  expect((await call("POST lamp%2F..%2Fother", "on")).body.topic).toBe("lamp/../other");
  expect(await call("DELETE other")).toMatchObject({ status: 403 });
  const { id } = (await owner.call("POST /v0/devices/on-off/", { name: "Lamp" })).body;
  const command = [`POST devices/${id}/control`, '{"state":"on"}'] as const;
  expect(await call(...command)).toMatchObject({ status: 403, body: lacks(`devices:switch:${id}`) });
  expect((await call(`POST devices%2F${id}%2Fcontrol`, "{}")).status).toBe(403);
  expect((await send(await token(`devices:switch:${id}`), ...command)).status).toBe(202);
  const [event] = (await owner.call("GET /v0/events/devices/on-off/")).body;
  expect(event).toMatchObject({ device_id: id, event_type: "turned_on", actor: "api" });
  expect(await call("GET lamp/set")).toMatchObject({ status: 403, body: lacks("messages:read:lamp/set") });
});

test("[F485] telemetry over HTTP is a sample, durable before the response", async () => {
  const { owner, call } = await house();
  const { id } = (await owner.call("POST /v0/devices/on-off/", { name: "Lamp" })).body;
  await call(`POST devices/${id}/telemetry`, '{"level":7}');
  await evictDurableObject(env.BROKER.getByName(owner.id));
  expect((await owner.call(`GET /v0/devices/on-off/${id}/values/`)).body).toMatchObject([
    { key: "level", value: 7 },
  ]);
  const old = await call(`POST devices/${id}/telemetry`, `{"level":7,"ts":1}`);
  expect(old).toMatchObject({ status: 400, body: { errors: { payload: [expect.stringContaining("ts")] } } });
});

test("a body above the packet size is 413, with a length or without one", async () => {
  const { call } = await house();
  const large = new Uint8Array(1_048_577);
  const stream = () => new Blob([large]).stream();
  for (const body of [large, stream()]) expect((await call("POST a", body)).status).toBe(413);
  expect((await call("POST a", large.subarray(1))).status).toBe(202);
});

test("a token's publishes have one client's rate, and do not count as changes", async () => {
  const { call, owner } = await house();
  // a session's changes have a burst of 50
  const all = await Promise.all(Array.from({ length: 60 }, () => owner.call("POST /v0/messages/a", "x")));
  expect(new Set(all.map((answer) => answer.status))).toEqual(new Set([202]));
  const [{ id }] = (await owner.call("GET /v0/tokens/")).body;
  const empty = () =>
    runInDurableObject(env.BROKER.getByName(owner.id), (object) => {
      const { rateLimiter } = (object as unknown as { hub: { modules: { rateLimiter: RateLimiter } } }).hub
        .modules;
      // its bucket is empty, and fills again in a minute
      const now = Date.now() + 60_000;
      const shares = rateLimiter.sharesOf(`http token:${id}`, now);
      for (let at = 0; at < 2000; at++) rateLimiter.publish(shares, now);
      for (let at = 0; at < 10_000; at++) rateLimiter.filter(shares, now);
    });
  await empty();
  const { status, headers } = await call("POST a", "x");
  expect([status, headers.get("Retry-After")]).toEqual([429, "1"]);
  await empty();
  expect((await call("DELETE a")).status).toBe(429);
  await empty();
  expect((await call("GET a")).status).toBe(429);
});

test("of three hundred waiting callers those beyond 256 are answered at once, the others on acknowledgement", async () => {
  const { owner, join } = await house();
  const reader = await join("reader");
  await reader.subscribe("a");
  const object = env.BROKER.getByName(owner.id);
  const [topic, payload, untold] = [
    `${owner.id}/a`,
    new Uint8Array(1),
    { contentType: null, traceparent: null },
  ];
  const publishing = { topic, payload, qos: 1, retain: false, wait: 10, actor: "api", ...untold } as const;
  const answers: unknown[] = [];
  const calls = Array.from({ length: 300 }, async () => {
    answers.push(await ask(object, (calls) => calls.messages.publishMessage(publishing)));
  });
  const published = (acknowledged: number) => ({ answer: { readers: 1, acknowledged, waiting: 0 } });
  await vi.waitFor(() => expect(answers.length).toBe(44), { timeout: 8000 });
  expect(answers).toEqual(Array.from({ length: 44 }, () => published(0)));
  for (let at = 0; at < 300; at++) {
    const { messageId = 0 } = await reader.next("publish");
    reader.send({ cmd: "puback", messageId });
  }
  await Promise.all(calls);
  expect(answers.slice(44)).toContainEqual(published(1));
});

test("[F484] a lost response is 503 and states that the outcome is unknown", async () => {
  const { owner } = await house();
  const gone = () => {
    throw new Error("gone");
  };
  const BROKER = { getByName: () => ({ as: gone, asVerified: gone }) };
  const { status, body } = await apiWith({ BROKER })("POST /v0/messages/a", "x", { token: owner.token });
  expect([status, body.detail]).toEqual([503, expect.stringContaining("is not known")]);
});
