/** The history of messages over the API: its settings, its pages, and who may read them. */

import { expect, test } from "vitest";
import { type Account, api, newAccount } from "./client.ts";
import { connected } from "./connected.ts";

const SETTINGS = "PUT /v0/mqtt/settings/";

async function withHistory(history: unknown = [{ filter: "#", days: 7 }]) {
  const owner = await newAccount();
  await owner.call("POST /v0/api-keys/");
  const { status, body } = await owner.call(SETTINGS, { profile: "full", history });
  expect([status, body.history]).toEqual([200, history]);
  return owner;
}
const publish = async ({ call }: Account, topic: string, body: unknown) =>
  expect((await call(`POST /v0/messages/${topic}?qos=1`, body)).status).toBe(202);
const payloads = (body: { messages: { payload: string }[] }) => body.messages.map(({ payload }) => payload);

test("is off until a filter is set, and the settings say what it has", async () => {
  const owner = await newAccount();
  await owner.call("POST /v0/api-keys/");
  await publish(owner, "a/b", 1);
  expect((await owner.call("GET /v0/history/")).body).toEqual({ messages: [], next: null });
  await owner.call(SETTINGS, { profile: "full", history: [{ filter: "a/#", days: 2 }] });
  await publish(owner, "a/b", 2);
  await publish(owner, "b", 3);
  const { messages, next } = (await owner.call("GET /v0/history/")).body;
  expect(next).toBeNull();
  expect(messages).toMatchObject([
    { topic: "a/b", payload: "2", encoding: "utf-8", qos: 1, retain: false, at: expect.any(String) },
  ]);
  const { history, history_kept } = (await owner.call("GET /v0/mqtt/settings/")).body;
  expect(history).toEqual([{ filter: "a/#", days: 2 }]);
  expect(history_kept).toEqual({
    messages: 1,
    bytes: expect.any(Number),
    oldest_at: messages[0].at,
    hour_messages: 1,
    hour_bytes: expect.any(Number),
    rows_today: 1,
    missed_today: 0,
  });
  await owner.call(SETTINGS, { profile: "full", history: [] });
  expect((await owner.call("GET /v0/history/")).body).toEqual({ messages: [], next: null });
});

test("names who wrote each message, and whether that writer exists", async () => {
  const owner = await withHistory();
  const scopes = ["messages:publish:#"];
  const { id, token } = (await owner.call("POST /v0/tokens/", { name: "Robot", scopes })).body;
  await publish(owner, "a", 1);
  await api("POST /v0/messages/a?qos=1", 2, { token });
  const { username, password } = (
    await owner.call("POST /v0/mqtt/credentials/", { name: "House", view: "root" })
  ).body;
  const client = await connected(owner.id, { username, password });
  await client.publishQos1("a", "3");
  const writers = async () =>
    (await owner.call("GET /v0/history/?order=oldest")).body.messages.map(({ by }: { by: unknown }) => by);
  const robot = { kind: "token", id, name: "Robot" };
  expect(await writers()).toMatchObject([
    { kind: "session", id: null, name: null, exists: true },
    { ...robot, exists: true },
    { kind: "credential", name: "House", exists: true },
  ]);
  await owner.call(`DELETE /v0/tokens/${id}/`);
  expect((await writers())[1]).toEqual({ ...robot, exists: false });
});

test("pages in either direction, by filter and time", async () => {
  const owner = await withHistory();
  for (let n = 0; n < 7; n++) await publish(owner, n % 2 === 0 ? "even" : "odd", n);
  const first = (await owner.call("GET /v0/history/?limit=4")).body;
  expect(payloads(first)).toEqual(["6", "5", "4", "3"]);
  const second = (await owner.call(`GET /v0/history/?limit=4&after=${first.next}`)).body;
  expect([payloads(second), second.next]).toEqual([["2", "1", "0"], null]);
  const oldest = (await owner.call("GET /v0/history/?filter=odd&order=oldest")).body;
  expect(payloads(oldest)).toEqual(["1", "3", "5"]);
  const { at } = oldest.messages[1];
  expect(payloads((await owner.call(`GET /v0/history/?to=${at}&order=oldest`)).body)).not.toContain("3");
  expect(payloads((await owner.call(`GET /v0/history/?from=${at}&order=oldest`)).body)).toContain("3");
});

test.each([
  ["from=2026-01-02T00:00Z&to=2026-01-01T00:00Z", "to", "Ensure this moment is not before `from`."],
  ["after=x", "after", "This is no place in the history: send `next` of the page before."],
  ["after=99999999999999999", "after", "This is no place in the history: send `next` of the page before."],
  ["order=random", "order", '"random" is not a valid choice.'],
  ["filter=a%23", "filter", "+ and # stand for whole levels of a filter, # for the last."],
  ["limit=ten", "limit", "A valid integer is required."],
])("a wrong query is answered with what to send: %s", async (query, field, words) => {
  const owner = await newAccount();
  const { status, body } = await owner.call(`GET /v0/history/?${query}`);
  expect([status, body.errors[field]]).toEqual([400, [words]]);
});

test.each([
  [Array.from({ length: 11 }, (_, n) => ({ filter: `f/${n}`, days: 1 }))],
  [[{ filter: "#", days: 0 }]],
  [[{ filter: "#", days: 31 }]],
  [[{ filter: "a#", days: 1 }]],
  [[{ filter: "$share/g/a", days: 1 }]],
  [[{ filter: "", days: 1 }]],
  [[{ filter: "a" }]],
  [
    [
      { filter: "a", days: 1 },
      { filter: "a", days: 2 },
    ],
  ],
  ["#"],
])("a wrong list of filters changes nothing: %j", async (history) => {
  const owner = await withHistory([{ filter: "kept", days: 3 }]);
  const { status, body } = await owner.call(SETTINGS, { profile: "full", history });
  expect([status, Object.keys(body.errors)]).toEqual([400, ["history"]]);
  const settings = (await owner.call("GET /v0/mqtt/settings/")).body;
  expect(settings.history).toEqual([{ filter: "kept", days: 3 }]);
});

test("a filter with the account's id in front is the same filter", async () => {
  const owner = await newAccount();
  const body = { profile: "full", history: [{ filter: `${owner.id}/a/#`, days: 1 }] };
  expect((await owner.call(SETTINGS, body)).body.history).toEqual([{ filter: "a/#", days: 1 }]);
});

test("a token reads what its scope allows: other filters are 403, and a wider one shows its own only", async () => {
  const owner = await withHistory();
  for (const topic of ["own/a", "own/b", "other/a"]) await publish(owner, topic, topic);
  const token = async (scope: string) =>
    (await owner.call("POST /v0/tokens/", { name: "t", scopes: [scope] })).body.token as string;
  const read = async (scope: string, query: string) =>
    api(`GET /v0/history/${query}`, undefined, { token: await token(scope) });
  expect(payloads((await read("messages:read:own/#", "?filter=own/%2B")).body)).toEqual([
    '"own/b"',
    '"own/a"',
  ]);
  expect(payloads((await read("messages:read:own/#", "?filter=%2B/a")).body)).toEqual(['"own/a"']);
  const refused = await read("messages:read:own/#", "?filter=other/%23");
  expect([refused.status, refused.body]).toEqual([
    403,
    { detail: 'The token "t" lacks the scope messages:read:other/#.' },
  ]);
  expect((await read("devices:read", "")).status).toBe(403);
});

test("another account reads nothing of it", async () => {
  const owner = await withHistory();
  await publish(owner, "secret", "s");
  const other = await withHistory();
  expect((await other.call(`GET /v0/history/?filter=${owner.id}/%23`)).body.messages).toEqual([]);
});
