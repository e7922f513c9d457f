import { runInDurableObject } from "cloudflare:test";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { Account, useAccounts, useLimits } from "./support/account.ts";
import { Client } from "./support/client.ts";

beforeAll(useAccounts);
beforeEach(() => useLimits({}));

async function scene(version: 4 | 5) {
  const account = new Account();
  const key = account.apiKey();
  const join = (options = {}) => Client.connect(account, { clientId: key.clientId() }, version, options);
  return { account, key, join, t: account.topic };
}

/** In 5 the reason of the DISCONNECT; in 3.1.1 the connection ends without a word. */
async function endsWith(client: Client, reason: number): Promise<void> {
  await client.end();
  const told = client.received.filter((each) => each.cmd === "disconnect").map((each) => each.reasonCode);
  expect(told).toEqual(client.version === 5 ? [reason] : []);
}

describe("limits of MQTT 5", () => {
  test("[MQTT-3.3.2-9] a topic alias above the maximum [T25]", async () => {
    const { join, t } = await scene(5);
    const client = await join();
    client.publish(t("a"), "x", { properties: { topicAlias: 16 } });
    expect(await client.all()).toEqual([]);
    client.publish(t("a"), "x", { properties: { topicAlias: 17 } });
    await endsWith(client, 0x94);
  });

  test("[MQTT-3.3.4-9] more QoS 2 messages under way than the Receive Maximum", async () => {
    useLimits({ MQTT_MAX_QOS: 2, MQTT_RECEIVE_MAXIMUM: 2 });
    const { join, t } = await scene(5);
    const client = await join();
    for (const messageId of [1, 2]) client.publish(t("a"), "x", { qos: 2, messageId });
    expect((await client.all()).length).toBe(2);
    client.publish(t("a"), "x", { qos: 2, messageId: 3 });
    await endsWith(client, 0x93);
  });

  test("[MQTT-3.1.2-24] what is too large for one client is dropped for it alone", async () => {
    const { account, key, join, t } = await scene(5);
    const small = await Client.connect(account, { clientId: key.clientId() }, 5, {
      properties: { maximumPacketSize: 120, topicAliasMaximum: 2 },
    });
    const large = await join();
    for (const reader of [small, large]) await reader.subscribe(t("a"));
    const writer = await join();
    writer.publish(t("a"), "x".repeat(100), { qos: 1, messageId: 1 });
    writer.publish(t("a"), "y", { qos: 1, messageId: 2 });
    await writer.all();
    expect((await small.messages()).length).toBe(1);
    expect((await large.messages()).length).toBe(2);
  });

  test("[MQTT-3.1.2-29] reason strings only for who wants them", async () => {
    const { account } = await scene(5);
    const options = { properties: { requestProblemInformation: false } };
    const quiet = await Client.connect(account, account.credential("a"), 5, options);
    quiet.send({ cmd: "subscribe", messageId: 1, subscriptions: [{ topic: "x", qos: 0 }] });
    expect((await quiet.next("suback")).properties?.reasonString).toBeUndefined();
  });

  test("[MQTT-3.1.3-6] an empty client id gets one of its own", async () => {
    const account = new Account();
    const person = account.credential("a");
    const { connack } = await Client.connect(account, person, 5, { clientId: "" });
    expect(connack.properties?.assignedClientIdentifier).toMatch(/.{20}/);
    const v4 = await Client.connect(account, person, 4, { clientId: "" });
    expect(v4.connack.returnCode).toBe(0);
    const kept = await Client.connect(account, person, 4, { clientId: "", clean: true });
    expect(kept.connack.returnCode).toBe(0);
  });

  test("an API key never stands in plain text at rest, and people see it hidden [T37]", async () => {
    const account = new Account();
    const key = account.apiKey();
    const client = await Client.connect(account, { clientId: key.clientId("phone") }, 5, {
      clean: false,
      properties: { sessionExpiryInterval: 60 },
    });
    await client.subscribe(account.topic("a"));
    const [live] = await account.stub.clients();
    expect(live).toMatchObject({ kind: "api-key", clientId: "…__phone", protocol: 5 });
    const kept = await runInDurableObject(account.stub as never, (_: unknown, state: DurableObjectState) => {
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
    expect(kept).toContain("__phone");
    expect(kept).not.toContain(key.key);
  });

  test("a full profile's account can be erased", async () => {
    const { account, join } = await scene(5);
    const client = await join();
    await account.stub.erase();
    await endsWith(client, 0x98);
    expect((await join()).connack.reasonCode).toBe(0);
  });
});
