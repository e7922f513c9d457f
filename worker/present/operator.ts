import type { Activity, Usage } from "../../broker/contract/account.ts";
import { isoTime, isoTimeOrNull } from "../contract/fields.ts";
import type { AccountActivity, AccountSummary, Action, WaitingPerson } from "../contract/operator.ts";
import type { AccountRow } from "../db/accounts.ts";
import { bodyColumn } from "../db/json-columns.ts";
import type { ActionRow } from "../db/operator-actions.ts";
import type { WaitingRow } from "../db/waitlist.ts";
import { accountName } from "../keys/digest.ts";

export const accountSummaryOf = (row: AccountRow): AccountSummary => ({
  id: row.id,
  email: row.email,
  email_verified: row.email_state === "verified",
  log_name: accountName(row.id),
  created_at: isoTime(row.created_at),
  suspended: suspensionOf(row),
  devices: row.devices,
  channels: row.channels,
  credentials: row.credentials,
  api_keys: row.api_keys,
  tokens: row.tokens,
  sessions: row.sessions,
});

const suspensionOf = ({ suspended_at: at, suspended_reason: reason }: AccountRow) =>
  at === null ? null : { since: isoTime(at), reason: reason ?? "" };

export const activityOf = (now: Activity, kept: Usage): AccountActivity => ({
  connections: now.connections,
  resting: now.resting,
  ...kept,
  messages_rate: now.messagesRate,
  bytes_rate: now.bytesRate,
  kept_out: now.keptOut.map(({ until, ...who }) => ({ ...who, until: isoTime(until) })),
});

export const waitingPersonOf = ({ email, created_at, invited_at }: WaitingRow): WaitingPerson => ({
  email,
  created_at: isoTime(created_at),
  invited_at: isoTimeOrNull(invited_at),
});

export const actionOf = ({ id, at, key_name, call, account_id, said, status }: ActionRow): Action => ({
  id,
  at: isoTime(at),
  key: key_name,
  call,
  account: account_id,
  said: said === null ? null : bodyColumn.read(said),
  status,
});
