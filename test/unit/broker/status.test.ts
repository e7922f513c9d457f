/** A device's status topic: published by the broker only, for clients that may read it. */

import { describe, expect, test, vi } from "vitest";
import { MAX_STATUS_CLIENTS } from "../../../broker/contract/status-clients.ts";
import { Account, useLimits } from "./support/account.ts";
import { Client } from "./support/client.ts";
import { newHome } from "./support/home.ts";
import { prepare } from "./support/prepare.ts";
import { inObject, NOON } from "./support/schedules.ts";

prepare({ MQTT_CONNECT_RATE: 0 }, NOON);

type Published = { topic: string; payload: Buffer | string; retain: boolean; messageId?: number };

const statusTopic = (account: Account, deviceId: string) => account.topic(`devices/${deviceId}/status`);
const said = (packet: Published) => JSON.parse(String(packet.payload));

async function scene() {
  const account = new Account();
  const device = account.device();
  const display = await Client.connect(account, { clientId: account.apiKey().clientId() });
  const topic = statusTopic(account, device.deviceId);
  await display.subscribe(topic);
  const next = async () => {
    const packet = (await display.next("publish")) as Published;
    if (packet.messageId !== undefined) display.send({ cmd: "puback", messageId: packet.messageId });
    return said(packet);
  };
  return { account, device, display, topic, next };
}

describe("a device's status", () => {
  test("follows its connection, its commands and their proof", async () => {
    const { account, device, next } = await scene();
    const lamp = await Client.connect(account, device);
    const there = await next();
    expect(there).toEqual({
      state: "off",
      connected: true,
      since: expect.any(String),
      taken: null,
      taken_at: null,
      by: null,
      accepted_at: null,
    });
    await account.ask((calls) =>
      calls.devices.switchDevice(device.deviceId, "on", { actor: "browser", wait: 0 }),
    );
    const command = await lamp.next("publish");
    const accepted_at = expect.any(String);
    expect(await next()).toEqual({ ...there, state: "on", taken: false, by: "page", accepted_at });
    lamp.send({ cmd: "puback", messageId: command.messageId as number });
    expect(await next()).toEqual({
      ...there,
      state: "on",
      taken: true,
      by: "page",
      accepted_at,
      taken_at: expect.any(String),
    });
    lamp.cut();
    const gone = await next();
    expect(gone).toMatchObject({ state: "on", connected: false, taken: true });
    expect(gone.since >= there.since).toBe(true);
    const { sighting } = await account.ask((calls) => calls.devices.presence(device.deviceId));
    expect(gone.since).toBe(new Date(sighting.seenAt ?? 0).toISOString());
  });

  test("tells a command from an equal one before it by its time", async () => {
    const { account, device, next } = await scene();
    const rows = [];
    for (const guest of ["Anna", "Ben"]) {
      const how = { actor: "guest", guest, wait: 0 } as const;
      await account.ask((calls) => calls.devices.switchDevice(device.deviceId, "on", how));
      const presence = await account.ask((calls) => calls.devices.presence(device.deviceId));
      expect(presence).toMatchObject({ guest });
      const accepted_at = new Date(presence.command?.acceptedAt ?? 0).toISOString();
      expect(await next()).toMatchObject({ by: "guest", taken: false, accepted_at });
      rows.push(await inObject(account, "SELECT rowid, payload FROM retained"));
    }
    // the second one is live only
    expect(rows[1]).toEqual(rows[0]);
  });

  test("is retained, and deleted with the device", async () => {
    const { account, device, display, topic, next } = await scene();
    const lamp = await Client.connect(account, device);
    await next();
    const second = await Client.connect(account, { clientId: account.apiKey().clientId() });
    await second.subscribe(account.topic("devices/+/status"));
    const kept = (await second.next("publish")) as Published;
    expect([kept.topic, kept.retain, said(kept).connected]).toEqual([topic, true, true]);
    await account.change(() => account.remove(device));
    await lamp.end();
    expect((await next()).connected).toBe(false);
    expect(String(((await display.next("publish")) as Published).payload)).toBe("");
    const third = await Client.connect(account, { clientId: account.apiKey().clientId() });
    await third.subscribe(topic);
    expect(await third.messages()).toEqual([]);
  });

  test("is published in the classic profile, and not retained", async () => {
    const { account, device, next } = await scene();
    await account.change(() => Object.assign(account, { profile: "classic" }));
    await Client.connect(account, device);
    expect((await next()).connected).toBe(true);
    expect((await account.stub.usage()).retained).toBe(0);
  });

  test("names the clients, live only, when a further one comes or leaves: no row, and nothing for later readers", async () => {
    const { account, device, display, topic, next } = await scene();
    const since = async () =>
      (await account.ask((calls) => calls.clients.clients()))
        .filter(({ kind }) => kind === "device")
        .map((client) => new Date(client.since).toISOString())
        .sort()
        .reverse();
    const kept = () => inObject(account, "SELECT rowid, topic, payload FROM retained");
    await Client.connect(account, device, 5, { clientId: "first" });
    expect(await next()).not.toHaveProperty("clients");
    const before = await kept();
    vi.setSystemTime(Date.now() + 5000);
    const again = await Client.connect(account, device, 5, { clientId: "again" });
    const both = await since();
    const live = (await display.next("publish")) as Published & { qos: number };
    expect([live.topic, live.qos, live.retain]).toEqual([topic, 0, false]);
    expect(said(live).clients).toEqual(both);
    expect(both).toHaveLength(2);
    await again.leave();
    expect((await next()).clients).toEqual(both.slice(1));
    expect(await display.messages()).toEqual([]);
    expect(await kept()).toEqual(before);
  });

  test("names at most twenty clients, the newest", async () => {
    const { account, device, display, next } = await scene();
    await Client.connect(account, device, 5, { clientId: "0" });
    await next();
    for (let n = 1; n <= MAX_STATUS_CLIENTS + 2; n++) {
      vi.setSystemTime(Date.now() + 1000);
      await Client.connect(account, device, 5, { clientId: String(n) });
      const { clients } = await next();
      expect(clients).toHaveLength(Math.min(n + 1, MAX_STATUS_CLIENTS));
      expect(clients[0]).toBe(new Date().toISOString());
    }
    expect(await display.messages()).toEqual([]);
  });

  test("[T213] only the broker may publish it, also in wills; the log names attempts", async () => {
    const { account, device, display, topic, next } = await scene();
    const lamp = await Client.connect(account, device);
    await next();
    expect(await lamp.publishQos1(topic, "{}", { retain: true })).toBe(0x87);
    const key = await Client.connect(account, { clientId: account.apiKey().clientId() });
    expect(await key.publishQos1(topic, "{}")).toBe(0x87);
    const root = await Client.connect(account, account.root());
    expect(await root.publishQos1(`devices/${device.deviceId}/status`, "{}")).toBe(0x87);
    const will = { topic, payload: Buffer.from("{}"), qos: 0 as const, retain: false };
    const dying = await Client.connect(account, { clientId: account.apiKey().clientId() }, 5, { will });
    expect(dying.connack.reasonCode).toBe(0x87);
    expect(await display.messages()).toEqual([]);
    const tried = (await account.ask((calls) => calls.account.refusals())).map((each) => each.rule);
    expect(tried).toHaveLength(4);
    expect(tried.every((rule) => rule.includes("only the broker publishes"))).toBe(true);
  });

  test("is read by the device itself; a topic of that form without a device is an ordinary one", async () => {
    const { account, device, topic } = await scene();
    const lamp = await Client.connect(account, device);
    expect(await lamp.subscribe(topic)).toBe(1);
    expect(((await lamp.next("publish")) as Published).topic).toBe(topic);
    const other = account.device();
    expect(await lamp.subscribe(statusTopic(account, other.deviceId))).toBe(0x87);
    const root = await Client.connect(account, account.root());
    root.publish("devices/shelly1/status", "on", { qos: 1, messageId: 1 });
    expect(await root.next("puback")).toMatchObject({ cmd: "puback" });
  });
});

describe.each([4, 5] as const)("a command, level %i", (version) => {
  test("is delivered and never retained, from clients and wills", async () => {
    useLimits({ MQTT_MAX_RETAINED: 1 });
    const { account, join, reads, t } = newHome(version);
    const lamp = account.device();
    await account.rightsAdded();
    const topic = account.control(lamp.deviceId);
    const reader = await join();
    await reader.subscribe(t("devices/+/control"), 1, { rap: true });
    const writer = await join();
    writer.publish(t("full"), "x", { retain: true });
    expect(await writer.publishQos1(topic, '{"state":"on"}', { retain: true })).toBe(0);
    const payload = Buffer.from('{"state":"off"}');
    (await join({ will: { topic, payload, qos: 0, retain: true } })).cut();
    for (const state of ["on", "off"]) {
      const { payload: said, retain } = await reader.next("publish");
      expect([String(said), retain]).toEqual([`{"state":"${state}"}`, false]);
    }
    const late = await reads("#");
    const found = (await late.all()).flatMap((each) => (each.cmd === "publish" ? [each.topic] : []));
    // the first takes the one place for a retained message, so the lamp's status is not retained
    expect(found).toEqual([t("full")]);
  });
});
