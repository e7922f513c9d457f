/** Makes real clients attempt each refused action of the rights table against the running product. */

import mqtt, { type IClientOptions, type MqttClient } from "mqtt";
import { type Account, PASSWORD } from "./account.ts";
import { brokerUrl } from "./device-process.ts";
import {
  CHANNEL,
  DEVICE_CHANNEL,
  type Ids,
  REFUSED_ACTIONS,
  type RefusedAction,
  withIds,
} from "./refused-actions.ts";

export interface RefusalSetup {
  ids: Ids;
  /** Each kind of client logs in with its own name. */
  logins: Record<RefusedAction["kind"], { clientId: string; username?: string; password?: string }>;
}

/** Creates the devices and credentials that the table refers to. */
export async function setUpRefusals(account: Account, other: string): Promise<RefusalSetup> {
  const { key } = await account.newKey();
  const [channel, orders] = [await account.newChannel(CHANNEL), await account.newChannel(DEVICE_CHANNEL)];
  const { username } = await account.newCredential("board", [channel]);
  const device = await account.newDevice("Lamp", [orders]);
  const neighbour = await account.newDevice("Pump");
  return {
    ids: { user: account.userId, other, device: device.id, neighbour: neighbour.id },
    logins: {
      "api-key": { clientId: `${key}__table` },
      credential: { clientId: "credential", username, password: PASSWORD },
      device: { clientId: "device", username: `${device.id}:${username}`, password: PASSWORD },
    },
  };
}

type Answer = { properties?: { reasonString?: string } };

/** Returns the reason strings of MQTT 5 in the order of arrival; 3.1.1 has none. */
export async function attemptRefused(
  baseUrl: string,
  { ids, logins }: RefusalSetup,
  protocolVersion: 4 | 5,
): Promise<string[]> {
  const heard: string[] = [];
  const clients = new Map<string, MqttClient>();
  const knock = (kind: RefusedAction["kind"], will?: IClientOptions["will"]): MqttClient => {
    const options = { ...logins[kind], protocolVersion, reconnectPeriod: 0 } as const;
    const client = mqtt.connect(brokerUrl(baseUrl, ids.user), { ...options, ...(will && { will }) });
    client.on("packetreceive", (packet) => {
      const { reasonString } = (packet as Answer).properties ?? {};
      if (reasonString !== undefined) heard.push(reasonString);
    });
    return client;
  };
  for (const { kind, action, tried } of REFUSED_ACTIONS) {
    const topic = withIds(tried, ids);
    if (action === "will") {
      const client = knock(kind, { topic, payload: Buffer.from("gone"), qos: 0, retain: false });
      await refused(new Promise((resolve, reject) => client.once("connect", resolve).once("error", reject)));
      continue;
    }
    const client = clients.get(kind) ?? knock(kind);
    clients.set(kind, client);
    // 3.1.1 cannot refuse a publish
    if (action === "subscribe") await refused(client.subscribeAsync(topic));
    else if (protocolVersion === 5) await refused(client.publishAsync(topic, "x", { qos: 1 }));
    else await client.publishAsync(topic, "x", { qos: 1 });
  }
  await Promise.all([...clients.values()].map((client) => client.endAsync(true)));
  return heard;
}

const refused = (attempt: Promise<unknown>): Promise<void> =>
  attempt.then(
    () => {
      throw new Error("It was not refused.");
    },
    () => {},
  );
