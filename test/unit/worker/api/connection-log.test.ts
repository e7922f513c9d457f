import { applyD1Migrations } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { logConnection } from "../../../../worker/http/log.ts";
import { eventually } from "../../broker/support/client.ts";
import { newAccount } from "./client.ts";
import { connected } from "./connected.ts";

const CANARY = "Canary-Password-1";
let lines: string[];

beforeAll(() => applyD1Migrations(env.DB, env.TEST_MIGRATIONS));
beforeEach(() => {
  lines = [];
  vi.spyOn(console, "log").mockImplementation((line: string) => void lines.push(String(line)));
});
afterEach(() => {
  vi.restoreAllMocks();
});

const ends = () =>
  lines.filter((line) => line.includes("connection_end")).map((line) => JSON.parse(line) as object);

test("a connection that ends is one line: who, why, how long, how much, and no secret [T33]", async () => {
  const { id, call } = await newAccount();
  const { key } = (await call("POST /v0/api-keys/")).body;
  const login = { username: "lamp", password: CANARY };
  await call("POST /v0/mqtt/credentials/", { name: "Lamp", ...login, channels: [] });
  const page = await connected(id, { clientId: `${key}__page` });
  page.publish(`${id}/room`, CANARY);
  page.disconnect();
  const lamp = await connected(id, { ...login, clientId: `${key}__lamp` });
  lamp.bytes(new Uint8Array([0xff]));
  await eventually(
    async () => ends(),
    (told) => told.length === 2,
  );
  const common = { level: "info", event: "connection_end", protocol: 5, seconds: expect.any(Number) };
  expect(ends()).toEqual([
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

test("where only failures are logged, a client that says good-bye is none", () => {
  const traffic = { messagesIn: 0, messagesOut: 0, bytesIn: 0, bytesOut: 0 };
  const end = { kind: "device", clientId: "lamp", protocol: 4, words: "…", seconds: 1, ...traffic } as const;
  logConnection("failures", { ...end, code: 0 });
  logConnection("failures", { ...end, code: 0x8d });
  expect(ends()).toMatchObject([{ code: 0x8d }]);
});
