/** A credential in a response: with its password, and the connection settings. */

import type { BrokerInfo } from "../contract/service.ts";
import type { CredentialRow } from "../db/credentials.ts";
import { apiUrl, type Env } from "../env.ts";
import { type SealedRow, unsealOrEmpty } from "../keys/seal.ts";
import { channelOf } from "../present/channel.ts";
import { type BrokerAddresses, credentialOf } from "../present/credential.ts";

export const place = (
  { id, user_id: userId }: Pick<CredentialRow, "id" | "user_id">,
  column: "password_sealed" | "earlier_sealed" = "password_sealed",
): SealedRow => ({ table: "credentials", column, id, userId });

/** Empty when it cannot be read: setting a new one repairs it. */
export const passwordOf = (env: Env, row: CredentialRow): Promise<string> =>
  unsealOrEmpty(env, row.password_sealed, place(row));

export const shown = async (
  { env, now }: { env: Env; now: number },
  row: CredentialRow,
  lastUses: Readonly<Record<string, number>> = {},
  presentChannel = channelOf,
) => {
  const beside = { password: await passwordOf(env, row), lastUses, reach: reachOf(env), now, presentChannel };
  return credentialOf(row, beside);
};

/** Where clients reach the broker; null when no variable says so. */
export function reachOf(env: Env): BrokerAddresses & Pick<BrokerInfo, "tcp" | "tls"> {
  const address = apiUrl(env);
  const host = env.MQTT_TCP_HOST || (address && new URL(address).hostname) || null;
  const [port, tlsPort] = [portOf(env.MQTT_TCP_PORT), portOf(env.MQTT_TLS_PORT)];
  return {
    host: port === null && tlsPort === null ? null : host,
    port,
    tlsPort,
    tcp: host !== null && port !== null ? { host, port } : null,
    tls: host !== null && tlsPort !== null ? { host, port: tlsPort } : null,
    ws: address?.replace(/^http/, "ws") ?? null,
  };
}

const portOf = (variable: string | undefined): number | null => Number(variable || 0) || null;
