/** Controls of a device: values beside the state, in the same message, with the same proof. */

import { describe, expect, test, vi } from "vitest";
import type { Control } from "../../../broker/contract/controls.ts";
import { nap, useLimits } from "./support/account.ts";
import { Client, eventually } from "./support/client.ts";
import { BRIGHTNESS } from "./support/controls.ts";
import { newHome } from "./support/home.ts";
import { prepare } from "./support/prepare.ts";
import { at, NOON, schedule as planned } from "./support/schedules.ts";

prepare({ MQTT_CONNECT_RATE: 0 }, NOON - 30_000);

const NAMED = { name: null, unit: null };
const CONTROLS: Control[] = [
  BRIGHTNESS,
  { key: "mode", kind: "choice", options: ["eco", "boost"], ...NAMED },
  { key: "reset", kind: "button", ...NAMED },
];

function scene() {
  const { account, join, reads } = newHome(5);
  const device = account.device();
  const id = device.deviceId;
  account.controls.set(id, CONTROLS);
  const lamp = (options: Parameters<typeof Client.connect>[3] = {}) =>
    Client.connect(account, device, 5, options);
  const set = (values: Record<string, unknown>, state: "on" | "off" | null = null, wait = 0) =>
    account.ask((calls) => calls.devices.switchDevice(id, state, { actor: "api", wait, set: values }));
  const presence = () => account.ask((calls) => calls.devices.presence(id));
  const wanted = async () =>
    Object.entries((await presence()).sighting.wanted).map(([key, { value }]) => [key, value]);
  return { account, device, id, join, reads, lamp, set, presence, wanted };
}

const said = ({ payload }: { payload: Buffer | string }): unknown => JSON.parse(String(payload));
const ack = (client: Client, packet: { messageId?: number }) =>
  client.send({ cmd: "puback", messageId: packet.messageId as number });

describe("a command with values", () => {
  test("is one message with the state, and taken by one acknowledgement", async () => {
    const { set, lamp, account, wanted } = scene();
    const client = await lamp();
    const outcome = set({ brightness: 40, reset: true }, "on", 10);
    const command = await client.next("publish");
    expect(said(command)).toEqual({ state: "on", brightness: 40, reset: true });
    ack(client, command);
    expect(await outcome).toMatchObject({
      deliveredAt: expect.any(Number),
      set: { brightness: 40, reset: true },
    });
    // a button is pressed once, and not wanted afterwards
    expect(await wanted()).toEqual([["brightness", 40]]);
    const events = (await account.kept()).filter(({ actor }) => actor !== null);
    expect(events).toMatchObject([{ type: "turned_on", set: { brightness: 40, reset: true } }]);
  });

  test("without a state keeps the present one", async () => {
    const { set, lamp } = scene();
    const client = await lamp();
    await set({ brightness: 1 });
    expect(said(await client.next("publish"))).toEqual({ state: "off", brightness: 1 });
    await set({}, "on");
    expect(said(await client.next("publish"))).toEqual({ state: "on" });
    await set({ mode: "eco" });
    expect(said(await client.next("publish"))).toEqual({ state: "on", mode: "eco" });
  });

  test("out of bounds is refused before anything happens", async () => {
    const { set, lamp, account, wanted } = scene();
    const client = await lamp();
    for (const values of [
      { brightness: 101 },
      { brightness: "40" },
      { colour: 1 },
      { mode: "eco", reset: 1 },
    ]) {
      expect(await set(values, "on")).toMatchObject({ mistake: { key: expect.any(String) } });
    }
    expect(await client.messages()).toEqual([]);
    expect(await wanted()).toEqual([]);
    expect((await account.kept()).filter(({ actor }) => actor !== null)).toEqual([]);
  });

  test("stands in the status topic, beside the state", async () => {
    const { set, reads, id } = scene();
    const display = await reads(`devices/${id}/status`);
    await set({ brightness: 40 }, "on");
    expect(said(await display.next("publish"))).toMatchObject({ state: "on", set: { brightness: 40 } });
  });
});

test("two people at once: each value that is not replaced stays wanted, and one proof takes the last command", async () => {
  const { set, lamp, wanted, presence } = scene();
  const client = await lamp();
  const [first, second] = [set({ brightness: 10, mode: "eco" }, "on", 10), set({ brightness: 20 }, null, 10)];
  const packets = [await client.next("publish"), await client.next("publish")];
  expect(packets.map(said)).toEqual([
    { state: "on", brightness: 10, mode: "eco" },
    { state: "on", brightness: 20 },
  ]);
  for (const packet of packets) ack(client, packet);
  // the first one was replaced before the device took it
  expect(await first).toMatchObject({ deliveredAt: null });
  expect(await second).toMatchObject({ deliveredAt: expect.any(Number) });
  expect(new Map((await wanted()) as [string, unknown][])).toEqual(
    new Map<string, unknown>([
      ["brightness", 20],
      ["mode", "eco"],
    ]),
  );
  expect((await presence()).sighting).toMatchObject({ state: "on", taken: true });
});

test("a device that reports another type changes no wanted value", async () => {
  const { account, id, set, lamp, wanted, presence } = scene();
  const client = await lamp();
  await set({ brightness: 40 }, "on");
  ack(client, await client.next("publish"));
  for (const brightness of ["bright", true, 40]) {
    client.publish(account.topic(`devices/${id}/telemetry`), JSON.stringify({ brightness }));
    await client.all();
    const { sighting } = await presence();
    expect(sighting.values).toMatchObject([{ key: "brightness", value: brightness }]);
    expect(await wanted()).toEqual([["brightness", 40]]);
  }
});

describe("a control message over MQTT", () => {
  test("with declared keys sets them, and without state leaves the state", async () => {
    const { account, id, join, lamp, wanted, presence } = scene();
    const client = await lamp();
    const writer = await join();
    writer.publish(account.control(id), '{"state":"on","brightness":40}', { qos: 1, messageId: 1 });
    ack(client, await client.next("publish"));
    writer.publish(account.control(id), '{"brightness":50,"other":1}', { qos: 1, messageId: 2 });
    expect(String((await client.next("publish")).payload)).toBe('{"brightness":50,"other":1}');
    await eventually(wanted, (values) => values[0]?.[1] === 50);
    expect((await presence()).command).toMatchObject({ state: "on", actor: "api" });
    writer.publish(account.control(id), '{"other":1}', { qos: 1, messageId: 3 });
    await eventually(presence, ({ command }) => command?.state === "off");
  });

  test("out of bounds is delivered, changes nothing, and is an error with its key", async () => {
    const { account, id, join, lamp, wanted, presence } = scene();
    const client = await lamp();
    const writer = await join();
    writer.publish(account.control(id), '{"state":"on","brightness":400}', { qos: 1, messageId: 1 });
    expect(said(await client.next("publish"))).toEqual({ state: "on", brightness: 400 });
    const [errored] = await eventually(
      async () => (await account.kept()).filter(({ type }) => type === "errored"),
      (found) => found.length > 0,
    );
    expect(errored?.mistake).toEqual({
      reason: "brightness is `400`, which it does not accept.",
      remedy: "Send a number from 0 to 100, in steps of 1 from 0.",
      key: "brightness",
    });
    expect(await wanted()).toEqual([]);
    expect((await presence()).command).toBeNull();
  });

  test("out of bounds says so to its sender, and a long one within them does not", async () => {
    const { account, id, lamp } = scene();
    account.controls.set(id, [BRIGHTNESS, { key: "note", kind: "text", ...NAMED }]);
    const client = await lamp();
    const say = async (messageId: number, payload: object) => {
      const text = JSON.stringify(payload);
      client.publish(account.control(id), text, { qos: 1, messageId });
      return (await client.next("puback")).properties?.reasonString;
    };
    expect(await say(1, { brightness: 400 })).toBe(
      "brightness is `400`, which it does not accept. Send a number from 0 to 100, in steps of 1 from 0.",
    );
    // longer than a message without controls may be
    expect(await say(2, { note: "x".repeat(200), other: "y".repeat(2000) })).toBeUndefined();
  });

  test("of the device itself is taken already", async () => {
    const { account, id, lamp, presence, wanted } = scene();
    const client = await lamp();
    client.publish(account.control(id), '{"state":"on","brightness":7}', { qos: 1, messageId: 1 });
    const { command } = await eventually(presence, (found) => found.command !== null);
    expect(command).toMatchObject({ state: "on", actor: "device", deliveredAt: expect.any(Number) });
    expect(await wanted()).toEqual([["brightness", 7]]);
  });
});

describe("a device that was away", () => {
  test("gets one message with the state and every value that it has not acknowledged", async () => {
    const { set, lamp, account } = scene();
    const before = await lamp();
    await set({ mode: "eco" }, "on");
    ack(before, await before.next("publish"));
    await before.all();
    before.cut();
    await set({ brightness: 10 });
    await set({ brightness: 20, reset: true });
    await set({}, "off");
    await nap(account);
    const back = await lamp();
    const command = await back.next("publish");
    expect(said(command)).toEqual({ state: "off", brightness: 20 });
    ack(back, command);
    await back.all();
    back.cut();
    // everything is taken: nothing is sent again
    const again = await lamp();
    expect(await again.messages()).toEqual([]);
  });

  test("does not get values that its controls lost meanwhile, or that are too old", async () => {
    const { set, lamp, account, id, wanted, reads } = scene();
    await set({ brightness: 80, mode: "boost" }, "on");
    const display = await reads(`devices/${id}/status`);
    await account.change(() => {
      account.controls.set(id, [{ ...BRIGHTNESS, max: 50 }, ...CONTROLS.slice(1)]);
    });
    expect(await wanted()).toEqual([["mode", "boost"]]);
    const status = await eventually(
      async () => said(await display.next("publish")) as { set?: object },
      (found) => found.set !== undefined && !("brightness" in found.set),
    );
    expect(status.set).toEqual({ mode: "boost" });
    const back = await lamp();
    expect(said(await back.next("publish"))).toEqual({ state: "on", mode: "boost" });
    back.cut();
    vi.setSystemTime(NOON + 86_400_001);
    await set({ brightness: 5 });
    const late = await lamp();
    expect(said(await late.next("publish"))).toEqual({ state: "on", brightness: 5 });
  });
});

test("a schedule sets values, without those that no longer fit", async () => {
  const { account, id, lamp } = scene();
  const client = await lamp();
  await planned(account, id, { timing: { at: NOON }, set: { brightness: 30, mode: "gone" } });
  await at(account, NOON);
  expect(said(await client.next("publish"))).toEqual({ state: "on", brightness: 30 });
});

test("commands above the event rate are summed with the last values", async () => {
  useLimits({ EVENT_RATE: 1 });
  const { set, account } = scene();
  for (let brightness = 1; brightness <= 30; brightness++) await set({ brightness }, "on");
  vi.setSystemTime(NOON + 11_000);
  await set({ brightness: 31 }, "on");
  const summed = (await account.kept()).filter(({ count }) => count > 1);
  expect(summed).toMatchObject([{ type: "turned_on", set: { brightness: 30 } }]);
});

test("above the event rate, moved sliders and switches are summed apart", async () => {
  useLimits({ EVENT_RATE: 1 });
  const { set, account } = scene();
  for (let brightness = 1; brightness <= 30; brightness++) await set({ brightness });
  await set({ brightness: 50 }, "on");
  vi.setSystemTime(NOON + 11_000);
  await set({ brightness: 31 });
  const kept = await account.kept();
  const moved = kept.filter(({ count }) => count > 1);
  expect(moved).toMatchObject([{ isStateKept: true, set: { brightness: 30 } }]);
  const switched = kept.filter(({ isStateKept }) => !isStateKept);
  expect(switched).toMatchObject([{ type: "turned_on", count: 1, set: { brightness: 50 } }]);
});
