/** A request over HTTP: the device's reply is the response (MQTT 5, 4.10), and nothing else of the account sees it. */

import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import worker from "../../../../worker/development.ts";
import type { Env } from "../../../../worker/env.ts";
import type { Client } from "../../broker/support/client.ts";
import { newAccount } from "./client.ts";
import { upgrade } from "./connected.ts";

const NO_READER = {
  detail: "No client subscribes to this topic, so no reply can come.",
  readers: 0,
  acknowledged: 0,
};

async function house() {
  const owner = await newAccount();
  await owner.call("POST /v0/api-keys/");
  const tokenWith = async (...scopes: string[]): Promise<string> =>
    (await owner.call("POST /v0/tokens/", { name: "t", scopes })).body.token;
  const token = await tokenWith("messages:publish:#", "messages:read:#");
  const join = async (clientId: string, version: 4 | 5 = 5): Promise<Client> => {
    const client = await upgrade(owner.id, { clientId, username: "x", password: token }, {}, version);
    await client.next("connack");
    return client;
  };
  return { owner, token, tokenWith, join };
}

interface Sending {
  signal?: AbortSignal;
  bindings?: Env;
}

async function send(
  token: string,
  path: string,
  body: BodyInit = "ask",
  { signal, bindings = env as unknown as Env }: Sending = {},
) {
  const request = new Request<unknown, IncomingRequestCfProperties>(`http://api.test/v0/messages/${path}`, {
    method: "POST",
    body,
    headers: { Authorization: `Bearer ${token}` },
    ...(signal && { signal }),
  });
  const context = { waitUntil: () => {}, passThroughOnException: () => {} } as unknown as ExecutionContext;
  const response = await worker.fetch(request, bindings, context);
  const text = await response.text();
  const isJson = response.headers.get("Content-Type") === "application/json";
  return { status: response.status, headers: response.headers, text, body: isJson ? JSON.parse(text) : null };
}

interface Waits {
  hub: { modules: { replyWaits: { size: number } } };
}

const waiting = (userId: string): Promise<number> =>
  runInDurableObject(env.BROKER.getByName(userId) as never, (object: unknown) => {
    const { hub } = object as Waits;
    return hub.modules.replyWaits.size;
  });

/** Answers on the topic that the request names. */
async function answerOn(device: Client, payload: string, contentType = "text/plain") {
  const { properties } = await device.next("publish");
  const { responseTopic = "", correlationData } = properties ?? {};
  const rest = { contentType, ...(correlationData && { correlationData }) };
  device.publish(responseTopic, payload, { properties: rest });
  return responseTopic;
}

test("the first reply is the response, with its content type; a subscriber of everything does not see it", async () => {
  const { owner, token, join } = await house();
  const [device, spy] = [await join("device"), await join("spy")];
  await device.subscribe("lamp/rpc");
  for (const filter of ["#", "$reply/#", "+/+"]) await spy.subscribe(filter);
  const answer = send(token, "lamp/rpc?qos=1&reply=5", "status?");
  const topic = await answerOn(device, "on");
  const { status, headers, text } = await answer;
  expect([status, headers.get("Content-Type"), text]).toEqual([200, "text/plain", "on"]);
  expect(headers.get("Content-Security-Policy")).toContain("sandbox");
  expect(topic).toMatch(/^\$reply\/[0-9a-f]{32}$/);
  // late, again, retained: it ends nowhere
  device.publish(topic, "late", { retain: true });
  device.publish("end", "");
  const heard: string[] = [];
  for (let each = await spy.next("publish"); ; each = await spy.next("publish")) {
    heard.push(String(each.topic));
    if (each.topic === "end") break;
  }
  expect(heard).toEqual(["lamp/rpc", "end"]);
  expect((await owner.call("GET /v0/messages/")).body).toEqual([]);
  expect(await waiting(owner.id)).toBe(0);
});

test("a device of MQTT 3.1.1 answers on the topic that the caller names, and only after the request", async () => {
  const { token, join } = await house();
  const device = await join("device", 4);
  await device.subscribe("lamp/rpc");
  device.publish("lamp/out", "before");
  const answer = send(token, "lamp/rpc?reply=5&reply_topic=lamp/out");
  await device.next("publish");
  device.publish("lamp/out", "after");
  expect(await answer).toMatchObject({ status: 200, text: "after" });
  // the request itself is no reply to itself
  const own = send(token, "lamp/rpc?reply=5&reply_topic=lamp/rpc");
  await device.next("publish");
  device.publish("lamp/rpc", "mine");
  expect((await own).text).toBe("mine");
});

test("without a reply in time: 504 with who was there; at once where nobody reads the topic", async () => {
  const { token, join } = await house();
  expect(await send(token, "lamp/rpc?reply=10")).toMatchObject({ status: 504, body: NO_READER });
  const device = await join("device");
  await device.subscribe("lamp/rpc");
  const answer = send(token, "lamp/rpc?reply=1&qos=1");
  const { messageId = 0, properties } = await device.next("publish");
  device.send({ cmd: "puback", messageId });
  expect(properties?.messageExpiryInterval).toBe(1);
  const noReply = { detail: "No reply came in time.", readers: 1, acknowledged: 1 };
  expect(await answer).toMatchObject({ status: 504, body: noReply });
});

test("a reply of almost a mebibyte arrives whole, and a hundred replies are one", async () => {
  const { owner, token, join } = await house();
  const device = await join("device");
  await device.subscribe("lamp/rpc");
  const long = send(token, "lamp/rpc?reply=5");
  await answerOn(device, "x".repeat(1_048_000));
  expect((await long).text).toHaveLength(1_048_000);
  const many = send(token, "lamp/rpc?reply=5");
  const topic = await answerOn(device, "first");
  for (let each = 0; each < 99; each++) device.publish(topic, "again");
  expect((await many).text).toBe("first");
  expect(await waiting(owner.id)).toBe(0);
});

test("a Shelly of the second generation answers a call of its RPC", async () => {
  // shelly-api-docs.shelly.cloud, "RPC Channels", MQTT: requests on <id>/rpc, responses on <src>/rpc
  const { token, join } = await house();
  const shelly = await join("shellyplus1-a8032abe54dc", 4);
  await shelly.subscribe("shellyplus1-a8032abe54dc/rpc");
  const frame = { id: 123, src: "caller", method: "Switch.Toggle", params: { id: 0 } };
  const call = send(
    token,
    "shellyplus1-a8032abe54dc/rpc?reply=5&reply_topic=caller/rpc",
    JSON.stringify(frame),
  );
  const { payload } = await shelly.next("publish");
  const { id, src, method } = JSON.parse(String(payload));
  expect(method).toBe("Switch.Toggle");
  const response = { id, src: "shellyplus1-a8032abe54dc", dst: src, result: { was_on: false } };
  shelly.publish(`${src}/rpc`, JSON.stringify(response));
  expect(JSON.parse((await call).text)).toEqual(response);
});

test("a caller that hangs up ends its wait, and at most 20 wait at once", async () => {
  const { owner, token, join } = await house();
  const device = await join("device");
  await device.subscribe("a");
  const callers = Array.from({ length: 20 }, () => new AbortController());
  const answers = callers.map(({ signal }) => send(token, "a?reply=10", "ask", { signal }).catch(() => null));
  await expect.poll(() => waiting(owner.id)).toBe(20);
  const { status, headers, body } = await send(token, "a?reply=10");
  expect([status, headers.get("Retry-After")]).toEqual([429, "1"]);
  expect(body.detail).toContain("MAX_REQUESTS");
  for (const caller of callers) caller.abort();
  await expect.poll(() => waiting(owner.id)).toBe(0);
  await Promise.all(answers);
  // their places are free, and they count as though they had waited, without a question to the object
  const away = { getByName: () => expect.unreachable("asked the object") };
  const bindings = { ...env, BROKER: away } as unknown as Env;
  expect((await send(token, "a?reply=1", "ask", { bindings })).status).toBe(429);
});

test("a reply topic needs the right to read it, and a request the right to publish", async () => {
  const { tokenWith } = await house();
  const token = await tokenWith("messages:publish:a/#");
  const lacks = (scope: string) => ({
    status: 403,
    body: { detail: `The token "t" lacks the scope ${scope}.` },
  });
  expect(await send(token, "a/b?reply=1&reply_topic=c")).toMatchObject(lacks("messages:read:c"));
  expect(await send(token, "b?reply=1")).toMatchObject(lacks("messages:publish:b"));
  // another account's id is a level like any other
  const other = crypto.randomUUID();
  expect(await send(token, `a/b?reply=1&reply_topic=${other}/x`)).toMatchObject(
    lacks(`messages:read:${other}/x`),
  );
  expect(await send(token, "a/b?reply=1")).toMatchObject({ status: 504 });
});

test("a control topic is no reply topic: its messages switch a device", async () => {
  const { token } = await house();
  const control = `devices/${crypto.randomUUID()}/control`;
  const { status, body } = await send(token, `a?reply=1&reply_topic=${control}`);
  expect([status, Object.keys(body.errors)]).toEqual([400, ["reply_topic"]]);
});

test.each([
  ["reply=0", "reply", "Ensure this value is greater than or equal to 1."],
  ["reply=11", "reply", "Ensure this value is less than or equal to 10."],
  ["reply=1&reply_topic=a/%23", "reply_topic", "A topic has no wildcards: name one topic, without + and #."],
  ["reply_topic=a", "reply_topic", "Without `reply`, the seconds to wait, no reply is read."],
  ["reply=1&retain=true", "retain", "A request is not retained: its caller waits for one reply."],
])("%s is refused", async (query, field, sentence) => {
  const { token } = await house();
  expect(await send(token, `a?${query}`)).toMatchObject({
    status: 400,
    body: { errors: { [field]: [sentence] } },
  });
});

test("a token that is deleted while its caller waits gets no reply", async () => {
  const { owner, join } = await house();
  const device = await join("device");
  await device.subscribe("lamp/rpc");
  const scopes = ["messages:publish:lamp/#"];
  const { id, token } = (await owner.call("POST /v0/tokens/", { name: "short", scopes })).body;
  const answer = send(token, "lamp/rpc?reply=5", "secret?");
  const { properties } = await device.next("publish");
  await owner.call(`DELETE /v0/tokens/${id}/`);
  device.publish(properties?.responseTopic ?? "", "secret");
  const { status, text } = await answer;
  expect(status).toBe(401);
  expect(text).not.toContain("secret");
});
