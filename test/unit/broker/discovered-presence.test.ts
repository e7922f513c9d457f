/**
 * Presence of adopted devices: availability messages as Home Assistant reads them, as long as the account has
 * the device.
 */

import { describe, expect, test } from "vitest";
import type { DiscoveredSwitch } from "../../../broker/contract/discovered.ts";
import { Account, nap } from "./support/account.ts";
import { Client } from "./support/client.ts";
import { adopt, press } from "./support/discovered.ts";
import { prepare } from "./support/prepare.ts";

prepare();

const SAID = { path: [], online: "here", offline: "away" };
const LAMP: DiscoveredSwitch = {
  commandTopic: "lamp/set",
  payloadOn: "1",
  payloadOff: "0",
  retain: false,
  state: { topic: "lamp", path: [], on: "1", off: "0" },
  availability: [{ topic: "lamp/there", ...SAID }],
  availabilityMode: "latest",
};

/** Adopts a lamp where these messages are retained. */
async function lamp(more: Partial<DiscoveredSwitch> = {}, retained: Record<string, string> = {}) {
  const account = new Account();
  const house = await Client.connect(account, account.root(), 4);
  const say = async (topic: string, payload: string, retain = false) => {
    house.publish(topic, payload, { retain });
    await house.all();
  };
  for (const [topic, payload] of Object.entries(retained)) await say(topic, payload, true);
  const listed = {
    id: "",
    place: "p/config",
    name: "Lamp",
    source: "",
    how: { ...LAMP, ...more },
    truncated: false,
  };
  const deviceId = await adopt(account, listed);
  const sighting = async () => (await account.ask((calls) => calls.devices.presence(deviceId))).sighting;
  const isThere = async () => (await sighting()).connected;
  return { account, deviceId, house, say, sighting, isThere };
}

describe("a discovered device", () => {
  test("[F310] is online according to its availability, retained or not, also after a nap", async () => {
    const { account, deviceId, say, isThere } = await lamp();
    // it never reported
    expect(await isThere()).toBe(false);
    await say("lamp/there", "here");
    expect(await isThere()).toBe(true);
    await nap(account);
    expect(await isThere()).toBe(true);
    await say("lamp/there", "away");
    expect(await isThere()).toBe(false);
    expect(await account.events(deviceId)).toEqual(["connected", "disconnected"]);
  });

  test("[F311] ignores unknown availability words and the removal of the retained one", async () => {
    const { account, deviceId, say, isThere } = await lamp({}, { "lamp/there": "here" });
    expect(await isThere()).toBe(true);
    await say("lamp/there", "busy", true);
    await say("lamp/there", "", true);
    expect(await isThere()).toBe(true);
    expect(await account.events(deviceId)).toEqual([]);
  });

  test.each([
    ["all", [false, false, true, false]],
    ["any", [false, true, true, true]],
    ["latest", [false, true, true, false]],
  ] as const)("with two availability topics, in mode %s", async (availabilityMode, expected) => {
    const availability = ["bridge/there", "lamp/there"].map((topic) => ({ topic, ...SAID }));
    const { say, isThere } = await lamp({ availability, availabilityMode });
    const seen = [await isThere()];
    for (const [who, word] of [
      ["bridge", "here"],
      ["lamp", "here"],
      ["bridge", "away"],
    ]) {
      await say(`${who}/there`, word as string);
      seen.push(await isThere());
    }
    expect(seen).toEqual(expected);
  });

  test("uses the latest of several availability messages that are retained at its adoption", async () => {
    const availability = ["lamp/there", "bridge/there"].map((topic) => ({ topic, ...SAID }));
    const { isThere } = await lamp({ availability }, { "bridge/there": "here", "lamp/there": "away" });
    expect(await isThere()).toBe(false);
  });

  test("[F312] has its retained state at adoption, and its status is published", async () => {
    const retained = { "lamp/there": "here", lamp: "1" };
    const { account, deviceId, house, sighting } = await lamp({}, retained);
    expect(await sighting()).toMatchObject({ connected: true, state: "on", taken: true });
    expect(await account.events(deviceId)).toEqual(["turned_on"]);
    await house.subscribe(`devices/${deviceId}/status`, 0);
    const status = JSON.parse(String((await house.next("publish")).payload));
    expect(status).toMatchObject({ state: "on", connected: true, taken: true, by: "mqtt" });
  });

  test("[F313] without a state topic gets the missed command, and proves none", async () => {
    const { account, deviceId, say, sighting } = await lamp({ state: null });
    const plug = await Client.connect(account, account.root());
    await plug.subscribe("lamp/set", 0);
    await press(account, deviceId, "on");
    expect(await plug.messages()).toEqual(["1"]);
    expect(await sighting()).toMatchObject({ state: "on", taken: false });
    await say("lamp/there", "here");
    expect(await plug.messages()).toEqual(["1"]);
    expect(await sighting()).toMatchObject({ state: "on", taken: null });
    await say("lamp/there", "away");
    await say("lamp/there", "here");
    expect(await plug.messages()).toEqual([]);
  });

  test("[F314] whose commands are retained has none retained where the account retains nothing", async () => {
    const { account, deviceId } = await lamp({ retain: true }, { "lamp/there": "here" });
    const retained = async () => (await account.stub.usage()).retained;
    await account.change(() => Object.assign(account, { profile: "classic" }));
    const before = await retained();
    await press(account, deviceId, "on", 0);
    expect(await retained()).toBe(before);
    await account.change(() => Object.assign(account, { profile: "full" }));
    await press(account, deviceId, "off", 0);
    expect(await retained()).toBe(before + 1);
  });

  test("leaves no stored report when it is deleted", async () => {
    const { account, deviceId, say, isThere } = await lamp({}, { "lamp/there": "here" });
    await account.change(() => {
      account.bareDevices.splice(0);
      account.found.clear();
    });
    await say("lamp/there", "away");
    expect(await isThere()).toBe(false);
    expect(await account.events(deviceId)).toEqual([]);
  });
});
