/** A power cut, with a real client: the program of a lamp is killed, and started again without its state. */

import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { expect, inject, it, onTestFinished } from "vitest";
import { controlTopic, telemetryTopic } from "../../broker/contract/topics.ts";
import type { DeviceDetail, SwitchOutcome } from "../../worker/contract/devices.ts";
import { newDeviceSetup } from "../support/account.ts";
import { until } from "../support/until.ts";

const url = `mqtt://127.0.0.1:${inject("tcpPort")}`;

/** Starts off, takes its commands, prints its state after each, and reports its state when its input has a line. */
const LAMP = `
import mqtt from "mqtt";
const { url, login, control, telemetry } = JSON.parse(process.argv[1]);
const lamp = { state: "off", brightness: 0 };
const say = () => console.log(JSON.stringify(lamp));
const client = mqtt.connect(url, { ...login, reconnectPeriod: 0, protocolVersion: 4 });
client.on("message", (_, payload) => { Object.assign(lamp, JSON.parse(String(payload))); say(); });
client.on("connect", () => client.subscribe(control, { qos: 1 }, say));
process.stdin.on("data", () => client.publish(telemetry, JSON.stringify(lamp), { qos: 1 }));
`;

async function home(onConnect: "nothing" | "send") {
  const { account, device, login } = await newDeviceSetup(inject("baseUrl"));
  const path = `/v0/devices/on-off/${device.id}/`;
  const controls = [{ key: "brightness", kind: "number", min: 0, max: 100 }];
  await account.call("PUT", path, { name: device.name, channels: [], controls, on_connect: onConnect });
  const topics = {
    control: controlTopic(account.userId, device.id),
    telemetry: telemetryTopic(account.userId, device.id),
  };
  const read = () => account.call<DeviceDetail>("GET", path);
  /** Returns the board once it is there; `lamp` is what it last printed. */
  const powerOn = async () => {
    const given = JSON.stringify({ url, login, ...topics });
    const child = spawn(process.execPath, ["--input-type=module", "-e", LAMP, given], {
      cwd: fileURLToPath(new URL("../..", import.meta.url)),
      stdio: ["pipe", "pipe", "inherit"],
    });
    const board = { lamp: null as { state: string; brightness: number } | null, off, report };
    let text = "";
    child.stdout.on("data", (chunk) => {
      text += chunk;
      const lines = text.split("\n");
      text = lines.pop() ?? "";
      for (const line of lines) board.lamp = JSON.parse(line);
    });
    async function off() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, "exit");
      child.kill("SIGKILL");
      await ended;
      await until("the loss", async () => !(await read()).connected);
    }
    function report() {
      child.stdin.write("\n");
    }
    onTestFinished(off);
    await until("the board", () => board.lamp !== null);
    return board;
  };
  const order = () =>
    account.call<SwitchOutcome>("POST", `${path}switch/`, { state: true, set: { brightness: 40 }, wait: 10 });
  return { powerOn, order, read };
}

it("a lamp that is sent its state is on again, with its brightness, after a power cut", async () => {
  const { powerOn, order, read } = await home("send");
  const before = await powerOn();
  expect((await order()).delivered_at).not.toBeNull();
  await before.off();
  const after = await powerOn();
  await until("the lamp", () => after.lamp?.state === "on" && after.lamp.brightness === 40);
  await until("the proof", async () => !(await read()).taken_before_connect);
  expect(await read()).toMatchObject({ state: true, taken: true, on_connect: "send" });
});

it("a lamp that is sent nothing has a state from before, until it reports or is commanded", async () => {
  const { powerOn, order, read } = await home("nothing");
  const first = await powerOn();
  await order();
  expect(await read()).toMatchObject({ state: true, taken: true, taken_before_connect: false });
  await first.off();
  const second = await powerOn();
  expect(await read()).toMatchObject({ state: true, taken: true, taken_before_connect: true });
  expect(second.lamp).toEqual({ state: "off", brightness: 0 });
  second.report();
  await until("the report", async () => !(await read()).taken_before_connect);
  expect(await read()).toMatchObject({ state: false, taken: true, connected: true });
  await second.off();
  const third = await powerOn();
  expect((await read()).taken_before_connect).toBe(true);
  expect((await order()).delivered_at).not.toBeNull();
  expect(await read()).toMatchObject({ state: true, taken_before_connect: false });
  expect(third.lamp).toEqual({ state: "on", brightness: 40 });
});
