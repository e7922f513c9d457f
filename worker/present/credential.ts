import type { Credential } from "../contract/credential.ts";
import { channelsOf } from "../db/chosen-channels.ts";
import type { CredentialRow } from "../db/credentials.ts";
import { channelOf } from "./channel.ts";
import { moment, momentOrNull } from "./moment.ts";

/** A last use that the account's object does not know was before it kept them. */
export const credentialOf = (
  row: CredentialRow,
  password: string,
  lastUses: Readonly<Record<string, number>> = {},
): Credential => ({
  id: row.id,
  name: row.name,
  username: row.username,
  password,
  created_at: moment(row.created_at),
  last_used: momentOrNull(lastUses[row.id] ?? row.last_used),
  channels: channelsOf(row).map(channelOf),
});
