/** Where clients find the broker, as far as the service was told. */

import type { BrokerInfo } from "../contract/broker.ts";
import { apiUrl, type Env } from "../env.ts";
import type { Reach } from "../present/credential.ts";

export function reachOf(env: Env): Reach & { tcp: BrokerInfo["tcp"] } {
  const address = apiUrl(env);
  const host = env.MQTT_TCP_HOST || (address && new URL(address).hostname) || null;
  const [port, tlsPort] = [portOf(env.MQTT_TCP_PORT), portOf(env.MQTT_TLS_PORT)];
  return {
    host: port === null && tlsPort === null ? null : host,
    port,
    tlsPort,
    tcp: host !== null && port !== null ? { host, port } : null,
    ws: address?.replace(/^http/, "ws") ?? null,
  };
}

const portOf = (variable: string | undefined): number | null => Number(variable || 0) || null;
