/** `npm run bridge` between clients that support TCP only and a broker behind a WebSocket. */

import { mkdtempSync, rmSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { controlPayload } from "../../broker/contract/control.ts";
import { newDeviceSetup } from "../support/account.ts";
import { type BridgeProcess, makeCertificate, startBridge } from "../support/bridge-process.ts";
import { mqttLibrary, paho } from "../support/device-process.ts";
import { mosquittoPub, mosquittoSub } from "../support/mosquitto.ts";
import { until } from "../support/until.ts";

const baseUrl = inject("baseUrl");
const oneAddress = `${baseUrl.replace(/^http/, "ws")}/mqtt`;
const folder = mkdtempSync(join(tmpdir(), "switchyard-bridge-"));
const { certificate, key } = makeCertificate(folder);

let bridge: BridgeProcess;
beforeAll(async () => {
  const tls = ["--cert", certificate, "--key", key, "--tls-listen", "127.0.0.1:any"];
  bridge = await startBridge(["--to", oneAddress, "--listen", "127.0.0.1:any", ...tls]);
});
afterAll(async () => {
  await bridge.stop();
  rmSync(folder, { recursive: true });
});

describe.each([4, 5] as const)("protocol level %i", (version) => {
  it.each(["TCP", "TLS"] as const)("mosquitto over %s", async (transport) => {
    const { login, control: topic, device, account } = await newDeviceSetup(baseUrl);
    const [plain = 0, tls = 0] = bridge.ports;
    const place = { version, login, topic, port: transport === "TCP" ? plain : tls };
    const more = transport === "TCP" ? [] : ["--cafile", certificate];
    const lamp = mosquittoSub({ ...place, more: [...more, "-C", "1"] });
    await lamp.subscribed;
    const other = { ...login, clientId: `${login.clientId}-2` };
    const { code, said } = await mosquittoPub({ ...place, login: other, more }, controlPayload("on"));
    expect(`${code} ${said}`).toBe("0 ");
    expect((await lamp.answer).said).toContain(controlPayload("on"));
    await account.untilEvent(device.id, "turned_on");
  });

  it.each([
    ["MQTT.js", mqttLibrary],
    ["Paho", paho],
  ])("%s", async (_, start) => {
    const setup = await newDeviceSetup(baseUrl);
    const address = `mqtt://127.0.0.1:${bridge.ports[0]}`;
    const { login, control: topic, account, device } = setup;
    const lamp = await start({ baseUrl, userId: account.userId, version, login, topic, address });
    try {
      await account.untilEvent(device.id, "connected");
      await account.switchDevice(device, "on");
      await lamp.untilHeard(1);
    } finally {
      await lamp.kill();
    }
    await account.untilEvent(device.id, "disconnected");
  });
});

it("admits two hundred clients at once, although the broker lets few wait [F39]", async () => {
  const { key: apiKey, account, control: topic } = await newDeviceSetup(baseUrl);
  const place = { baseUrl, userId: account.userId, version: 4, topic } as const;
  const address = `mqtt://127.0.0.1:${bridge.ports[0]}`;
  const logins = Array.from({ length: 200 }, (_, at) => ({ clientId: `${apiKey.key}__${at}` }));
  const clients = await Promise.all(logins.map((login) => mqttLibrary({ ...place, login, address })));
  await Promise.all(clients.map(({ kill }) => kill()));
  await until("a line for each", () => (bridge.log().match(/ bytes up/g)?.length ?? 0) >= 200);
});

it("ends a client whose broker is unreachable, logs why, and continues", async () => {
  const lost = await startBridge(["--to", "ws://127.0.0.1:9/mqtt", "--listen", "127.0.0.1:any"]);
  const closed = new Promise<void>((resolve) => {
    const socket = connect(lost.ports[0] as number, "127.0.0.1", () => socket.write("x"));
    socket.on("error", () => {});
    socket.once("close", () => resolve());
  });
  await closed;
  await until("the reason", () => lost.log().includes("ECONNREFUSED"));
  expect(await lost.stop()).toBe(0);
});

it("ends its clients on SIGTERM, and exits with success", async () => {
  const { login, control: topic, account, device } = await newDeviceSetup(baseUrl);
  const second = await startBridge(["--to", oneAddress, "--listen", "127.0.0.1:any"]);
  const port = second.ports[0] as number;
  const lamp = mosquittoSub({ port, version: 5, login, topic, more: ["-E"] });
  const held = await mqttLibrary({
    baseUrl,
    userId: account.userId,
    version: 5,
    topic,
    address: `mqtt://127.0.0.1:${port}`,
    login: { ...login, clientId: "held" },
  });
  await lamp.answer;
  const closed = new Promise<void>((resolve) => held.client.once("close", () => resolve()));
  expect(await second.stop()).toBe(0);
  await closed;
  await held.kill();
  await account.untilEvent(device.id, "disconnected", 2);
});
