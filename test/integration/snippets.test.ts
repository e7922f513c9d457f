/**
 * The guide's programs, copied with a user's own values, against the started product. Those of a device are in
 * `programs.test.ts`.
 */

import { Webhook } from "standardwebhooks";
import { afterEach, describe, expect, inject, it } from "vitest";
import type { SnippetValues } from "../../web/src/features/guide/programs/fill.ts";
import { isSketch, newProgramAccount, overTcp } from "../support/program-account.ts";
import { startSketchNetwork } from "../support/sketch-network.ts";
import { type RunningSnippet, runSnippet } from "../support/snippet.ts";

const baseUrl = inject("baseUrl");
const { account, channel, values: shared } = await newProgramAccount(baseUrl);
const ending: (() => Promise<unknown>)[] = [];

/** A new device, and what its user copies. */
async function setup() {
  const device = await account.newDevice("Lamp", [channel]);
  ending.push(() => account.call("DELETE", `/v0/devices/on-off/${device.id}/`));
  const values: SnippetValues = { ...shared, DEVICE_ID: device.id };
  return { account, device, values };
}

afterEach(async () => {
  await Promise.all(ending.splice(0).map((end) => end()));
});
const run = async (name: string, values: SnippetValues, edit?: (code: string) => string) => {
  const snippet = await runSnippet(name, values, edit);
  ending.push(snippet.kill);
  return snippet;
};
const exits = async (snippet: RunningSnippet) => {
  expect(await snippet.ended, snippet.lines.join("\n")).toBe(0);
};

it("device_tcp.sh connects in MQTT 5, too", async () => {
  const { account, device, values } = await setup();
  const program = await run("device_tcp.sh", values, (code) => code.replace("mosquitto_sub", "$& -V mqttv5"));
  await account.untilEvent(device.id, "connected");
  await account.switchDevice(device, "on");
  await program.untilSaid("Pin 13 is on");
});

describe("a wrong password", () => {
  it.each([
    ["device.py", /not authori[sz]ed|bad user name/i],
    ["device_micropython.py", /MQTTException\([45],\)/],
    ["device.js", /not authorized|bad user name/i],
    ["device_tcp.sh", /not authori[sz]ed|bad user name/i],
    ["device_idf.c", /^[45]$/],
    ["device_esp32.ino", /^serial\t[45]$/],
    ["device_arduino_tcp.ino", /^serial\t[45]$/],
  ])("is printed by %s", async (name, said) => {
    const { values } = await setup();
    const program = await run(name, { ...values, PASSWORD: "wrong" });
    if (isSketch(name)) ending.push(startSketchNetwork(program));
    await program.untilSaid(said);
  });
});

describe("a program that switches", () => {
  it.each([
    ["switch_tcp.sh", "TCP"],
    ["anonymous_tcp.sh", "TCP"],
    ["anonymous.py", "WebSocket"],
    ["anonymous.py", "TCP"],
    ["anonymous.js", "WebSocket"],
    ["anonymous.js", "TCP"],
  ] as const)("%s turns the device on over %s, and does not count as the device", async (name, way) => {
    const { account, device, values } = await setup();
    await exits(await run(name, way === "TCP" ? overTcp(values) : values));
    await account.untilEvent(device.id, "turned_on");
    const { state, last_seen } = await account.device(device.id);
    expect({ state, last_seen }).toEqual({ state: true, last_seen: null });
  });
});

describe("an HTTP command", () => {
  it.each([
    ["http_publish.sh", /"topic":"lamp\/set","readers":0/],
    ["http_read.sh", /^\{"detail":"Not found\."\}\[\]$/],
    ["http_switch.sh", /"device_connected":false/],
    ["http_values.sh", /^\[\]/],
    ["http_metrics.sh", /^switchyard_device_connected\{device="Lamp",.*\} 0$/],
  ])("%s gets a response", async (name, said) => {
    const { values } = await setup();
    const command = await run(name, values);
    await command.untilSaid(said);
    await exits(command);
  });
});

it("webhook.js accepts a signed notice, and refuses another", async () => {
  const { values } = await setup();
  const secret = `whsec_${Buffer.alloc(24, 7).toString("base64")}`;
  const program = await run("webhook.js", values, (code) =>
    code.replace("YOUR_WEBHOOK_SECRET", secret).replace("listen(8080", 'listen(0, "127.0.0.1"'),
  );
  await program.untilSaid(/^Listening on port/);
  const port = program.lines.join("\n").match(/Listening on port (\d+)/)?.[1];
  const body = JSON.stringify({ id: "n1", type: "raised", data: { text: "Lamp is not connected." } });
  const send = async (signature: string) => {
    const headers = { "webhook-id": "n1", "webhook-timestamp": String(Math.floor(Date.now() / 1000)) };
    return (
      await fetch(`http://127.0.0.1:${port}`, {
        method: "POST",
        body,
        headers: { ...headers, "webhook-signature": signature },
      })
    ).status;
  };
  expect(await send("v1,AAAA")).toBe(400);
  expect(await send(new Webhook(secret).sign("n1", new Date(), body))).toBe(204);
  await program.untilSaid("n1 raised Lamp is not connected.");
});
