/** An API key as a canary: sent wherever a client can send text, then searched in all stored data. */

import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterEach, describe, expect, test, vi } from "vitest";
import { logLine, withoutKeys } from "../../../../broker/contract/json.ts";
import { Client } from "../../broker/support/client.ts";
import { type Account, newAccount } from "./client.ts";
import { upgrade } from "./connected.ts";

afterEach(() => {
  vi.restoreAllMocks();
});

/** All storage and attachments of the account's object. */
const kept = (userId: string): Promise<string> =>
  runInDurableObject(env.BROKER.getByName(userId) as never, async (_: unknown, state: DurableObjectState) => {
    const { storage } = state;
    const tables = storage.sql
      .exec("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE '\\_%' ESCAPE '\\'")
      .toArray()
      .map(({ name }) => String(name));
    const rows = tables.map((name) => storage.sql.exec(`SELECT * FROM ${name}`).toArray());
    const attachments = state.getWebSockets().map((socket) => socket.deserializeAttachment());
    return JSON.stringify([rows, attachments]);
  });

/** Lines of the log from now on. */
function listen(): string[] {
  const lines: string[] = [];
  for (const level of ["log", "warn", "error"] as const) {
    vi.spyOn(console, level).mockImplementation((line) => lines.push(String(line)));
  }
  return lines;
}

async function furnished() {
  const account = await newAccount();
  const { key } = (await account.call("POST /v0/api-keys/")).body as { key: string };
  const make = async (path: string, body: unknown) =>
    (await account.call(`POST ${path}`, body)).body.id as string;
  await make("/v0/mqtt/credentials/", { name: "B", username: "board", password: "s3cret" });
  const device = await make("/v0/devices/on-off/", { name: "Lamp" });
  return { account, key, device };
}

/** Tasmota's fallback topic, Mosquitto's bridge state, and a key as a level of the account's own. */
const topics = ({ id }: Account, key: string) => [
  `cmnd/${key}__1_fb/x`,
  `cmnd/DVES_${key.toUpperCase()}_fb/x`,
  `$SYS/broker/connection/${key}/state`,
  `${id}/${"long".repeat(20)}/${key}`,
];

async function refuse(client: Client, wrong: readonly string[]): Promise<void> {
  for (const [at, topic] of wrong.entries()) {
    client.publish(topic, "x", { qos: 1, messageId: at + 1 });
    await client.next("puback");
    await client.subscribe(topic);
  }
}

const said = (key: string) => new RegExp(`${key}|${key.slice(0, 30)}`, "i");

describe.each([4, 5] as const)("an API key, level %i", (version) => {
  test("is in no table, attachment, log line or list, wherever a client sends it [T86]", async () => {
    const { account, key, device } = await furnished();
    const lines = listen();
    const wrong = topics(account, key);
    const logins = [
      { clientId: `${key}__1` },
      { clientId: `DVES_${key}`, username: "board", password: "s3cret" },
      { clientId: `DVES_${key}_fb`, username: `${device}:board`, password: "s3cret" },
    ];
    for (const login of logins) {
      const client = await upgrade(account.id, login, {}, version);
      expect((await client.next("connack")).returnCode ?? 0).toBe(0);
      await refuse(client, login === logins[0] ? wrong.slice(0, 3) : wrong);
    }
    for (const username of [key, "board"]) {
      const client = await upgrade(account.id, { clientId: key, username, password: key }, {}, version);
      expect((await client.next("connack")).returnCode ?? 0).toBe(0);
    }
    const strangers = [
      { clientId: key, username: key, password: `${key}x` },
      { clientId: "c", username: "board", password: `${key}x` },
      { clientId: "c", username: `x${key}`, password: "x" },
      { clientId: `${key}x__${key}` },
    ];
    for (const login of strangers) {
      const client = await upgrade(account.id, login, {}, version);
      await client.next("connack");
      await client.end();
    }
    const log = (await account.call("GET /v0/mqtt/log/")).body;
    expect(log.length).toBeGreaterThan(15);
    const lists = [
      log,
      (await account.call("GET /v0/clients/")).body,
      (await account.call(`GET /v0/devices/on-off/${device}/`)).body,
      (await account.call(`GET /v0/devices/on-off/${device}/connections/`)).body,
    ];
    expect(JSON.stringify(lists)).not.toMatch(said(key));
    expect(await kept(account.id)).not.toMatch(said(key));
    expect(lines.length).toBeGreaterThan(0);
    expect(lines.join("\n")).not.toMatch(said(key));
    // a channel of that name would store it, too
    expect(log.filter((row: { tried: string; fix: unknown }) => row.tried.includes("…") && row.fix)).toEqual(
      [],
    );
  });

  test("is hidden in a refused will, too [T86]", async () => {
    const { account, key } = await furnished();
    const lines = listen();
    const { webSocket } = await env.BROKER.getByName(account.id).fetch("http://broker/", {
      headers: { Upgrade: "websocket", "Sec-WebSocket-Protocol": "mqtt" },
    });
    const client = new Client(webSocket as WebSocket, version);
    client.connect(
      { clientId: "c" },
      {
        username: "board",
        password: "s3cret" as never,
        will: { topic: `tele/${key}/LWT`, payload: Buffer.from("Offline"), qos: 0, retain: false },
      },
    );
    await client.next("connack");
    await client.end();
    expect((await account.call("GET /v0/mqtt/log/")).body).toMatchObject([{ tried: "tele/…/LWT" }]);
    expect(await kept(account.id)).not.toMatch(said(key));
    expect(lines.join("\n")).not.toMatch(said(key));
  });
});

test("other text is unchanged", () => {
  const texts = ["home/answer/switch", crypto.randomUUID(), "zigbee/0x00158d0001d8b5a1", "sw-1_swimmingpool"];
  expect(texts.map(withoutKeys)).toEqual(texts);
  expect(logLine({ what: "x", why: null })).toBe('{"what":"x","why":null}');
});
