/** The bridge's TLS listener: supported versions, refusals, and certificate renewal. */

import { mkdtempSync, rmSync } from "node:fs";
import { connect as connectTcp } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type ConnectionOptions, connect, type TLSSocket } from "node:tls";
import mqtt from "mqtt";
import { afterAll, beforeAll, expect, inject, it } from "vitest";
import { newDeviceSetup } from "../support/account.ts";
import { type BridgeProcess, makeCertificate, startBridge } from "../support/bridge-process.ts";
import { paho } from "../support/device-process.ts";
import { mosquittoPub } from "../support/mosquitto.ts";
import { until } from "../support/until.ts";

const baseUrl = inject("baseUrl");
const folder = mkdtempSync(join(tmpdir(), "switchyard-bridge-tls-"));
const files = makeCertificate(folder, "first");

let bridge: BridgeProcess;
let port = 0;
beforeAll(async () => {
  bridge = await startBridge([
    ...["--to", `${baseUrl.replace(/^http/, "ws")}/mqtt`, "--listen", "off"],
    ...["--cert", files.certificate, "--key", files.key, "--tls-listen", "127.0.0.1:any"],
    ...["--health", "127.0.0.1:any"],
  ]);
  port = bridge.ports[0] as number;
});
afterAll(async () => {
  await bridge.stop();
  rmSync(folder, { recursive: true });
});

/** A handshake without certificate verification. */
function greet(options: ConnectionOptions = {}): Promise<TLSSocket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: "127.0.0.1", rejectUnauthorized: false, ...options });
    socket.once("secureConnect", () => resolve(socket));
    socket.on("error", reject);
  });
}

it.each(["TLSv1.2", "TLSv1.3"] as const)("supports %s", async (version) => {
  const { login } = await newDeviceSetup(baseUrl);
  const only = { minVersion: version, maxVersion: version, rejectUnauthorized: false };
  const client = await mqtt.connectAsync(`mqtts://127.0.0.1:${port}`, { ...login, ...only });
  expect((client.stream as TLSSocket).getProtocol()).toBe(version);
  await client.endAsync();
});

it("serves Paho, which verifies the certificate", async () => {
  const { account, device, login } = await newDeviceSetup(baseUrl);
  const address = `mqtts://127.0.0.1:${port}`;
  const place = { baseUrl, userId: account.userId, version: 4, login, topic: "", address } as const;
  const lamp = await paho({ ...place, caFile: files.certificate });
  await account.untilEvent(device.id, "connected");
  await account.switchDevice(device, "on");
  await lamp.untilHeard(1);
  await lamp.kill();
});

it("refuses older versions", async () => {
  const old = { minVersion: "TLSv1", maxVersion: "TLSv1.1", ciphers: "DEFAULT@SECLEVEL=0" } as const;
  await expect(greet(old)).rejects.toThrow();
});

it("negotiates ALPN only with clients that request it", async () => {
  const [asked, silent] = [await greet({ ALPNProtocols: ["mqtt"] }), await greet()];
  expect([asked.alpnProtocol, silent.alpnProtocol]).toEqual(["mqtt", false]);
  await expect(greet({ ALPNProtocols: ["h2"] })).rejects.toThrow();
  for (const socket of [asked, silent]) socket.destroy();
});

it("ends a client that sends plain bytes, and serves the next one [F130]", async () => {
  const failed = await bridge.metric("tls_handshakes_failed_total");
  await new Promise<void>((resolve) => {
    const socket = connectTcp(port, "127.0.0.1", () => socket.write("not a handshake at all"));
    socket.on("error", () => {});
    socket.once("close", () => resolve()).resume();
  });
  await until("the count", async () => (await bridge.metric("tls_handshakes_failed_total")) > failed);
  const { login, control: topic } = await newDeviceSetup(baseUrl);
  const more = ["--cafile", files.certificate];
  const { code, said } = await mosquittoPub({ version: 4, login, topic, port, more }, "{}");
  expect(`${code} ${said}`).toBe("0 ");
});

it("serves a new certificate to new clients, and keeps the connected ones [F131]", async () => {
  const { login, account, key } = await newDeviceSetup(baseUrl);
  const kept = await mqtt.connectAsync(`mqtts://127.0.0.1:${port}`, {
    ...{ ...login, rejectUnauthorized: false, reconnectPeriod: 0 },
  });
  let closed = 0;
  kept.on("close", () => closed++);
  const topic = `${account.userId}/under-load`;
  let isDone = false;
  const busy = (async () => {
    while (!isDone) await kept.publishAsync(topic, "x", { qos: 1 });
  })();
  makeCertificate(folder, "second");
  await until("the new certificate", async () => {
    const socket = await greet();
    const { subject } = socket.getPeerCertificate();
    socket.destroy();
    return subject.CN === "second";
  });
  isDone = true;
  await busy;
  const other = { ...login, clientId: `${key.key}__renewed` };
  const more = ["--cafile", files.certificate];
  const { code, said } = await mosquittoPub({ version: 5, login: other, topic, port, more }, "x");
  expect(`${code} ${said}`).toBe("0 ");
  expect(closed).toBe(0);
  await kept.endAsync();
});

it("reads its certificate again on SIGHUP, and continues [F433]", async () => {
  const { login } = await newDeviceSetup(baseUrl);
  const kept = await mqtt.connectAsync(`mqtts://127.0.0.1:${port}`, { ...login, rejectUnauthorized: false });
  const times = () => bridge.log().split("was read again").length;
  const before = times();
  bridge.signal("SIGHUP");
  await until("that it was read again", () => times() > before);
  expect((await bridge.ask("/health")).status).toBe(200);
  expect(kept.connected).toBe(true);
  await kept.endAsync();
});
