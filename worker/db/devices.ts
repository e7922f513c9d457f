import { allOwn, chosenChannels, foreignChannel, linkSql, unlinkSql } from "./chosen-channels.ts";
import { type Written, written } from "./credentials.ts";
import { OWNER, ownedBy, type SessionRef } from "./sessions.ts";

export interface DeviceRow {
  id: string;
  name: string;
  state: number;
  connected: number;
  seen_at: number | null;
  command_ttl: number;
  auto_off: number;
  off_on_disconnect: number;
  created_at: number;
  /** JSON. */
  channels: string;
}

const COLUMNS = `SELECT d.id, d.name, d.state, d.connected, d.seen_at,
  d.command_ttl, d.auto_off, d.off_on_disconnect, d.created_at,
  ${chosenChannels("device_channels", "device_id", "d.id")} FROM devices d`;
const LIST = `${COLUMNS} WHERE d.user_id = ${OWNER} ORDER BY d.created_at, d.rowid LIMIT ?3`;
const ONE = `${COLUMNS} WHERE d.user_id = ${OWNER} AND d.id = ?3`;
const OWN = `${COLUMNS} WHERE d.user_id = ?1 AND d.id = ?2`;
const ALL = -1;

export const listDevices = (db: D1Database, session: SessionRef, size: number = ALL) =>
  db.prepare(LIST).bind(...ownedBy(session), size);
export const readDevice = (db: D1Database, session: SessionRef, id: string) =>
  db.prepare(ONE).bind(...ownedBy(session), id);

const HAS_KEY = "EXISTS (SELECT 1 FROM api_keys WHERE user_id = ?1)";
const ROOM = "(?7 = 0 OR (SELECT count(*) FROM devices WHERE user_id = ?1) < ?7)";
const INSERT = `INSERT INTO devices (id, user_id, name, state, created_at, command_ttl, auto_off, off_on_disconnect)
  SELECT ?2, ?1, ?4, ?5, ?6, ?8, ?9, ?10 WHERE ${ROOM} AND ${HAS_KEY} AND ${allOwn("?3")}`;
const LINK = linkSql("device_channels", "device_id", "devices");
const UNLINK = unlinkSql("device_channels", "device_id", "devices");

/** How the device is switched. */
export interface Switching {
  command_ttl: number;
  auto_off: number;
  off_on_disconnect: boolean;
}

const bound = ({ command_ttl, auto_off, off_on_disconnect }: Switching): number[] => [
  command_ttl,
  auto_off,
  off_on_disconnect ? 1 : 0,
];

/** Why there is no row: in the order in which it is said, a foreign channel, no API key, no room. */
export interface NewDevice extends Written<DeviceRow> {
  hasKey: boolean;
}

export async function insertDevice(
  db: D1Database,
  userId: string,
  device: { id: string; name: string; state: boolean; now: number } & Switching,
  channels: readonly string[],
  max: number,
  also: readonly D1PreparedStatement[],
): Promise<NewDevice> {
  const ids = JSON.stringify(channels);
  const results = await db.batch([
    ...also,
    db
      .prepare(INSERT)
      .bind(userId, device.id, ids, device.name, device.state ? 1 : 0, device.now, max, ...bound(device)),
    db.prepare(LINK).bind(userId, device.id, ids),
    db.prepare(`SELECT ${HAS_KEY} AS has_key`).bind(userId),
    foreignChannel(db, userId, channels),
    db.prepare(OWN).bind(userId, device.id),
  ]);
  const key = results.at(-3)?.results[0] as { has_key: number } | undefined;
  return { ...written<DeviceRow>(results), hasKey: key?.has_key === 1 };
}

const CHANGE = `UPDATE devices SET name = ?4, command_ttl = ?5, auto_off = ?6, off_on_disconnect = ?7
  WHERE user_id = ?1 AND id = ?2 AND ${allOwn("?3")}`;

/** `channels` null leaves them as they are. `also` goes into the same batch. The state is the broker's to write. */
export async function updateDevice(
  db: D1Database,
  userId: string,
  device: { id: string; name: string } & Switching,
  channels: readonly string[] | null,
  also: readonly D1PreparedStatement[],
): Promise<Written<DeviceRow>> {
  const ids = JSON.stringify(channels ?? []);
  const links = channels === null ? [] : [UNLINK, LINK];
  const results = await db.batch([
    ...also,
    db.prepare(CHANGE).bind(userId, device.id, ids, device.name, ...bound(device)),
    ...links.map((sql) => db.prepare(sql).bind(userId, device.id, ids)),
    foreignChannel(db, userId, channels ?? []),
    db.prepare(OWN).bind(userId, device.id),
  ]);
  return written(results);
}

/** Events keep the name that the device had last. */
const KEEP_NAME = `UPDATE events SET device_name = (SELECT name FROM devices WHERE id = ?2 AND user_id = ?1)
  WHERE user_id = ?1 AND device_id = ?2
    AND device_name <> (SELECT name FROM devices WHERE id = ?2 AND user_id = ?1)`;

export const deleteDevice = (db: D1Database, userId: string, id: string): D1PreparedStatement[] => [
  db.prepare(KEEP_NAME).bind(userId, id),
  db.prepare("DELETE FROM devices WHERE user_id = ?1 AND id = ?2").bind(userId, id),
];
