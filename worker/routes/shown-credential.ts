/** A credential in a response: with its password, and the connection settings. */

import type { Credential } from "../contract/credentials.ts";
import { isoTime, isoTimeOrNull } from "../contract/fields.ts";
import type { BrokerInfo } from "../contract/service.ts";
import { channelsOf } from "../db/chosen-channels.ts";
import type { CredentialRow } from "../db/credentials.ts";
import { grantsOf } from "../db/credentials.ts";
import { apiUrl, type Env } from "../env.ts";
import { type SealedRow, unsealOrEmpty } from "../keys/seal.ts";
import { channelOf } from "../present/channel.ts";

/** Where clients reach the broker; null when not known or not offered. */
interface BrokerAddresses {
  host: string | null;
  port: number | null;
  tlsPort: number | null;
  /** Without a path. */
  ws: string | null;
}

interface Beside {
  password: string;
  /** The last uses, from the account's object. */
  lastUses?: Readonly<Record<string, number>>;
  reach: BrokerAddresses;
  now: number;
  presentChannel?: typeof channelOf;
}

const credentialOf = (
  row: CredentialRow,
  { password, lastUses = {}, reach, now, presentChannel = channelOf }: Beside,
): Credential => ({
  id: row.id,
  name: row.name,
  username: row.username,
  server_made: row.server_made === 1,
  password,
  created_at: isoTime(row.created_at),
  last_used: isoTimeOrNull(lastUses[row.id] ?? null),
  channels: channelsOf(row).map((channel) => presentChannel(channel)),
  view: row.view,
  grants: grantsOf(row),
  device: row.device_id,
  ...typedIn(row, reach),
  ...oldPassword(row, lastUses, now),
});

/** A server-made user name identifies the account; for any other the URL must. */
function typedIn({ server_made, user_id }: CredentialRow, { host, port, tlsPort, ws }: BrokerAddresses) {
  const path = server_made === 1 ? "/mqtt" : `/mqtt/${user_id}`;
  return { host, port, tls_port: tlsPort, ws_url: ws && ws + path, ws_path: path };
}

function oldPassword(row: CredentialRow, lastUses: Readonly<Record<string, number>>, now: number) {
  const { earlier_since: since, earlier_until: until } = row;
  const runs = since !== null && until !== null && until > now;
  const used = lastUses[`earlier:${row.id}`] ?? 0;
  return {
    old_password_until: runs ? isoTime(until) : null,
    // or the password before that
    old_password_last_used: runs && used >= since ? isoTime(used) : null,
  };
}

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
