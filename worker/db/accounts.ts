/** Accounts for operators, by id: no session is involved. */

import type { AccountQuery } from "../contract/operator.ts";
import { accountName } from "../keys/digest.ts";
import { type RightsChange, rightsChange } from "./rights-change.ts";
import { all, read } from "./statement.ts";
import { columns, type RowOf } from "./tables.ts";

const ACCOUNT = columns(
  "users",
  [
    "id",
    "email",
    "email_state",
    "mqtt_profile",
    "created_at",
    "suspended_at",
    "suspended_reason",
    "own_limits",
  ],
  "u",
);

type Owned = Record<"devices" | "channels" | "credentials" | "api_keys" | "tokens" | "sessions", number>;

export type AccountRow = RowOf<typeof ACCOUNT> & Owned;

const count = (table: keyof Owned, more = "") =>
  `(SELECT count(*) FROM ${table} WHERE user_id = u.id${more}) AS ${table}`;

/** `?1` is now. */
const SELECT = `SELECT ${ACCOUNT}, ${count("devices")}, ${count("channels")}, ${count("credentials")},
  ${count("api_keys")}, ${count("tokens")}, ${count("sessions", " AND expires_at > ?1")} FROM users u`;

export const accountById = (db: D1Database, id: string, now: number) =>
  read<AccountRow>(db, `${SELECT} WHERE u.id = ?2`, now, id);

export const accountsOf = (db: D1Database, who: string, now: number) =>
  read<AccountRow>(db, `${SELECT} WHERE u.email = ?2 OR u.id = ?2`, now, who);

const IDS = "SELECT id FROM users WHERE id > ?1 ORDER BY id LIMIT ?2";
const IDS_AT_ONCE = 10_000;

/** Scans the ids of all accounts: no row has the name, and only an operator needs it. */
export async function idOfAccountName(db: D1Database, name: string): Promise<string | null> {
  for (let after = ""; ; ) {
    const rows = await all(read<{ id: string }>(db, IDS, after, IDS_AT_ONCE));
    const found = rows.find(({ id }) => accountName(id) === name);
    if (found !== undefined) return found.id;
    after = rows[IDS_AT_ONCE - 1]?.id ?? "";
    if (after === "") return null;
  }
}

export const largestAccounts = (
  db: D1Database,
  { by, size }: { by: NonNullable<AccountQuery["by"]>; size: number },
  now: number,
) => read<AccountRow>(db, `${SELECT} ORDER BY ${by} DESC, u.created_at DESC, u.id LIMIT ?2`, now, size);

/** A second suspension changes the reason and keeps the time. */
export const suspend = (userId: string, reason: string, now: number): RightsChange =>
  rightsChange(
    "UPDATE users SET suspended_at = coalesce(suspended_at, ?2), suspended_reason = ?3 WHERE id = ?1",
    userId,
    now,
    reason,
  );

export const resume = (userId: string): RightsChange =>
  rightsChange("UPDATE users SET suspended_at = NULL, suspended_reason = NULL WHERE id = ?1", userId);

/** By name; null removes a limit. `json_patch` (RFC 7396) keeps the others and the version. */
export const patchOwnLimits = (
  userId: string,
  limits: Readonly<Record<string, number | null | undefined>>,
): RightsChange =>
  rightsChange(
    "UPDATE users SET own_limits = json_patch(own_limits, ?2) WHERE id = ?1",
    userId,
    JSON.stringify({ value: limits }),
  );

export const endSessions = (db: D1Database, userId: string) =>
  db.prepare("DELETE FROM sessions WHERE user_id = ?1").bind(userId);
