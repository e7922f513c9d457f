import { sessionIdOf } from "../../broker/contract/bearer.ts";
import type { HistoryUse } from "../../broker/contract/message-history.ts";
import {
  type OpenSession,
  type SecurityEvent,
  type SecurityKind,
  UNKNOWN_PROGRAM,
  type User,
} from "../contract/account.ts";
import type { ApiKey } from "../contract/api-keys.ts";
import { isoTime, isoTimeOrNull } from "../contract/fields.ts";
import type { Settings } from "../contract/settings.ts";
import type { ApiKeyRow } from "../db/api-keys.ts";
import { historyColumn } from "../db/json-columns.ts";
import type { SecurityEventRow } from "../db/security-events.ts";
import type { CallerRow, SessionRow } from "../db/sessions.ts";

export const userOf = (
  row: Omit<CallerRow, "mqtt_profile" | "home_assistant" | "history" | "own_limits" | "rights_version">,
): User => ({
  id: row.id,
  first_name: row.first_name,
  last_name: row.last_name,
  email: row.email,
  email_verified: row.email_state === "verified",
  pending_email: row.pending_email,
  suspended: row.suspended_at === null ? null : (row.suspended_reason ?? ""),
  time_zone: row.time_zone,
  clock: row.clock ?? "12",
});

export const settingsOf = (
  row: Pick<CallerRow, "mqtt_profile" | "home_assistant" | "history">,
): Settings => ({
  profile: row.mqtt_profile,
  home_assistant: row.home_assistant === 1,
  history: row.history === null ? [] : historyColumn.read(row.history),
});

export const historyKeptOf = (use: HistoryUse): NonNullable<Settings["history_kept"]> => ({
  messages: use.messages,
  bytes: use.bytes,
  oldest_at: isoTimeOrNull(use.oldestAt),
  hour_messages: use.lastHour.messages,
  hour_bytes: use.lastHour.bytes,
  rows_today: use.rows,
  missed_today: use.missed,
});

export const apiKeyOf = (row: Pick<ApiKeyRow, "id" | "created_at">, key: string): ApiKey => ({
  id: row.id,
  key,
  created_at: isoTime(row.created_at),
});

/** `usedAt`: milliseconds since 1970; null before the first use. */
export const openSessionOf = (
  row: SessionRow,
  { usedAt, current }: { usedAt: number | null; current: string },
): OpenSession => ({
  id: sessionIdOf(row.token_hash),
  created_at: isoTime(row.created_at),
  last_used_at: isoTime(usedAt ?? row.created_at),
  browser: row.browser ?? UNKNOWN_PROGRAM,
  current: row.token_hash === current,
});

/** Several failed logins may be one row. */
export const securityEventOf = (
  { at, kind, detail, count, browser }: SecurityEventRow,
  address: string | null,
): SecurityEvent => ({
  at: isoTime(at),
  kind,
  detail: count === 1 ? detail : ofSeveral(kind, detail, count),
  address,
  browser,
});

const ofSeveral = (kind: SecurityKind, detail: string, count: number): string =>
  kind === "login_failed"
    ? `${count} logins failed.`
    : `${detail} This entry stands for ${count} of that day.`;
