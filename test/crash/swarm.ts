/** The campaign's clients: MQTT.js clients that record what they send and receive. */

import mqtt, { type IClientOptions, type MqttClient } from "mqtt";
import type { History, Sent } from "./history.ts";

/** Unacknowledged messages of one publisher. */
const WINDOW = 32;

export interface Login {
  clientId: string;
  username?: string;
  password?: string;
}

export interface BrokerAddress {
  url: string;
  history: History;
  connection: number;
}

/** Connects once, without a reconnect. */
export async function connect(url: string, options: IClientOptions): Promise<MqttClient> {
  const client = await mqtt.connectAsync(url, { reconnectPeriod: 0, keepalive: 60, ...options }, false);
  // cut off with its CONNACK: a publish would wait for ever
  if (!client.connected) throw new Error("The connection was lost at once.");
  // connection errors are expected
  client.on("error", () => {});
  return client;
}

/** A session that is kept while its client is offline. */
export async function keptSession(
  place: BrokerAddress,
  name: string,
  login: Login,
  filters: string[],
  version: 4 | 5,
) {
  const { history, connection } = place;
  const client = mqtt.connect(place.url, {
    ...login,
    protocolVersion: version,
    clean: false,
    reconnectPeriod: 0,
    ...(version === 5 ? { properties: { sessionExpiryInterval: 86_400 } } : {}),
  });
  let why = "";
  client.on("error", (error) => {
    why = error.message;
  });
  // before CONNACK, because queued messages follow it at once
  client.on("message", (_, payload, packet) => {
    const id = idOf(payload.toString("utf8"));
    // a command of the broker itself has none
    if (id !== undefined)
      history.received.push({ session: name, connection, id, dup: packet.dup, at: Date.now() });
  });
  await new Promise<void>((resolve, reject) => {
    client.once("connect", ({ sessionPresent }) => {
      history.resumed.push({ session: name, connection, sessionPresent });
      resolve();
    });
    client.once("close", () => reject(new Error(`${name} was not let in: ${why}`)));
  });
  if (connection === 1) await client.subscribeAsync(filters, { qos: 1 });
  return client;
}

/** Reads until the connection or the right ends. */
export async function reader(
  place: BrokerAddress,
  name: string,
  login: Login,
  filter: string,
): Promise<MqttClient> {
  const client = await connect(place.url, { ...login, protocolVersion: 5 });
  client.on("message", (_topic, payload, packet) =>
    place.history.received.push({
      session: name,
      connection: place.connection,
      id: idOf(payload.toString("utf8")) ?? "",
      dup: packet.dup,
      at: Date.now(),
    }),
  );
  await client.subscribeAsync(filter, { qos: 1 });
  return client;
}

/** Connects a device and records each attempt. */
export async function device(
  place: BrokerAddress,
  deviceId: string,
  login: Login,
  version: 4 | 5,
): Promise<MqttClient> {
  const attempt = { deviceId, accepted: false };
  place.history.attempts.push(attempt);
  const client = await connect(place.url, { ...login, protocolVersion: version });
  attempt.accepted = true;
  return client;
}

const idOf = (payload: string): string | undefined => (JSON.parse(payload) as { id?: string }).id;

/** Publishes with unique ids at the rate of acknowledgements until the connection is lost. */
export async function publisher(
  place: BrokerAddress,
  login: Login,
  version: 4 | 5,
  next: () => Pick<Sent, "id" | "publisher" | "topic" | "deviceId" | "state" | "level">,
  window = WINDOW,
): Promise<MqttClient> {
  const client = await connect(place.url, { ...login, protocolVersion: version });
  const send = () => {
    const message: Sent = { ...next(), sentAt: Date.now(), ackedAt: null };
    const { id, state, level } = message;
    place.history.sent.push(message);
    const payload = JSON.stringify(state === undefined ? { id } : { id, state, level });
    client.publish(message.topic, payload, { qos: 1 }, (error) => {
      if (error !== undefined && error !== null) return;
      message.ackedAt = Date.now();
      send();
    });
  };
  for (let i = 0; i < window; i++) send();
  return client;
}

/** One message, acknowledged. */
export async function publishOnce(
  place: BrokerAddress,
  login: Login,
  message: Pick<Sent, "id" | "publisher" | "topic">,
): Promise<void> {
  const client = await connect(place.url, { ...login, protocolVersion: 5 });
  const sent: Sent = { ...message, sentAt: Date.now(), ackedAt: null };
  place.history.sent.push(sent);
  await client.publishAsync(message.topic, JSON.stringify({ id: message.id }), { qos: 1 });
  sent.ackedAt = Date.now();
  await client.endAsync();
}
