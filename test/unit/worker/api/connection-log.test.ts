import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Hub } from "../../../../broker/hub.ts";
import { accountName } from "../../../../worker/keys/digest.ts";
import { logConnection } from "../../../../worker/log.ts";
import { eventually } from "../../broker/support/client.ts";
import { api, apiWith, newAccount } from "./client.ts";
import { connected } from "./connected.ts";
import { tokenFrom } from "./emails.ts";

const CANARY = "Canary-Password-1";
let lines: string[];

beforeEach(() => {
  lines = [];
  vi.spyOn(console, "log").mockImplementation((line: string) => void lines.push(String(line)));
});
afterEach(() => {
  vi.restoreAllMocks();
});

/** The objects of other tests live on in the same isolate, and their connections may end meanwhile. */
const ends = (account: string) =>
  lines
    .filter((line) => line.includes("connection_end"))
    .map((line) => JSON.parse(line) as { account: string })
    .filter((end) => end.account === account);

test("the end of a connection is one line: client, reason, duration, bytes, no secret [T33] [T67]", async () => {
  const { id, call } = await newAccount();
  const { key } = (await call("POST /v0/api-keys/")).body;
  const login = { username: "lamp", password: CANARY };
  await call("POST /v0/mqtt/credentials/", { name: "Lamp", ...login, channels: [] });
  const page = await connected(id, { clientId: `${key}__page` });
  page.publish(`${id}/room`, CANARY);
  page.disconnect();
  const lamp = await connected(id, { ...login, clientId: `${key}__lamp` });
  lamp.bytes(new Uint8Array([0xff]));
  const account = accountName(id);
  await eventually(
    async () => ends(account),
    (told) => told.length === 2,
  );
  const common = {
    level: "info",
    event: "connection_end",
    account,
    protocol: 5,
    seconds: expect.any(Number),
  };
  expect(ends(account)).toEqual([
    {
      ...common,
      kind: "api-key",
      client_id: "…__page",
      code: 0,
      reason: "The client disconnected.",
      messages_in: 1,
      messages_out: 0,
      bytes_in: expect.any(Number),
      bytes_out: expect.any(Number),
    },
    expect.objectContaining({ ...common, kind: "credential", client_id: "…__lamp", code: 0x81 }),
  ]);
  expect(lines.join("\n")).not.toContain(CANARY);
  expect(lines.join("\n")).not.toContain(key);
});

test("with failures only, a normal DISCONNECT is not logged", () => {
  const traffic = { messagesIn: 0, messagesOut: 0, bytesIn: 0, bytesOut: 0 };
  const end = {
    account: "a",
    kind: "device",
    clientId: "lamp",
    protocol: 4,
    words: "…",
    seconds: 1,
    ...traffic,
  } as const;
  logConnection("failures", { ...end, code: 0 });
  logConnection("failures", { ...end, code: 0x8d });
  expect(ends("a")).toMatchObject([{ code: 0x8d }]);
});

test("a line about a request names the account by its log name, without id and e-mail [T67]", async () => {
  const { id, email, call } = await newAccount();
  await call("GET /v0/users/");
  await api("POST /v0/login/", { email, password: "Wrong-horse-1" });
  await api("POST /v0/forgot-password/", { email });
  await api("POST /v0/verify-email/", { token: await tokenFrom(email, "verify") });
  await api("GET /v0/health/");
  const told = lines
    .filter((line) => line.includes('"event":"request"'))
    .map((line) => JSON.parse(line) as { path: string; account?: string });
  const about = (path: string) => told.find((line) => line.path === path)?.account;
  for (const path of ["register", "users", "login", "forgot-password", "verify-email"]) {
    expect([path, about(`/v0/${path}/`)]).toEqual([path, accountName(id)]);
  }
  expect(about("/v0/health/")).toBeUndefined();
  expect(lines.join("\n")).not.toContain(id);
  expect(lines.join("\n")).not.toContain(email);
});

test("a line of the broker names the account, and so does the API's line about it [T67]", async () => {
  const { id, token } = await newAccount();
  const key = (await api("POST /v0/api-keys/", undefined, { token })).body.id;
  const errors: string[] = [];
  for (const name of ["warn", "error"] as const) {
    vi.spyOn(console, name).mockImplementation((line: string) => void errors.push(line));
  }
  const lost = { announceChange: () => Promise.reject(new Error("moved")) };
  const cut = apiWith({ BROKER: { getByName: () => lost } });
  await cut(`DELETE /v0/api-keys/${key}/`, undefined, { token });
  await runInDurableObject(env.BROKER.getByName(id) as never, (object: unknown) =>
    (object as { hub: Hub }).hub.log.warn("rights cannot be read", new Error("database down")),
  );
  const named = errors.map((line) => (JSON.parse(line) as { account?: string }).account);
  // the call, the request that it failed, and the broker; objects of other tests name their own accounts
  const own = accountName(id);
  expect(named.filter((account) => account === own || account === undefined)).toEqual([own, own, own]);
  expect(errors.join("\n")).not.toContain(id);
});

test("line breaks in a client id and a name break no line of the log", async () => {
  const { id, call } = await newAccount();
  const clientId = "a\nb\r\nc\u2028d\u0085e";
  const login = { username: "lamp\n2", password: CANARY };
  await call("POST /v0/mqtt/credentials/", { name: "Lamp", ...login, channels: [] });
  const lamp = await connected(id, { ...login, clientId });
  lamp.disconnect();
  await eventually(
    async () => ends(accountName(id)),
    (found) => found.length === 1,
  );
  expect(ends(accountName(id))).toMatchObject([{ client_id: clientId }]);
  for (const line of lines) expect(line).not.toMatch(/[\n\r\u0085\u2028\u2029]/);
});
