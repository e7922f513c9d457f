/** `/v0/stream/`: live messages and events, gap markers, and the end with the reader's rights. */

import { createExecutionContext, runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import mqtt from "mqtt-packet";
import { beforeEach, expect, test } from "vitest";
import { MAX_UNREAD, MAX_UNREAD_PER_ACCOUNT } from "../../../../worker/contract/limits.ts";
import worker from "../../../../worker/development.ts";
import type { Env } from "../../../../worker/env.ts";
import { unreadBytes } from "../../../../worker/stream/unread-bytes.ts";
import { ask } from "../../broker/support/ask.ts";
import { type Account, api, newAccount } from "./client.ts";
import { connected } from "./connected.ts";
import {
  hasDropped,
  openStream as open,
  openSockets,
  type Reader,
  type Sent,
  stepsBehind,
} from "./stream-reader.ts";

const as = (token: string) => ({ Authorization: `Token ${token}` });

let person: Account;
let lamp: string;
const readers: Reader[] = [];

beforeEach(async () => {
  for (const reader of readers.splice(0)) await reader.close();
  person = await newAccount();
  await person.call("POST /v0/api-keys/");
  lamp = (await person.call("POST /v0/devices/on-off/", { name: "Lamp" })).body.id;
});

async function tokenOf(scopes: string[]): Promise<{ token: string; id: string }> {
  return (await person.call("POST /v0/tokens/", { name: "grafana", scopes })).body;
}

async function opened(query: string, token: string, headers = {}): Promise<Reader> {
  const reader = await open(query, { ...as(token), ...headers });
  expect(reader.status).toBe(200);
  readers.push(reader);
  return reader;
}

/** Few enough events that none are summed. */
const happened = (count: number) =>
  runInDurableObject(
    env.BROKER.getByName(person.id) as never,
    (_: unknown, { storage }: DurableObjectState) => {
      const put = "INSERT INTO events (at, id, device_id, type, count) VALUES (?, ?, ?, 'errored', 1)";
      for (let n = 1; n <= count; n++)
        storage.sql.exec(put, Date.now() + n * 1000, crypto.randomUUID(), lamp);
    },
  );

const press = (state: boolean) => person.call(`POST /v0/devices/on-off/${lamp}/switch/`, { state });

test("a switch is sent as an event with its id and as a message on its topic", async () => {
  const { token } = await tokenOf(["events:read", "messages:read:#"]);
  const reader = await opened("?events=true&filter=%23", token);
  expect(reader.headers.get("Content-Type")).toBe("text/event-stream; charset=utf-8");
  await press(true);
  const sent: Sent[] = [];
  while (!sent.some((each) => each.event === "device")) sent.push(await reader.next());
  const device = sent.find((each) => each.event === "device");
  const [stored] = (await person.call("GET /v0/events/devices/on-off/")).body;
  expect(device).toEqual({ event: "device", id: stored.id, data: stored });
  const message = sent.find((each) => each.event === "message");
  expect(message?.data).toMatchObject({
    encoding: "utf-8",
    qos: expect.any(Number),
    retain: expect.any(Boolean),
  });
  expect(message?.data.topic).toContain(lamp);
});

test("after a reconnect all missed events are sent in order, behind one gap for the messages", async () => {
  const first = await opened("?events=true&filter=%23", person.token);
  await press(true);
  let seen = await first.next();
  while (seen.event !== "device") seen = await first.next();
  await first.close();
  await happened(450);
  const again = await opened("?events=true&filter=%23", person.token, { "Last-Event-ID": seen.id ?? "" });
  // a retained message may come before it
  let gap = await again.next();
  while (gap.event === "message") gap = await again.next();
  expect(gap).toMatchObject({ event: "gap", data: { from: seen.data.created_at, to: expect.any(String) } });
  const ids: string[] = [];
  while (ids.length < 450) {
    const next = await again.next();
    if (next.event === "device") ids.push(next.id ?? "");
  }
  const listed = (await person.call("GET /v0/events/devices/on-off/?size=100")).body;
  expect(ids.slice(-100).reverse()).toEqual(listed.map(({ id }: { id: string }) => id));
  expect(new Set(ids).size).toBe(450);
}, 60_000);

test("a deleted event is a gap without a beginning, and kept ones follow", async () => {
  await happened(3);
  const reader = await opened("?events=true", person.token, { "Last-Event-ID": crypto.randomUUID() });
  expect(await reader.next()).toMatchObject({ event: "gap", data: { from: null } });
  for (let n = 0; n < 3; n++) expect((await reader.next()).event).toBe("device");
});

test("a stream without events resumes by the time of its last message", async () => {
  const first = await opened("?filter=a", person.token);
  await person.call("POST /v0/messages/a", "one");
  const { id = "" } = await first.next();
  await first.close();
  const again = await opened("?filter=a", person.token, { "Last-Event-ID": id });
  expect(await again.next()).toMatchObject({
    event: "gap",
    data: { from: new Date(Number(id)).toISOString() },
  });
});

test("a fast reader gets QoS 0 messages without a limit", async () => {
  const reader = await opened("?filter=big", person.token);
  const key = (await person.call("GET /v0/api-keys/")).body[0].key;
  const client = await connected(person.id, { clientId: "writer", username: "root", password: key });
  for (let n = 0; n < 40; n++) {
    client.send({
      cmd: "publish",
      topic: "big",
      payload: "x".repeat(60_000),
      qos: 0,
      retain: false,
      dup: false,
    });
    expect((await reader.next()).event).toBe("message");
  }
});

test("the stream ends when its token is deleted or expires", async () => {
  const deleted = await tokenOf(["events:read"]);
  const short = (
    await person.call("POST /v0/tokens/", { name: "short", scopes: ["events:read"], expires_in: "PT2S" })
  ).body;
  const streams = [await opened("?events=true", deleted.token), await opened("?events=true", short.token)];
  expect((await person.call(`DELETE /v0/tokens/${deleted.id}/`)).status).toBe(204);
  for (const stream of streams) expect(await stream.nextOrEnd()).toBeNull();
  for (const { token } of [deleted, short]) expect((await open("?events=true", as(token))).status).toBe(401);
});

test("a logout ends the streams of its session only", async () => {
  const { token } = await tokenOf(["events:read"]);
  const [own, other] = [await opened("?events=true", person.token), await opened("?events=true", token)];
  await api("POST /v0/logout/", undefined, { token: person.token });
  expect(await own.nextOrEnd()).toBeNull();
  await ask(env.BROKER.getByName(person.id), (calls) => calls.devices.switchDevice(lamp, "on"));
  expect((await other.next()).event).toBe("device");
});

test("a token without the scope gets its name", async () => {
  const { token } = await tokenOf(["messages:read:home/#"]);
  for (const [query, scope] of [
    ["?events=true", "events:read"],
    ["?filter=office/%2B", "messages:read:office/+"],
  ]) {
    const { status, body } = await api(`GET /v0/stream/${query}`, undefined, { token });
    expect([status, body.detail]).toEqual([403, `The token "grafana" lacks the scope ${scope}.`]);
  }
  await opened("?filter=home/kitchen", token);
});

test("no filter, an invalid one, and too many are 400", async () => {
  for (const query of [
    "",
    "?events=false",
    "?filter=a%23",
    `?${"filter=a&".repeat(11)}`,
    "?filter=a/%23/b&filter=c",
  ])
    expect([query, (await person.call(`GET /v0/stream/${query}`)).status]).toEqual([query, 400]);
});

/** The connections of streams to the account's object. */
const openStreams = () => openSockets(person.id);

test("the twenty-first stream ends the one furthest behind, with a gap as its last word", async () => {
  const { token } = await tokenOf(["messages:read:big", "events:read"]);
  for (let n = 0; n < 20; n++)
    await opened(n === 7 ? "?filter=big" : "?events=true", n === 7 ? token : person.token);
  const [behind] = readers.splice(7, 1);
  const big = "x".repeat(60_000);
  // the worker holds one before the next: more than MQTT_MAX_UNSENT on the way to it would end the stream
  for (let n = 1; n <= 8; n++) {
    expect((await person.call("POST /v0/messages/big", big)).status).toBe(202);
    await expect.poll(() => unreadBytes.of(person.id)).toBeGreaterThan(n * big.length);
  }
  expect((await person.call("POST /v0/messages/big", big)).status).toBe(202);
  // what the worker has not read when the object closes is lost with the reason of the close
  await expect.poll(() => stepsBehind(person.id)).toBe(5);
  await opened("?events=true", person.token);
  const sent: Sent[] = [];
  for (let next = await behind?.nextOrEnd(); next != null; next = await behind?.nextOrEnd()) sent.push(next);
  expect(sent.at(-1)).toMatchObject({ event: "gap", data: { why: expect.stringContaining("20 streams") } });
  await press(true);
  for (const reader of readers) expect((await reader.next()).event).toBe("device");
  expect(await openStreams()).toBe(20);
});

test("of readers that are equally far behind the oldest makes room, and no request is refused", async () => {
  const first = await opened("?events=true", person.token);
  for (let n = 0; n < 25; n++) await opened("?events=true", person.token);
  expect(await first.nextOrEnd()).toMatchObject({ event: "gap" });
  expect(await first.nextOrEnd()).toBeNull();
  expect(await openStreams()).toBe(20);
});

test("a stream that was cut frees its place at once", async () => {
  const cut = new AbortController();
  const init = { headers: as(person.token), signal: cut.signal };
  const request = new Request<unknown, IncomingRequestCfProperties>(
    "http://api.test/v0/stream/?events=true",
    init,
  );
  const response = await worker.fetch(request, env as unknown as Env, createExecutionContext());
  expect(response.status).toBe(200);
  expect(await openStreams()).toBe(1);
  cut.abort();
  await expect.poll(openStreams).toBe(0);
  const other = await opened("?events=true", person.token);
  await other.close();
  await expect.poll(openStreams).toBe(0);
});

test("events cannot be forged by a message, whatever its topic", async () => {
  const { token } = await tokenOf(["messages:read:#", "messages:publish:#"]);
  const [stored] = (await person.call("GET /v0/events/devices/on-off/")).body;
  expect(stored).toBeUndefined();
  const forged = { id: crypto.randomUUID(), deviceId: lamp, deviceName: "Lamp", type: "turned_on" };
  const payload = { ...forged, actor: null, schedule: null, count: 1, at: Date.now() };
  const topics = ["$events", "events", "%24SYS/events", "$device", "device"];
  const filters = topics.map((topic) => `filter=${topic}`).join("&");
  const reader = await opened(`?events=true&${filters}`, person.token);
  for (const topic of topics) {
    const path = `POST /v0/messages/${topic}` as const;
    const { status } = await api(path, payload, { token });
    if (status !== 202) continue;
    expect(await reader.next()).toMatchObject({ event: "message", data: { encoding: "utf-8" } });
  }
  await press(true);
  expect((await reader.next()).event).toBe("device");
});

test("a message that cannot fit into a stream is a gap that names its topic and size", async () => {
  const key = (await person.call("GET /v0/api-keys/")).body[0].key;
  const reader = await opened("?filter=big", person.token);
  const client = await connected(person.id, { clientId: "writer", username: "root", password: key });
  const send = (payload: Buffer) =>
    client.send({ cmd: "publish", topic: "big", payload, qos: 0, retain: false, dup: false });
  for (const [byte, size] of [
    [0x78, 600_000],
    [0x01, 400_000],
    [0xff, 500_000],
  ] as const) {
    send(Buffer.alloc(size, byte));
    expect(await reader.next()).toMatchObject({ event: "gap", data: { topic: "big", size } });
  }
  send(Buffer.alloc(350_000, 1));
  const { event, data } = await reader.next();
  expect([event, data.encoding, data.payload.length]).toEqual(["message", "base64", 466_668]);
});

test("many streams that nobody reads hold their bytes within the bounds, however the messages are written", async () => {
  const key = (await person.call("GET /v0/api-keys/")).body[0].key;
  for (let n = 0; n < 20; n++) await opened("?filter=%23", person.token);
  const client = await connected(person.id, { clientId: "writer", username: "root", password: key });
  let most = 0;
  for (let n = 1; n <= 30; n++) {
    const payload = Buffer.alloc(n % 2 === 0 ? 350_000 : 90_000, n % 3 === 0 ? 0x22 : 1);
    client.send({ cmd: "publish", topic: "big", payload, qos: 1, messageId: n, retain: false, dup: false });
    await client.next("puback");
    most = Math.max(most, unreadBytes.of(person.id));
  }
  expect(most).toBeGreaterThan(MAX_UNREAD);
  expect(most).toBeLessThanOrEqual(MAX_UNREAD_PER_ACCOUNT);
  for (const reader of readers.splice(0)) await reader.close();
  expect(unreadBytes.of(person.id)).toBe(0);
});

test("a slow reader gets a gap in place of missed messages, and the account continues", async () => {
  const { token } = await tokenOf(["messages:read:big"]);
  const reader = await opened("?filter=big", token);
  const key = (await person.call("GET /v0/api-keys/")).body[0].key;
  const client = await connected(person.id, { clientId: "writer", username: "root", password: key });
  for (let n = 1; n <= 40; n++) {
    client.send({
      cmd: "publish",
      topic: "big",
      payload: "x".repeat(60_000),
      qos: 1,
      messageId: n,
      retain: false,
      dup: false,
    });
    await client.next("puback");
  }
  const events: string[] = [];
  while (!events.includes("gap")) events.push((await reader.next()).event);
  expect(events.filter((each) => each === "message").length).toBeGreaterThan(5);
  expect(events.filter((each) => each === "message").length).toBeLessThan(40);
});

/** QoS 0 messages in one frame: the object handles them before the worker can read one. */
function burst(topic: string, payloads: readonly string[]): Buffer {
  const publish = { cmd: "publish", topic, qos: 0, retain: false, dup: false } as const;
  return Buffer.concat(
    payloads.map((payload) => mqtt.generate({ ...publish, payload }, { protocolVersion: 5 })),
  );
}

test("a burst of more than the worker can have unread is a gap, and the stream continues", async () => {
  const key = (await person.call("GET /v0/api-keys/")).body[0].key;
  const reader = await opened("?events=true&filter=burst", person.token);
  const client = await connected(person.id, { clientId: "writer", username: "root", password: key });
  for (let round = 0; round < 2; round++) {
    const before = Date.now();
    client.bytes(burst("burst", Array(16).fill("x".repeat(60_000))));
    let messages = 0;
    let next = await reader.next();
    for (; next.event === "message"; next = await reader.next()) messages++;
    expect(messages).toBeGreaterThan(5);
    expect(messages).toBeLessThan(16);
    expect(next).toMatchObject({ event: "gap", data: { why: expect.stringContaining("512 KiB behind") } });
    expect(Date.parse(next.data.from)).toBeGreaterThanOrEqual(before);
    expect(Date.parse(next.data.to)).toBeGreaterThanOrEqual(Date.parse(next.data.from));
    await expect.poll(() => hasDropped(person.id)).toBe(false);
    client.bytes(burst("burst", ["after"]));
    expect(await reader.next()).toMatchObject({ event: "message", data: { payload: "after" } });
  }
  await press(true);
  expect((await reader.next()).event).toBe("device");
});

test("a stream that is replaced before the worker has read a burst ends with the reason, too", async () => {
  const key = (await person.call("GET /v0/api-keys/")).body[0].key;
  const client = await connected(person.id, { clientId: "writer", username: "root", password: key });
  const behind = await opened("?filter=burst", person.token);
  for (let n = 1; n < 20; n++) await opened("?events=true", person.token);
  client.bytes(burst("burst", Array(7).fill("x".repeat(60_000))));
  readers.push(await open("?events=true", as(person.token)));
  const sent: Sent[] = [];
  for (let next = await behind.nextOrEnd(); next !== null; next = await behind.nextOrEnd()) sent.push(next);
  expect(sent.at(-1)).toMatchObject({ event: "gap", data: { why: expect.stringContaining("20 streams") } });
});
