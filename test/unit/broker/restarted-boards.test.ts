/** A device that begins a new session may have lost the state that it took. */

import { describe, expect, test } from "vitest";
import type { DeviceSighting } from "../../../broker/contract/account.ts";
import type { OnConnect } from "../../../broker/contract/control.ts";
import { isRestart } from "../../../broker/hub/devices/broker-messages.ts";
import { keysBefore } from "../../../broker/storage/switches.ts";
import { Account, nap } from "./support/account.ts";
import { Client, eventually } from "./support/client.ts";
import { BRIGHTNESS } from "./support/controls.ts";
import { prepare } from "./support/prepare.ts";
import { countRows } from "./support/rows.ts";

prepare({ MQTT_CONNECT_RATE: 0 });

const KEPT = { clean: false, properties: { sessionExpiryInterval: 600 } };

const said = ({ payload }: { payload: Buffer | string }): unknown => JSON.parse(String(payload));
const ack = (client: Client, packet: { messageId?: number }) =>
  client.send({ cmd: "puback", messageId: packet.messageId as number });

async function scene(onConnect: OnConnect) {
  const account = new Account();
  const device = { ...account.device(), clientId: "lamp" };
  const id = device.deviceId;
  account.controls.set(id, [BRIGHTNESS]);
  const settings = { deviceId: id, commandTtl: 86_400, autoOff: 0, offOnDisconnect: false };
  account.switching = [onConnect === "send" ? { ...settings, onConnect } : settings];
  const start = (options = {}) => Client.connect(account, device, 5, options);
  const order = (state: "on" | "off" | null, set = {}) =>
    account.ask((calls) => calls.devices.switchDevice(id, state, { actor: "api", wait: 0, set }));
  const look = async () => (await account.ask((calls) => calls.devices.presence(id))).sighting;
  const takes = async (client: Client) => {
    const command = await client.next("publish");
    ack(client, command);
    await eventually(look, ({ taken, takenBeforeConnect }) => taken === true && !takenBeforeConnect);
    return said(command);
  };
  const report = (client: Client, values: object) =>
    client.publishQos1(account.topic(`devices/${id}/telemetry`), JSON.stringify(values));
  const switches = async () => (await account.kept()).filter(({ actor }) => actor !== null).length;
  return { account, device, id, start, order, look, takes, report, switches };
}

/** The lamp is on, and then without power. */
async function powerCut(onConnect: OnConnect, options = {}) {
  const home = await scene(onConnect);
  const lamp = await home.start(options);
  await home.order("on", { brightness: 40 });
  await home.takes(lamp);
  await lamp.lose();
  await eventually(home.look, ({ connected }) => !connected);
  return home;
}

test("a session is a restart unless it is resumed, or took over one that began within ten seconds", () => {
  const at = (isNew: boolean, tookOver: number | null) => isRestart({ isNew, tookOver }, 60_000);
  expect(at(true, null)).toBe(true);
  expect(at(false, null)).toBe(false);
  expect(at(true, 50_000)).toBe(true);
  expect(at(true, 50_001)).toBe(false);
  expect(at(false, 10_000)).toBe(false);
});

describe("a board that wants its state", () => {
  test("is sent the last state and the wanted values once, which proves them again without an event", async () => {
    const { start, look, switches } = await powerCut("send");
    const before = await switches();
    const lamp = await start();
    const command = await lamp.next("publish");
    expect(said(command)).toEqual({ state: "on", brightness: 40 });
    expect(await look()).toMatchObject({ state: "on", taken: true, takenBeforeConnect: true });
    ack(lamp, command);
    await eventually(look, ({ takenBeforeConnect }) => !takenBeforeConnect);
    expect(await lamp.messages()).toEqual([]);
    expect(await switches()).toBe(before);
  });

  test("is sent it whatever it missed, as one message", async () => {
    const { start, order } = await powerCut("send");
    await order("off");
    const lamp = await start();
    expect(said(await lamp.next("publish"))).toEqual({ state: "off", brightness: 40 });
    expect(await lamp.messages()).toEqual([]);
  });

  test("is not sent it in a session that it resumes", async () => {
    const { start, look } = await powerCut("send", KEPT);
    const lamp = await start(KEPT);
    expect(await lamp.messages()).toEqual([]);
    expect((await look()).takenBeforeConnect).toBe(false);
  });

  test("is not sent it by a take-over within ten seconds, and the state is in doubt", async () => {
    const { start, order, takes, look } = await scene("send");
    const lamp = await start();
    await order("on");
    await takes(lamp);
    const next = await start();
    expect(await next.messages()).toEqual([]);
    expect((await look()).takenBeforeConnect).toBe(true);
  });

  test("does not lose a report that it makes before it handles the message", async () => {
    const { start, report, look } = await powerCut("send");
    const lamp = await start();
    const command = await lamp.next("publish");
    await report(lamp, { state: "off" });
    expect(await look()).toMatchObject({ state: "on", takenBeforeConnect: true });
    ack(lamp, command);
    await eventually(look, ({ takenBeforeConnect }) => !takenBeforeConnect);
  });
});

describe("a board that is sent nothing", () => {
  test("has a state from before its connection, also after a nap, until it is commanded", async () => {
    const { account, start, order, look, takes } = await powerCut("nothing");
    const lamp = await start();
    expect(await lamp.messages()).toEqual([]);
    expect(await look()).toMatchObject({ state: "on", taken: true, takenBeforeConnect: true });
    await nap(account);
    expect((await look()).takenBeforeConnect).toBe(true);
    await order("on");
    expect((await look()).takenBeforeConnect).toBe(false);
    await takes(lamp);
  });

  test("reports the state that it has: the same one is proven, another one is shown", async () => {
    const { start, report, look, switches } = await powerCut("nothing");
    const before = await switches();
    const lamp = await start();
    await report(lamp, { temperature: 20, brightness: 40 });
    expect((await look()).takenBeforeConnect).toBe(true);
    await report(lamp, { state: "off", ts: Date.now() - 3_600_000 });
    expect(await look()).toMatchObject({ state: "on", takenBeforeConnect: true });
    await report(lamp, { state: "ON" });
    expect(await look()).toMatchObject({ state: "on", taken: true, takenBeforeConnect: false });
    expect(await switches()).toBe(before);
    // a report proves only the state from before the session
    await report(lamp, { state: "off" });
    expect((await look()).state).toBe("on");
    await lamp.lose();
    await eventually(look, ({ connected }) => !connected);
    const again = await start();
    await report(again, { state: false });
    expect(await look()).toMatchObject({ state: "off", taken: true, takenBeforeConnect: false });
    expect(await switches()).toBe(before + 1);
  });

  test("says so on its status topic", async () => {
    const { account, id, start, report } = await powerCut("nothing");
    const display = await Client.connect(account, { clientId: account.apiKey().clientId() });
    await display.subscribe(account.topic(`devices/${id}/status`));
    expect(said(await display.next("publish"))).not.toHaveProperty("taken_before_connect");
    const lamp = await start();
    expect(said(await display.next("publish"))).toMatchObject({
      state: "on",
      taken: true,
      taken_before_connect: true,
    });
    await report(lamp, { state: "on" });
    expect(said(await display.next("publish"))).not.toHaveProperty("taken_before_connect");
  });

  test("is not in doubt while another connection of it lasts", async () => {
    const { account, device, start, order, takes, look } = await scene("nothing");
    const lamp = await start();
    await order("on");
    await takes(lamp);
    await Client.connect(account, { ...device, clientId: "phone" });
    expect((await look()).takenBeforeConnect).toBe(false);
  });
});

describe("the values of controls of a board that restarted", () => {
  const doubted = async (look: () => Promise<DeviceSighting>) => keysBefore(await look());

  test("are in doubt after a command of the state, which proves the state alone", async () => {
    const { start, order, takes, look } = await powerCut("nothing");
    const lamp = await start();
    await order("off");
    expect(await takes(lamp)).toEqual({ state: "off" });
    expect(await look()).toMatchObject({ taken: true, takenBeforeConnect: false });
    expect(await doubted(look)).toEqual(["brightness"]);
    await order(null, { brightness: 40 });
    await takes(lamp);
    expect(await doubted(look)).toEqual([]);
  });

  test("are in doubt after a command that it missed, except for those that this command had", async () => {
    const { start, order, takes, look } = await powerCut("nothing");
    await order("off");
    const lamp = await start();
    expect(await takes(lamp)).toEqual({ state: "off" });
    expect(await doubted(look)).toEqual(["brightness"]);
    await lamp.lose();
    await eventually(look, ({ connected }) => !connected);
    await order(null, { brightness: 70 });
    expect(await takes(await start())).toEqual({ state: "off", brightness: 70 });
    expect(await doubted(look)).toEqual([]);
  });

  test("are proven with the state where it is sent both, and in a session that it resumes", async () => {
    const { start, takes, look } = await powerCut("send");
    await takes(await start());
    expect(await doubted(look)).toEqual([]);
    const kept = await powerCut("nothing", KEPT);
    await kept.start(KEPT);
    expect(await doubted(kept.look)).toEqual([]);
  });

  test("are named by its status", async () => {
    const { account, id, start, order, takes } = await powerCut("nothing");
    const display = await Client.connect(account, { clientId: account.apiKey().clientId() });
    await display.subscribe(account.topic(`devices/${id}/status`));
    expect(said(await display.next("publish"))).not.toHaveProperty("set_before_connect");
    const lamp = await start();
    expect(said(await display.next("publish"))).toHaveProperty("set_before_connect", ["brightness"]);
    await order(null, { brightness: 41 });
    expect(said(await display.next("publish"))).not.toHaveProperty("set_before_connect");
    await takes(lamp);
  });
});

test("a second restart in doubt writes no row of the switch again", async () => {
  const { account, start, look } = await powerCut("nothing");
  const costs: number[] = [];
  for (let turn = 0; turn < 3; turn++) {
    let lamp: Client | undefined;
    const { written } = await countRows(account, async () => {
      lamp = await start();
    });
    costs.push(written);
    await (lamp as Client).lose();
    await eventually(look, ({ connected }) => !connected);
  }
  const [first, second, third] = costs as [number, number, number];
  expect([first - second, third]).toEqual([1, second]);
});
