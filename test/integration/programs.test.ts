/**
 * The guide's programs of a device, in each language and over both ways to the broker: a WebSocket and TCP, or TCP and the
 * bridge. Sketches are compiled against doubles of their libraries' documented interfaces; MQTT.js makes the doubles'
 * requests to the broker, with the sketch's address and login. Configurations of ESPHome are played.
 */

import { connectAsync } from "mqtt";
import { afterEach, beforeAll, describe, expect, inject, it } from "vitest";
import type { OnConnect } from "../../broker/contract/control.ts";
import { controlTopic } from "../../broker/contract/topics.ts";
import type { SnippetValues } from "../../web/src/features/guide/programs/fill.ts";
import type { DeviceDetail } from "../../worker/contract/devices.ts";
import type { LastValue } from "../../worker/contract/series.ts";
import { type BridgeProcess, startBridge } from "../support/bridge-process.ts";
import { isSketch, newProgramAccount, overTcp } from "../support/program-account.ts";
import { type Gate, openGate } from "../support/refusing-gate.ts";
import { startSketchNetwork } from "../support/sketch-network.ts";
import { copySnippet, type RunningSnippet } from "../support/snippet.ts";
import { until } from "../support/until.ts";

const baseUrl = inject("baseUrl");
const { account, channel, values: shared } = await newProgramAccount(baseUrl);

type Way = "WebSocket" | "TCP" | "bridge";
const LANGUAGES: readonly [end: string, ways: readonly Way[]][] = [
  ["_esp32.ino", ["WebSocket", "TCP"]],
  ["_idf.c", ["WebSocket", "TCP"]],
  ["_arduino_tcp.ino", ["TCP", "bridge"]],
  ["_micropython.py", ["WebSocket", "TCP"]],
  ["_esphome_tcp.yaml", ["TCP", "bridge"]],
  [".py", ["WebSocket", "TCP"]],
  [".js", ["WebSocket", "TCP"]],
  ["_tcp.sh", ["TCP", "bridge"]],
];
const ALL = LANGUAGES.flatMap(([end, ways]) => ways.map((way) => [end, way] as const));

let bridge: BridgeProcess;
beforeAll(async () => {
  bridge = await startBridge([
    "--listen",
    "127.0.0.1:any",
    "--to",
    new URL("/mqtt", baseUrl).href.replace("http", "ws"),
  ]);
  return () => bridge.stop();
});

const ending: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ending.splice(0).reverse()) await end();
});

/** The addresses in a program's settings, with a gate before the product or the bridge. */
function addressed(values: SnippetValues, way: Way, gate: Gate): SnippetValues {
  const near = { ...values, TCP_HOST: "127.0.0.1", TCP_PORT: String(gate.port) };
  if (way !== "WebSocket") return overTcp(near);
  const url = new URL(values.BROKER_URL);
  url.port = String(gate.port);
  return { ...near, BROKER_URL: url.href };
}

const farPort = (way: Way): number => {
  if (way === "bridge") return bridge.ports[0] ?? 0;
  return Number(way === "TCP" ? shared.TCP_PORT : new URL(baseUrl).port);
};

/** Values each second instead of every ten. */
const faster = (code: string) =>
  code.replace(/(?<=EVERY( =)? )10000|10_000/, "1000").replace(/(?<=sleep[ (]|update_interval: )10/, "1");

/** A new device with a brightness, and its program behind a gate. */
async function home(name: string, way: Way, onConnect: OnConnect = "nothing") {
  const device = await account.newDevice("Lamp", [channel]);
  const path = `/v0/devices/on-off/${device.id}/`;
  ending.push(() => account.call("DELETE", path));
  const controls = [{ key: "brightness", kind: "number", min: 0, max: 100 }];
  const body = { name: device.name, channels: [channel.id], controls, on_connect: onConnect };
  await account.call("PUT", path, body);
  const gate = await openGate(farPort(way));
  ending.push(gate.close);
  const values = addressed({ ...shared, DEVICE_ID: device.id }, way, gate);
  const copy = await copySnippet(name, values, faster);
  ending.push(copy.remove);
  const read = () => account.call<DeviceDetail>("GET", path);
  const isConnected = async () => (await read()).connected;
  const powerOn = async () => {
    const program = copy.start();
    const endNetwork = isSketch(name) ? startSketchNetwork(program) : () => {};
    const off = async () => {
      await program.kill();
      await endNetwork();
    };
    ending.push(off);
    await until("the device", isConnected).catch((error: Error) => {
      throw new Error(`${error.message} It said: ${program.lines.join("\n")}`);
    });
    return { ...program, off };
  };
  const cut = async () => {
    gate.shut();
    await until("the loss", async () => !(await isConnected()));
    gate.open();
    await until("the device to be back", isConnected);
  };
  const order = (command: object) => account.call("POST", `${path}switch/`, { ...command, wait: 10 });
  /** Delivered to the device, but no commands: no JSON, and a message of its channel. */
  const publishGarbage = async () => {
    const client = await connectAsync(`mqtt://${shared.TCP_HOST}:${shared.TCP_PORT}`, {
      clientId: `${shared.API_KEY}__garbage`,
    });
    await client.publishAsync(controlTopic(account.userId, device.id), "garbage", { qos: 1 });
    await client.publishAsync(`${account.userId}/${channel.topic}`, '{"state":"off"}', { qos: 1 });
    await client.endAsync();
  };
  return { device, path, read, powerOn, cut, order, publishGarbage };
}

const pin = (name: string, on: boolean) =>
  isSketch(name) ? `pin\t13\t${on ? 1 : 0}` : `Pin 13 is ${on ? "on" : "off"}`;
const count = ({ lines }: RunningSnippet, line: string) => lines.filter((each) => each === line).length;

describe.each(ALL)("a program %s over %s", (end, way) => {
  it("follows the switch, comes back after a loss, and after a power cut is as its comment says", async () => {
    const name = `device${end}`;
    const { powerOn, cut, order, publishGarbage } = await home(name, way, "send");
    const program = await powerOn();
    await order({ state: true });
    await program.untilSaid(pin(name, true));
    await publishGarbage();
    await order({ state: true });
    await until("the switch", () => count(program, pin(name, true)) === 2);
    expect(program.lines).not.toContain(pin(name, false));
    await cut();
    await order({ state: false });
    await program.untilSaid(pin(name, false));
    await order({ state: true });
    await program.off();
    const restarted = await powerOn();
    // sent with its new session
    await restarted.untilSaid(pin(name, true));
    expect(count(restarted, pin(name, true))).toBe(1);
  });

  it("reports values, which are acknowledged and stored, also after a loss", async () => {
    const { path, powerOn, cut } = await home(`telemetry${end}`, way);
    const program = await powerOn();
    const value = async () => (await account.call<LastValue[]>("GET", `${path}values/`))[0];
    expect(await until("a value", value)).toMatchObject({ key: "temperature_c", value: expect.any(Number) });
    if (!/sh$|yaml$/.test(end)) await program.untilSaid(/acknowledged/i);
    const { at } = await until("a value", value);
    await cut();
    await until("a later value", async () => (await value())?.at !== at);
  });

  it("is dimmed, and reports what it has set", async () => {
    const name = `dimmer${end}`;
    const { read, powerOn, cut, order, publishGarbage } = await home(name, way);
    const program = await powerOn();
    await publishGarbage();
    await order({ state: true, set: { brightness: 40 } });
    await program.untilSaid(isSketch(name) ? "pin\t13\t102" : "Lamp on 40");
    await until("the report", async () => (await read()).controls[0]?.reported === 40);
    await cut();
    // without a state the lamp stays on
    await order({ set: { brightness: 60 } });
    await program.untilSaid(isSketch(name) ? "pin\t13\t153" : "Lamp on 60");
    await until("the report", async () => (await read()).controls[0]?.reported === 60);
  });

  it("takes its last state at its start, and reports it", async () => {
    const name = `restart${end}`;
    const { read, powerOn, cut, order, publishGarbage } = await home(name, way);
    const program = await powerOn();
    await publishGarbage();
    await order({ state: true });
    await program.untilSaid(pin(name, true));
    await program.off();
    const restarted = await powerOn();
    await restarted.untilSaid(pin(name, true));
    await until("its report", async () => !(await read()).taken_before_connect);
    expect(await read()).toMatchObject({ state: true, connected: true });
    await order({ state: false });
    await restarted.untilSaid(pin(name, false));
    await cut();
    await order({ state: true });
    await until("the switch", () => count(restarted, pin(name, true)) === 2);
    expect(count(restarted, pin(name, false))).toBe(1);
  });
});
