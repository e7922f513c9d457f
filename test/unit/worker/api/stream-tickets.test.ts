/** Tickets of streams: one stream at a time, resumed after a cut for as long as its maker may read. */

import { evictDurableObject, runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { newBearer } from "../../../../worker/keys/random.ts";
import { type Account, api, newAccount } from "./client.ts";
import { openSockets, openStream, type Reader } from "./stream-reader.ts";

let person: Account;
let lamp: string;
const readers: Reader[] = [];

beforeEach(async () => {
  person = await newAccount();
  await person.call("POST /v0/api-keys/");
  lamp = (await person.call("POST /v0/devices/on-off/", { name: "Lamp" })).body.id;
});
afterEach(async () => {
  vi.useRealTimers();
  for (const reader of readers.splice(0)) await reader.close();
});

const press = () => person.call(`POST /v0/devices/on-off/${lamp}/switch/`, { state: true });
const ticketOf = async (token = person.token): Promise<string> =>
  (await api("POST /v0/stream/ticket/", undefined, { token })).body.ticket;

async function open(ticket: string, lastId?: string): Promise<Reader> {
  const headers: Record<string, string> = lastId === undefined ? {} : { "Last-Event-ID": lastId };
  const reader = await openStream(`?events=true&ticket=${ticket}`, headers);
  readers.push(reader);
  return reader;
}

/** Opens a stream and returns the id of its first event. */
async function opened(ticket: string): Promise<{ reader: Reader; lastId: string }> {
  const reader = await open(ticket);
  expect(reader.status).toBe(200);
  await press();
  return { reader, lastId: (await reader.next()).id ?? "" };
}

async function cut(reader: Reader): Promise<void> {
  await reader.close();
  await expect.poll(() => openSockets(person.id)).toBe(0);
}

const later = (milliseconds: number) => {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + milliseconds });
};

const rows = (): Promise<number> =>
  runInDurableObject(env.BROKER.getByName(person.id) as never, (_: unknown, state: DurableObjectState) =>
    Number(state.storage.sql.exec("SELECT count(*) AS n FROM tickets").one().n),
  );

test("a ticket opens one stream, with the rights of its requester", async () => {
  const body = { name: "grafana", scopes: ["events:read"] };
  const { token } = (await person.call("POST /v0/tokens/", body)).body;
  const made = await api("POST /v0/stream/ticket/", undefined, { token });
  expect([made.status, made.body]).toEqual([
    201,
    { ticket: expect.stringMatching(/^swk_[0-9A-Za-z]{55}$/), expires_at: expect.any(String) },
  ]);
  const { ticket } = made.body;
  await opened(ticket);
  for (const wrong of [ticket, "made-up", newBearer("ticket", person.id)])
    expect((await open(wrong)).status).toBe(401);
  expect((await open(token)).status).toBe(400);
  expect((await openStream(`?filter=a&ticket=${await ticketOf(token)}`)).status).toBe(403);
});

test("after a cut it resumes its stream with the last id, again and again, and no event is missed", async () => {
  const ticket = await ticketOf();
  let { reader, lastId } = await opened(ticket);
  for (let cuts = 0; cuts < 3; cuts++) {
    await cut(reader);
    await press();
    await press();
    reader = await open(ticket, lastId);
    expect(reader.status).toBe(200);
    for (let n = 0; n < 2; n++) {
      const { event, id = "" } = await reader.next();
      expect([event, id === lastId]).toEqual(["device", false]);
      lastId = id;
    }
  }
});

test("a stream that is cut before its first event has an id to resume with", async () => {
  const ticket = await ticketOf();
  const reader = await open(ticket);
  const lastId = await reader.firstId();
  await cut(reader);
  await press();
  expect((await (await open(ticket, lastId)).next()).event).toBe("device");
});

test("resuming ends the older stream: a ticket never has two at once", async () => {
  const ticket = await ticketOf();
  const { reader, lastId } = await opened(ticket);
  const other = await openStream("?events=true", { Authorization: `Token ${person.token}` });
  readers.push(other);
  const resumed = await open(ticket, lastId);
  expect(await reader.nextOrEnd()).toBeNull();
  expect(await openSockets(person.id)).toBe(2);
  await press();
  for (const each of [resumed, other]) expect((await each.next()).event).toBe("device");
});

test("it ends with the session or token that made it", async () => {
  const body = { name: "grafana", scopes: ["events:read"] };
  const { id, token } = (await person.call("POST /v0/tokens/", body)).body;
  const [ofToken, ofSession] = [await ticketOf(token), await ticketOf()];
  const first = await opened(ofToken);
  await person.call(`DELETE /v0/tokens/${id}/`);
  expect(await first.reader.nextOrEnd()).toBeNull();
  expect((await open(ofToken, first.lastId)).status).toBe(401);
  const second = await opened(ofSession);
  await person.call("POST /v0/logout/");
  expect(await second.reader.nextOrEnd()).toBeNull();
  expect((await open(ofSession, second.lastId)).status).toBe(401);
});

test("unopened it ends after a minute, idle after an hour, and not while its stream is open", async () => {
  const [unopened, idle, kept] = [await ticketOf(), await ticketOf(), await ticketOf()];
  const [first, second] = [await opened(idle), await opened(kept)];
  later(61_000);
  expect((await open(unopened)).status).toBe(401);
  later(3 * 3_600_000);
  await first.reader.close();
  await expect.poll(() => openSockets(person.id)).toBe(1);
  expect((await open(kept, second.lastId)).status).toBe(200);
  later(3_590_000);
  const resumed = await open(idle, first.lastId);
  expect(resumed.status).toBe(200);
  await resumed.close();
  await expect.poll(() => openSockets(person.id)).toBe(1);
  later(3_610_000);
  expect((await open(idle, first.lastId)).status).toBe(401);
});

test("it survives hibernation, and a restart that nobody reported to the object", async () => {
  const ticket = await ticketOf();
  const { reader, lastId } = await opened(ticket);
  await evictDurableObject(env.BROKER.getByName(person.id) as never);
  await press();
  const next = await reader.next();
  expect(next.event).toBe("device");
  await evictDurableObject(env.BROKER.getByName(person.id) as never, { webSockets: "close" });
  later(5 * 3_600_000);
  expect((await open(ticket, lastId)).status).toBe(200);
});

test("an account has at most 100, of which the maker with the most loses its oldest", async () => {
  const first = await ticketOf();
  const { reader, lastId } = await opened(first);
  await cut(reader);
  const mine = await ticketOf();
  const body = { name: "loop", scopes: ["events:read"] };
  const { token } = (await person.call("POST /v0/tokens/", body)).body;
  const others: string[] = [];
  for (let n = 0; n < 150; n++) others.push(await ticketOf(token));
  expect(await rows()).toBe(100);
  expect((await open(others[0] ?? "")).status).toBe(401);
  for (const kept of [others.at(-1) ?? "", mine]) expect((await open(kept)).status).toBe(200);
  expect((await open(first, lastId)).status).toBe(200);
});
