import { runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { describe, expect, test, vi } from "vitest";
import type { Connection } from "../../../broker/hub/socket/connection.ts";
import { silentAt } from "../../../broker/hub/socket/keep-alive.ts";
import { Account, nap, useLimits } from "./support/account.ts";
import { Client } from "./support/client.ts";
import { newHome } from "./support/home.ts";
import { prepare } from "./support/prepare.ts";

prepare();

const code = (connack: { returnCode?: number; reasonCode?: number }, version: 4 | 5) =>
  version === 4 ? connack.returnCode : connack.reasonCode;

/** MQTT 5 sends DISCONNECT with this reason; 3.1.1 closes without one. */
async function endsWith(client: Client, reason: number): Promise<void> {
  await client.end();
  const told = client.received.filter((each) => each.cmd === "disconnect").map((each) => each.reasonCode);
  expect(told).toEqual(client.version === 5 ? [reason] : []);
}

describe.each([4, 5] as const)("limits, level %i", (version) => {
  test("MQTT_MAX_PACKET_SIZE: the largest packet passes, one byte more ends the connection [T21]", async () => {
    useLimits({ MQTT_MAX_PACKET_SIZE: 300 });
    const { join, t } = newHome(version);
    const client = await join();
    const overhead = 3 + 2 + t("a").length + (version === 5 ? 1 : 0);
    client.publish(t("a"), "x".repeat(300 - overhead));
    expect(await client.all()).toEqual([]);
    client.publish(t("a"), "x".repeat(301 - overhead));
    await endsWith(client, 0x95);
  });

  test("MQTT_MAX_CLIENT_ID_BYTES", async () => {
    const account = new Account();
    const person = account.credential("a");
    const fits = await Client.connect(account, person, version, { clientId: "c".repeat(256) });
    expect(code(fits.connack, version)).toBe(0);
    const over = await Client.connect(account, person, version, { clientId: "c".repeat(257) });
    expect(code(over.connack, version)).toBe(version === 4 ? 2 : 0x85);
  });

  test("MQTT_MAX_SUBSCRIPTIONS counts filters, not requests [T23]", async () => {
    useLimits({ MQTT_MAX_SUBSCRIPTIONS: 2 });
    const { account, join, t } = newHome(version);
    const client = await join();
    expect(await client.subscribe(t("a"))).toBe(1);
    expect(await client.subscribe(t("b"))).toBe(1);
    await nap(account);
    expect(await client.subscribe(t("a"), 0)).toBe(0);
    expect(await client.subscribe(t("c"))).toBe(version === 4 ? 0x80 : 0x97);
  });

  test("MQTT_MAX_CONNECTIONS", async () => {
    useLimits({ MQTT_MAX_CONNECTIONS: 4 });
    const { account, key, join } = newHome(version);
    await join();
    const second = await join();
    const full = await Client.open(account, version);
    full.connect({ clientId: key.clientId() });
    expect(await full.end()).toBe(1013);
    expect(full.received).toEqual([]);
    expect(full.closedFor).toContain("MQTT_MAX_CONNECTIONS");
    second.cut();
    await second.end().catch(() => 0);
    expect(code((await join()).connack, version)).toBe(0);
  });

  test("MQTT_CONNECT_RATE bounds connects of a client id a minute [F23]", async () => {
    useLimits({ MQTT_CONNECT_RATE: 3 });
    const { account, key } = newHome(version);
    const who = { clientId: key.clientId() };
    for (let n = 0; n < 3; n++)
      expect(code((await Client.connect(account, who, version)).connack, version)).toBe(0);
    expect(await Client.answer(account, who, version)).toBe(1013);
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 60_000 });
    expect(code((await Client.connect(account, who, version)).connack, version)).toBe(0);
  });

  test("MQTT_CONNECT_RATE counts right logins only: wrong ones with its name and client id lock no client out [T63]", async () => {
    useLimits({ MQTT_CONNECT_RATE: 3 });
    const { account } = newHome(version);
    const lamp = { ...account.credential("lamp"), clientId: "lamp-1" };
    for (let n = 0; n < 6; n++) {
      const stranger = { ...lamp, password: "guessed" };
      await Client.connect(account, stranger, version, {}, `address-${n}`);
    }
    const { connack } = await Client.connect(account, lamp, version, {}, "home");
    expect(code(connack, version)).toBe(0);
  });

  test("MQTT_PUBLISH_RATE allows a burst of four seconds, then refuses, then disconnects", async () => {
    useLimits({ MQTT_PUBLISH_RATE: 4 });
    vi.useFakeTimers({ toFake: ["Date"] });
    const { join, t } = newHome(version);
    const client = await join();
    const say = () => client.publish(t("a"), "x", { qos: 1, messageId: 1 });
    for (let n = 0; n < 8; n++) say();
    const passed = await client.all();
    expect(passed.map((each) => (each.cmd === "puback" ? (each.reasonCode ?? 0) : each.cmd))).toEqual(
      Array(8).fill(0),
    );
    say();
    if (version === 4) return endsWith(client, 0x96);
    expect((await client.next("puback")).reasonCode).toBe(0x97);
    say();
    await endsWith(client, 0x96);
  });

  test("MQTT_MAX_QUEUED drops the oldest, and counts it [T26]", async () => {
    useLimits({ MQTT_MAX_QUEUED: 3 });
    const { account, key, join, t } = newHome(version);
    const who = { clientId: key.clientId() };
    const kept = { clean: false, properties: { sessionExpiryInterval: 60 } };
    const reader = await Client.connect(account, who, version, kept);
    await reader.subscribe(t("a"));
    reader.cut();
    const writer = await join();
    for (let n = 0; n < 5; n++) writer.publish(t("a"), String(n), { qos: 1, messageId: 1 });
    await writer.all();
    const again = await Client.connect(account, who, version, kept);
    expect(await again.messages()).toEqual(["2", "3", "4"]);
    const dropped = await runInDurableObject(account.stub as never, (_: unknown, state: DurableObjectState) =>
      state.storage.sql.exec("SELECT dropped FROM meta").one(),
    );
    expect(dropped).toEqual({ dropped: 2 });
  });

  test("MQTT_MAX_SESSIONS ends the oldest kept session [T26]", async () => {
    useLimits({ MQTT_MAX_SESSIONS: 2 });
    const { account, key } = newHome(version);
    const kept = { clean: false, properties: { sessionExpiryInterval: 60 } };
    const ids = ["1", "2", "3"].map(key.clientId);
    for (const clientId of ids) {
      const client = await Client.connect(account, { clientId }, version, kept);
      await client.leave();
    }
    const present: boolean[] = [];
    for (const clientId of ids) {
      const client = await Client.connect(account, { clientId }, version, kept);
      present.push(client.connack.sessionPresent);
    }
    expect(present).toEqual([false, true, true]);
  });
});

describe("MQTT_CONNECT_DEADLINE", () => {
  const later = (milliseconds: number) =>
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + milliseconds });

  test("closes a silent connection, and one that sends single bytes", async () => {
    const account = new Account();
    const silent = await Client.open(account);
    const slow = await Client.open(account);
    later(9000);
    slow.bytes(Uint8Array.of(0x10, 100));
    await runDurableObjectAlarm(account.stub as never);
    await account.ask((calls) => calls.clients.clients());
    expect([silent.closed, slow.closed]).toEqual([null, null]);
    await nap(account);
    later(1500);
    await runDurableObjectAlarm(account.stub as never);
    await silent.end();
    await slow.end();
    expect([...silent.received, ...slow.received]).toEqual([]);
  });

  test("is three times as long for a client that waits for its login", () => {
    const until = (state: string) =>
      silentAt({ session: { state }, lastSeen: 5, openedAt: 5 } as Connection, 10);
    expect([until("awaiting-connect"), until("authenticating")]).toEqual([10_005, 30_005]);
  });

  test("an alarm an hour late ends no client at once [F15]", async () => {
    const account = new Account();
    const client = await Client.connect(account, { clientId: account.apiKey().clientId() }, 5, {
      keepalive: 30,
    });
    later(3_600_000);
    await runDurableObjectAlarm(account.stub as never);
    expect(await client.all()).toEqual([]);
    later(46_000);
    await runDurableObjectAlarm(account.stub as never);
    await endsWith(client, 0x8d);
  });
});

test("an API key is never stored in plain text, and is masked in lists [T37]", async () => {
  const { account, key, join } = newHome();
  const kept = { clean: false, properties: { sessionExpiryInterval: 60 } };
  const client = await join(kept, key.clientId("phone"));
  await client.subscribe(account.topic("a"));
  const [live] = await account.ask((calls) => calls.clients.clients());
  expect(live).toMatchObject({ kind: "api-key", clientId: "…__phone", protocol: 5 });
  const rest = await runInDurableObject(account.stub as never, (_: unknown, state: DurableObjectState) => {
    const tables = [
      ...state.storage.sql.exec(
        "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE '\\_%' ESCAPE '\\'",
      ),
    ];
    const rows = tables.flatMap((table) => [
      ...state.storage.sql.exec(`SELECT * FROM ${String(table.name)}`),
    ]);
    return JSON.stringify([
      rows,
      state.getWebSockets().map((each) => JSON.stringify(each.deserializeAttachment())),
    ]);
  });
  expect(rest).toContain("__phone");
  expect(rest).not.toContain(key.key);
});

test("an account in the full profile can be erased", async () => {
  const { account, join } = newHome();
  const client = await join();
  await account.stub.erase();
  await endsWith(client, 0x98);
  expect((await join()).connack.reasonCode).toBe(0);
});

test("MQTT_MAX_UNSENT: one turn sends a reader up to it, and drops the rest [T22] [F24]", async () => {
  useLimits({ MQTT_MAX_UNSENT: 20_000, MQTT_PUBLISH_RATE: 1000 });
  for (const count of [1, 2, 3]) {
    const { account, join, reads } = newHome();
    const reader = await reads("a", 0);
    const writer = await join();
    for (let n = 1; n <= count; n++) writer.publish(account.topic("a"), "x".repeat(9500));
    await writer.all();
    expect(await reader.messages()).toHaveLength(Math.min(count, 2));
  }
});
