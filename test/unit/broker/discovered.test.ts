/** Discovered devices: announced, adopted, switched by their own topics, proven by their state reports. */

import { describe, expect, test, vi } from "vitest";
import type { DiscoveredListItem } from "../../../broker/contract/discovered.ts";
import { RetainedMessages } from "../../../broker/storage/retained.ts";
import { besideItsAnnouncement, tasmota, zigbee2mqtt } from "../../support/announcing-devices.ts";
import { Account, nap } from "./support/account.ts";
import { Client } from "./support/client.ts";
import { adopt, connectPlug, press, scene } from "./support/discovered.ts";
import { prepare } from "./support/prepare.ts";

prepare();

describe.each([
  ["Tasmota", tasmota, "cmnd/tasmota_129D1F/POWER"],
  ["Zigbee2MQTT", zigbee2mqtt, "zigbee2mqtt/Kitchen lamp/set"],
])("a plug by %s", (source, make, commandTopic) => {
  test("is discovered, adopted, switched and proven", async () => {
    const { account, deviceId, found, sighting, obey } = await scene(make());
    expect(found).toMatchObject({ name: "Kitchen lamp", source, how: { commandTopic } });
    expect(await account.ask((calls) => calls.devices.found())).toEqual([]);
    expect(await sighting()).toMatchObject({ connected: true, state: null });
    const pressed = press(account, deviceId, "on");
    expect(await obey()).toEqual([commandTopic, "ON"]);
    expect(await pressed).toMatchObject({ connected: true, deliveredAt: expect.any(Number) });
    expect(await sighting()).toMatchObject({ connected: true, state: "on", taken: true });
    await nap(account);
    const again = press(account, deviceId, "off");
    expect(await obey()).toEqual([commandTopic, "OFF"]);
    expect(await again).toMatchObject({ deliveredAt: expect.any(Number) });
    expect(await account.events(deviceId)).toEqual(["turned_on", "turned_off"]);
  });

  test("is offline by its availability message, and gets the missed command when it returns", async () => {
    const { account, made, deviceId, sighting, client } = await scene(make());
    client.cut();
    await expect.poll(async () => (await sighting()).connected).toBe(false);
    expect(await press(account, deviceId, "on")).toMatchObject({ connected: false, deliveredAt: null });
    const back = await connectPlug(account, made);
    expect(await back.obey()).toEqual([commandTopic, "ON"]);
    expect(await sighting()).toMatchObject({ connected: true, state: "on", taken: true });
    expect(await account.events(deviceId)).toEqual(["disconnected", "turned_on", "connected"]);
  });

  test("reports the press of its own button", async () => {
    const { account, made, deviceId, say, sighting } = await scene(make());
    await say(made.pressed("ON"));
    expect(await sighting()).toMatchObject({ state: "on", taken: true });
    // a repeated report has no effect
    await say(made.pressed("ON"));
    const kept = await account.kept();
    expect(kept.map(({ type, actor }) => [type, actor])).toEqual([["turned_on", "device"]]);
    expect((await account.ask((calls) => calls.devices.presence(deviceId))).command?.actor).toBe("device");
  });
});

test.each<[string, number[], (state: string) => [string, string][]]>([
  [
    "POWER1 and RESULT, with SetOption26",
    [1, 0],
    (state) => [
      ["stat RESULT", JSON.stringify({ POWER1: state })],
      ["stat POWER1", state],
    ],
  ],
  ["POWER1 alone, with SetOption4", [1], (state) => [["stat POWER1", state]]],
  ["RESULT alone", [1], (state) => [["stat RESULT", JSON.stringify({ POWER: state })]]],
  [
    "STATE alone",
    [1],
    (state) => [["tele STATE", JSON.stringify({ Time: "2026-11-26T12:00:00", Vcc: 3.1, POWER: state })]],
  ],
  [
    "STATE of the first of two relays",
    [1, 1],
    (state) => [["tele STATE", JSON.stringify({ POWER1: state, POWER2: state === "ON" ? "OFF" : "ON" })]],
  ],
  ["RESULT of a light", [2], (state) => [["stat RESULT", JSON.stringify({ POWER: state, Dimmer: 40 })]]],
])("a plug by Tasmota is taken, and its button is seen, on %s", async (_, rl, reports) => {
  const { account, made, deviceId, sighting, obey, say } = await scene(tasmota(reports, rl));
  const pressed = press(account, deviceId, "on");
  await obey();
  expect(await pressed).toMatchObject({ deliveredAt: expect.any(Number) });
  expect(await sighting()).toMatchObject({ state: "on", taken: true });
  await say(made.pressed("OFF"));
  expect(await sighting()).toMatchObject({ state: "off", taken: true });
  // of another relay, or no relay at all
  await say([
    ["stat/tasmota_129D1F/RESULT", '{"POWER2":"ON"}'],
    ["stat/tasmota_129D1F/RESULT", '{"Command":"Unknown"}'],
    ["stat/tasmota_129D1F/POWER2", "ON"],
    ["tele/tasmota_129D1F/STATE", "[]"],
  ]);
  expect(await account.events(deviceId)).toEqual(["turned_on", "turned_off"]);
});

test("a plug by Tasmota has the newest state that is retained at its adoption", async () => {
  const made = tasmota();
  const retained = (at: number, topic: string, payload: string) => made.birth.splice(at, 0, [topic, payload]);
  retained(0, "tele/tasmota_129D1F/STATE", '{"POWER1":"OFF"}');
  retained(1, "stat/tasmota_129D1F/POWER1", "ON");
  const { account, deviceId, sighting } = await scene(made);
  expect(await sighting()).toMatchObject({ state: "on", taken: true });
  expect(await account.events(deviceId)).toEqual(["turned_on"]);
});

test.each([
  ["a switch", "homeassistant/switch/sprinkler", {}],
  ["a light", "homeassistant/light/pantry", { schema: "json", brightness: true }],
  ["a switch of a node", "homeassistant/switch/hub/111", {}],
])("%s whose topics stand beside its announcement is switched and proven", async (_, base, more) => {
  const { account, deviceId, sighting, obey } = await scene(besideItsAnnouncement(base, more));
  expect(await sighting()).toMatchObject({ connected: true });
  const pressed = press(account, deviceId, "on");
  expect((await obey())[0]).toBe(`${base}/set`);
  expect(await pressed).toMatchObject({ deliveredAt: expect.any(Number) });
  expect(await sighting()).toMatchObject({ state: "on", taken: true });
});

describe("the list of discovered devices", () => {
  const announce = async (account: Account, announcements: [topic: string, payload: string][]) => {
    const client = await Client.connect(account, account.root(), 4);
    for (const [topic, payload] of announcements) client.publish(topic, payload, { retain: true });
    await client.all();
    return (await account.ask((calls) => calls.devices.found())) as DiscoveredListItem[];
  };

  test("[F440] names an announcement that expands itself, without reading it", async () => {
    const bomb = {
      rl: Array(3000).fill(1),
      ft: `%prefix%/${"x".repeat(200_000)}/`,
      t: "t",
      tp: ["c", "s", "t"],
    };
    const parts = Object.fromEntries(
      Array.from({ length: 4000 }, (_, at) => [`c${at}`, { p: "light", cmd_t: "x" }]),
    );
    const list = await announce(new Account(), [
      ["tasmota/discovery/X/config", JSON.stringify(bomb)],
      ["homeassistant/device/Y/config", JSON.stringify({ cmps: parts })],
    ]);
    expect(list.map(({ name }) => name).toSorted()).toEqual(["X", "Y"]);
    for (const { how } of list) expect("whyNot" in how && how.whyNot).toContain("16,384 bytes");
  });

  test("[F441] has at most 200 rows, and says that there are more", async () => {
    const lamp = JSON.stringify({ cmd_t: "lamp/set" });
    const place = (at: number) => `homeassistant/light/l${at}/config`;
    const lamps = Array.from({ length: 201 }, (_, at): [string, string] => [place(at), lamp]);
    const account = new Account();
    expect((await announce(account, lamps.slice(1))).filter(({ truncated }) => truncated)).toEqual([]);
    const list = await announce(account, lamps.slice(0, 1));
    expect(list).toHaveLength(200);
    expect(list.map(({ truncated }) => truncated)).toEqual([...Array(199).fill(false), true]);
  });

  test("[F441] is read once for calls within a second, and again after each change", async () => {
    const account = new Account();
    const lamp = JSON.stringify({ cmd_t: "lamp/set" });
    const places = [1, 2].map((at) => `homeassistant/light/l${at}/config`);
    vi.useFakeTimers({ toFake: ["Date"] });
    // connecting reads the rights again, and with them the adopted devices
    const client = await Client.connect(account, account.root(), 4);
    const list = async (place: number, payload: string) => {
      client.publish(places[place] as string, payload, { retain: true });
      await client.all();
      return (await account.ask((calls) => calls.devices.found())) as DiscoveredListItem[];
    };
    const reads = vi.spyOn(RetainedMessages.prototype, "at");
    expect(await list(0, lamp)).toHaveLength(1);
    const before = reads.mock.calls.length;
    for (let n = 0; n < 20; n++) await account.ask((calls) => calls.devices.found());
    expect(reads.mock.calls.length).toBe(before);
    vi.setSystemTime(Date.now() + 1000);
    await account.ask((calls) => calls.devices.found());
    expect(reads.mock.calls.length).toBe(before + 1);
    expect(await list(1, lamp)).toHaveLength(2);
    expect(await list(0, "")).toHaveLength(1);
    const [porch] = await list(1, JSON.stringify({ cmd_t: "lamp/set", name: "Porch" }));
    expect(porch?.name).toBe("Porch");
    await adopt(account, porch as DiscoveredListItem);
    expect(await account.ask((calls) => calls.devices.found())).toEqual([]);
  });

  test("[F441] has at most 256 KB", async () => {
    const topic = (at: number) => `${"t".repeat(450)}/${at}`;
    const payload = "p".repeat(250);
    const lamp = (at: number) =>
      JSON.stringify({
        cmd_t: topic(at),
        stat_t: topic(at),
        pl_on: payload,
        pl_off: payload,
        avty: Array.from({ length: 8 }, (_, n) => ({
          t: topic(n),
          pl_avail: payload,
          pl_not_avail: payload,
        })),
      });
    const place = (at: number) => `homeassistant/light/l${at}/config`;
    const list = await announce(
      new Account(),
      Array.from({ length: 100 }, (_, at): [string, string] => [place(at), lamp(at)]),
    );
    expect(JSON.stringify(list).length).toBeLessThanOrEqual(270_000);
    expect(list.at(-1)?.truncated).toBe(true);
  });
});

describe("a discovered device", () => {
  test("[F277] a report of the state before the command is neither a switch nor a proof", async () => {
    const { account, made, deviceId, say, sighting, client } = await scene();
    await say(made.pressed("OFF"));
    const pressed = press(account, deviceId, "on");
    await client.next("publish");
    await say(made.pressed("OFF"));
    expect(await sighting()).toMatchObject({ state: "on", taken: false });
    await say(made.pressed("ON"));
    expect(await pressed).toMatchObject({ deliveredAt: expect.any(Number) });
    expect(await account.events(deviceId)).toEqual(["turned_on"]);
  });

  test("has a status topic, and switches off after a lost connection if set so", async () => {
    const { account, deviceId, obey, client } = await scene();
    account.switching.push({ deviceId, commandTtl: 60, autoOff: 0, offOnDisconnect: true });
    await account.change(() => {});
    const display = await Client.connect(account, account.root());
    const pressed = press(account, deviceId, "on");
    await obey();
    await pressed;
    client.cut();
    await expect.poll(() => account.events(deviceId)).toEqual(["turned_on", "disconnected", "turned_off"]);
    await display.subscribe(`devices/${deviceId}/status`);
    const status = JSON.parse(String((await display.next("publish")).payload));
    expect(status).toMatchObject({ state: "off", connected: false, taken: false, by: "auto-off" });
  });

  test("[T252] is not offered where its commands would go to another device, and keeps its topics after adoption", async () => {
    const { account, made, deviceId, say, obey } = await scene();
    const lamp = account.device();
    await account.rightsAdded();
    const topic = `devices/${lamp.deviceId}/control`;
    const trap = JSON.stringify({ name: "Trap", cmd_t: topic, pl_on: '{"state":"on"}' });
    await say([["homeassistant/switch/trap/config", trap]], true);
    const [listed] = (await account.ask((calls) => calls.devices.found())) as DiscoveredListItem[];
    expect(listed?.how).toEqual({ whyNot: expect.stringContaining("a device of this account") });
    await say([[made.place, JSON.stringify({ ...made.announcement, t: "elsewhere" })]], true);
    const pressed = press(account, deviceId, "on");
    expect(await obey()).toEqual(["cmnd/tasmota_129D1F/POWER", "ON"]);
    await pressed;
  });

  test("is listed while its announcement is retained, with the reason if it cannot be switched", async () => {
    const account = new Account();
    const client = await Client.connect(account, account.root());
    const place = "homeassistant/switch/pool/config";
    const payload = JSON.stringify({
      name: "Pool",
      cmd_t: "p",
      stat_t: "s",
      val_tpl: "{{ value_json.a + 1 }}",
    });
    client.publish(place, payload, { retain: true });
    await client.all();
    const list = async () => (await account.ask((calls) => calls.devices.found())) as DiscoveredListItem[];
    expect((await list())[0]?.how).toEqual({ whyNot: expect.stringContaining("more than a path") });
    client.publish(place, "", { retain: true });
    await client.all();
    expect(await list()).toEqual([]);
  });
});
