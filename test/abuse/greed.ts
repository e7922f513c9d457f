/** One login uses up the account's shared limits, while another login of the account checks its share. */

import { setTimeout as pause } from "node:timers/promises";
import mqtt, { type MqttClient } from "mqtt";
import { telemetryTopic } from "../../broker/contract/topics.ts";
import { connectPacket, publishPacket } from "../bench/generator/mqtt.ts";
import { encodeFrame } from "../bench/generator/websocket.ts";
import type { Account } from "../support/account.ts";
import { brokerUrl } from "../support/device-process.ts";
import { type Attack, login, open } from "./sockets.ts";

export const GREEDY_LOGIN = "one login takes connections, retained messages and series";
/** Half of the account's maximum, and some refused ones; more would block the whole address. */
const CONNECTIONS = 520;
/** Sockets and messages every tenth of a second, below one connection's rates. */
const SOCKETS = 10;
const MESSAGES = 40;

export const greed: Attack = async (victim, over) => {
  const join = async (name: string) => {
    const socket = await open(victim);
    socket.write(encodeFrame(connectPacket(login(victim, name))));
    return socket;
  };
  const writer = await join("writer");
  const measured = telemetryTopic(victim.userId, victim.deviceId);
  for (let n = 0; !over.aborted; n++, await pause(100)) {
    for (let at = 0; at < SOCKETS && n * SOCKETS + at < CONNECTIONS; at++)
      void join(`${n}-${at}`).catch(() => undefined);
    for (let at = 0; at < MESSAGES; at++) {
      const message = publishPacket(`${victim.userId}/kept/${n}/${at}`, Buffer.alloc(200));
      message[0] = 0x31;
      writer.write(encodeFrame(message));
    }
    writer.write(encodeFrame(publishPacket(measured, Buffer.from(JSON.stringify({ [`k${n}`]: n })))));
  }
};

/** `look` returns a sentence for each right or session that it has lost. */
export async function newNeighbour(url: string, account: Account): Promise<{ look(): Promise<string[]> }> {
  const channel = await account.newChannel("neighbour");
  const { key } = await account.newKey();
  const device = await account.newDevice("Neighbour");
  const join = (name: string): Promise<MqttClient> =>
    mqtt.connectAsync(
      brokerUrl(url, account.userId),
      { clientId: `${key}__${name}`, protocolVersion: 5, reconnectPeriod: 0, connectTimeout: 5000 },
      false,
    );
  const first = await join("first");
  await first.publishAsync(channel.topic, "kept", { qos: 1, retain: true });
  const measured = telemetryTopic(account.userId, device.id);
  await first.publishAsync(measured, '{"before":1}', { qos: 1 });
  const retained = async (reader: MqttClient) => {
    const heard = new Promise((resolve) => reader.once("message", resolve));
    await reader.subscribeAsync(channel.topic);
    if ((await Promise.race([heard, pause(5000, null, { ref: false })])) === null) throw new Error("is gone");
  };
  const values = async () => {
    const kept = await account.call<{ key: string }[]>("GET", `/v0/devices/on-off/${device.id}/values/`);
    if (kept.length < 2) throw new Error(`${kept.length} of two are kept`);
  };
  const look = async (): Promise<string[]> => {
    const denied: string[] = [];
    const can = (what: string, work: Promise<unknown>) =>
      work.catch((error: unknown) => void denied.push(`the neighbour's ${what}: ${String(error)}`));
    if (!first.connected) denied.push("the neighbour's connection is lost");
    await can("second connection", join("second"));
    await can("retained message", retained(first));
    await can("next one", first.publishAsync(`${channel.topic}/2`, "x", { qos: 1, retain: true }));
    await can("next series", first.publishAsync(measured, '{"after":1}', { qos: 1 }));
    await can("values", values());
    return denied;
  };
  return { look };
}
