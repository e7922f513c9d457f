/** Connects clients at the address that devices use. */

import { SELF } from "cloudflare:test";
import { Client } from "../../broker/support/client.ts";

export interface Login {
  clientId?: string;
  username?: string;
  password?: string;
  /** Keeps the session for an hour. */
  kept?: true;
  /** MQTT 5, 3.1.2.11.3. */
  receiveMaximum?: number;
  will?: { topic: string; payload: string; retain?: true };
}

export async function upgrade(
  userId: string,
  login: Login,
  headers: Record<string, string> = {},
  version: 4 | 5 = 5,
) {
  const { webSocket } = await SELF.fetch(`http://switchyard.test/mqtt/${userId}`, {
    headers: { Upgrade: "websocket", "Sec-WebSocket-Protocol": "mqtt", ...headers },
  });
  const client = new Client(webSocket as WebSocket, version);
  const { clientId = "lamp-1", username, password, kept, receiveMaximum, will } = login;
  const properties = {
    ...(kept === true && { sessionExpiryInterval: 3600 }),
    ...(receiveMaximum !== undefined && { receiveMaximum }),
  };
  client.send({
    cmd: "connect",
    protocolId: "MQTT",
    protocolVersion: version,
    clean: kept !== true,
    ...(version === 5 && { properties }),
    clientId,
    keepalive: 0,
    ...(will && { will: { retain: false, ...will, payload: Buffer.from(will.payload), qos: 0 } }),
    ...(username !== undefined && { username }),
    ...(password !== undefined && { password: password as unknown as Buffer }),
  });
  return client;
}

/** Waits for CONNACK. */
export async function connected(userId: string, login: Login, headers: Record<string, string> = {}) {
  const client = await upgrade(userId, login, headers);
  await client.next("connack");
  return client;
}
