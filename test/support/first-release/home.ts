/** Where somebody lives: an account with its clients, as they connect to it. */

import mqtt, { type IClientOptions, type MqttClient } from "mqtt";
import type { SwitchState } from "../../../broker/contract/control.ts";
import type { Device } from "../../../worker/contract/device.ts";
import { type Account, type Login, PASSWORD } from "../account.ts";
import { brokerUrl } from "../device-process.ts";

/** Seconds; MQTT 5 says so of a session that never ends. */
const FOR_EVER = 0xffffffff;

type Options = Pick<IClientOptions, "protocolVersion" | "clean" | "properties">;

const MQTT_5: Options = { protocolVersion: 5 };
export const MQTT_3: Options = { protocolVersion: 4 };
/** Its session is kept, however long it is away. */
export const kept = (version: 4 | 5): Options => ({
  protocolVersion: version,
  clean: false,
  ...(version === 5 && { properties: { sessionExpiryInterval: FOR_EVER } }),
});

export const connectTo = (
  url: string,
  userId: string,
  login: Login,
  options: Options = MQTT_5,
): Promise<MqttClient> =>
  mqtt.connectAsync(brokerUrl(url, userId), { ...login, ...options, reconnectPeriod: 0 }, false);

export interface Home {
  url: string;
  account: Account;
  /** The account's topic. */
  topic(path: string): string;
  connect(login: Login, options?: Options): Promise<MqttClient>;
}

export const homeOf = (url: string, account: Account): Home => ({
  url,
  account,
  topic: (path) => `${account.userId}/${path}`,
  connect: (login, options) => connectTo(url, account.userId, login, options),
});

export const command = (state: SwitchState): string => JSON.stringify({ state });

export const loginOf = (device: Device, username: string, clientId: string, password = PASSWORD): Login => ({
  clientId,
  username: `${device.id}:${username}`,
  password,
});

export const closed = (client: MqttClient): Promise<void> =>
  new Promise((resolve) => client.once("close", () => resolve()));

/** Ends its connection without a word to the broker. */
export async function drop(client: MqttClient): Promise<void> {
  const gone = closed(client);
  client.stream.destroy();
  await gone;
}
