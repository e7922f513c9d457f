/** Links that stand for one device: stored as digests, good for an hour, as often as they are opened. */

const LIFETIME_MS = 3_600_000;

export interface LinkRow {
  id: string;
  user_id: string;
  device_id: string;
  device_name: string;
  expires_at: number;
}

const INSERT = `INSERT INTO device_links (id, token_hash, user_id, device_id, created_at, expires_at)
  SELECT ?1, ?2, ?3, ?4, ?5, ?6 WHERE EXISTS (SELECT 1 FROM devices WHERE id = ?4 AND user_id = ?3)
    AND (SELECT count(*) FROM device_links WHERE device_id = ?4 AND expires_at > ?5) < ?7`;

/** When it expires; null when the device has as many as it may have. */
export async function insertLink(
  db: D1Database,
  link: { id: string; tokenHash: string; userId: string; deviceId: string; now: number },
  max: number,
): Promise<number | null> {
  const { id, tokenHash, userId, deviceId, now } = link;
  const expiresAt = now + LIFETIME_MS;
  const { meta } = await db.prepare(INSERT).bind(id, tokenHash, userId, deviceId, now, expiresAt, max).run();
  return meta.changes === 1 ? expiresAt : null;
}

export const deleteLinks = (db: D1Database, userId: string, deviceId: string) =>
  db.prepare("DELETE FROM device_links WHERE user_id = ?1 AND device_id = ?2").bind(userId, deviceId);

const BY_TOKEN = `SELECT l.id, l.user_id, l.device_id, d.name AS device_name, l.expires_at
  FROM device_links l JOIN devices d ON d.id = l.device_id WHERE l.token_hash = ?1 AND l.expires_at > ?2`;

export const linkByToken = (db: D1Database, tokenHash: string, now: number) =>
  db.prepare(BY_TOKEN).bind(tokenHash, now).first<LinkRow>();
