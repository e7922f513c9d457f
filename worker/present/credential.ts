import type { Credential } from "../contract/credentials.ts";
import { isoTime, isoTimeOrNull } from "../contract/fields.ts";
import { channelsOf } from "../db/chosen-channels.ts";
import { type CredentialRow, grantsOf } from "../db/credentials.ts";
import { channelOf } from "./channel.ts";

/** Where clients reach the broker; null when not known or not offered. */
export interface BrokerAddresses {
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

export const credentialOf = (
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
