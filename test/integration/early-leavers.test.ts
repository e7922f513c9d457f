/** Clients that send everything at once and close without waiting for CONNACK (MQTT 3.1.1, 3.1.4, non-normative). */

import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { connect as connectTcp } from "node:net";
import mqtt from "mqtt";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import WebSocket from "ws";
import type { Credential } from "../../worker/contract/credentials.ts";
import { newAccount } from "../support/account.ts";
import { type BridgeProcess, startBridge } from "../support/bridge-process.ts";
import { connect, disconnect, publish, type Version } from "../support/packet-bytes.ts";
import { until } from "../support/until.ts";

const baseUrl = inject("baseUrl");
const tcpPort = inject("tcpPort");
const address = baseUrl.replace(/^http/, "ws");
const account = await newAccount(baseUrl);

/** Sends the packets, each in its own frame or write, and the close behind them. Resolves when the broker has closed. */
type Leave = (packets: Uint8Array[]) => Promise<void>;

const overWebSocket =
  (path: string): Leave =>
  async (packets) => {
    const socket = new WebSocket(address + path, "mqtt");
    await once(socket, "open");
    for (const packet of packets) socket.send(packet);
    socket.close(1000);
    await once(socket, "close");
  };

const overTcp =
  (port: () => number): Leave =>
  async (packets) => {
    const socket = connectTcp({ host: "127.0.0.1", port: port() });
    await once(socket, "connect");
    for (const packet of packets) socket.write(packet);
    socket.end();
    socket.resume();
    await once(socket, "close");
  };

let bridge: BridgeProcess;
beforeAll(async () => {
  bridge = await startBridge(["--to", `${address}/mqtt`, "--listen", "127.0.0.1:any"]);
});
afterAll(() => bridge.stop());

const WAYS: [string, Leave][] = [
  ["/mqtt", overWebSocket("/mqtt")],
  ["/", overWebSocket("/")],
  ["the account's address", overWebSocket(`/mqtt/${account.userId}`)],
  ["TCP", overTcp(() => tcpPort)],
  ["the bridge", overTcp(() => bridge.ports[0] as number)],
];

const TIMES = 40;
interface Behaviour {
  version: Version;
  qos: 0 | 1;
  messages: number;
  disconnects: boolean;
}
const BEHAVIOURS: Behaviour[] = [
  { version: 4, qos: 0, messages: 1, disconnects: true },
  { version: 4, qos: 1, messages: 1, disconnects: true },
  { version: 5, qos: 0, messages: 1, disconnects: false },
  { version: 5, qos: 1, messages: 5, disconnects: false },
];

describe.each(WAYS)("over %s", (_, leave) => {
  it.each(BEHAVIOURS)(
    "no message of $messages at QoS $qos is lost (DISCONNECT: $disconnects)",
    async (how) => {
      const { version, qos, messages, disconnects } = how;
      const topic = `early/${randomUUID()}`;
      const login = await account.call<Credential>("POST", "/v0/mqtt/credentials/", {
        name: topic,
        view: "root",
      });
      const { username, password } = login as { username: string; password: string };
      const received: string[] = [];
      const reader = await mqtt.connectAsync(`${address}/mqtt/${account.userId}`, { username, password });
      try {
        reader.on("message", (_topic, payload) => received.push(String(payload)));
        await reader.subscribeAsync(topic, { qos: 1 });
        const sent: string[] = [];
        for (let client = 0; client < TIMES; client++) {
          const payloads = Array.from({ length: messages }, (_, at) => `${client}.${at}`);
          sent.push(...payloads);
          await leave([
            connect(version, { clientId: `early-${client}`, username, password }),
            ...payloads.map((payload, at) => publish(version, { topic, payload, qos, packetId: at + 1 })),
            ...(disconnects ? [disconnect()] : []),
          ]);
        }
        await until("every message", () => received.length >= sent.length).catch(() => {});
        expect(received).toEqual(sent);
      } finally {
        await reader.endAsync(true);
      }
    },
  );
});
