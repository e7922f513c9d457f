/** Device links: stored as digests, valid for an hour and any number of uses. */

import { type RightsChange, rightsChange } from "./rights-change.ts";
import { first, read } from "./statement.ts";
import { columns, type RowOf } from "./tables.ts";

/** Milliseconds. */
export const LINK_LIFETIME = 3_600_000;

const INSERT = `INSERT INTO device_links (id, token_hash, user_id, device_id, created_at, expires_at)
  SELECT ?1, ?2, ?3, ?4, ?5, ?6 WHERE EXISTS (SELECT 1 FROM devices WHERE id = ?4 AND user_id = ?3)
    AND (SELECT count(*) FROM device_links WHERE device_id = ?4 AND expires_at > ?5) < ?7`;

/** Changes nothing when the device has its maximum. */
export const insertLink = (
  {
    id,
    tokenHash,
    userId,
    deviceId,
    now,
  }: { id: string; tokenHash: string; userId: string; deviceId: string; now: number },
  max: number,
): RightsChange => rightsChange(INSERT, id, tokenHash, userId, deviceId, now, now + LINK_LIFETIME, max);

export const deleteLinks = (userId: string, deviceId: string): RightsChange =>
  rightsChange("DELETE FROM device_links WHERE user_id = ?1 AND device_id = ?2", userId, deviceId);

const LINK = columns("device_links", ["id", "user_id", "device_id", "expires_at"], "l");

export type LinkRow = RowOf<typeof LINK> & { device_name: string };

/** A link of a suspended account counts as expired. */
const BY_TOKEN = `SELECT ${LINK}, d.name AS device_name FROM device_links l JOIN devices d ON d.id = l.device_id
  JOIN users u ON u.id = l.user_id AND u.suspended_at IS NULL WHERE l.token_hash = ?1 AND l.expires_at > ?2`;

export const linkByToken = (db: D1Database, tokenHash: string, now: number) =>
  first(read<LinkRow>(db, BY_TOKEN, tokenHash, now));
