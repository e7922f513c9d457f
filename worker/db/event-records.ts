/** What the broker reports, written so that a repetition changes nothing. Rows travel as one JSON parameter. */

import type { DeviceEventRecord } from "../../broker/ports.ts";

/** A record about a device that is gone finds no device to join, and is dropped. */
const EVENTS = `INSERT INTO events (id, user_id, device_id, device_name, event_type, at, actor, count)
  SELECT j.value ->> 'id', d.user_id, d.id, d.name, j.value ->> 'type', j.value ->> 'at', j.value ->> 'actor',
    coalesce(j.value ->> 'count', 1)
  FROM json_each(?2) j JOIN devices d ON d.id = j.value ->> 'deviceId' AND d.user_id = ?1
  WHERE true ON CONFLICT (id) DO NOTHING`;

export const storeEvents = (db: D1Database, userId: string, events: readonly DeviceEventRecord[]) =>
  db.prepare(EVENTS).bind(userId, JSON.stringify(events));

/** At most one a device: an older report never undoes a newer one. */
export interface Report {
  id: string;
  at: number;
  value: 0 | 1;
  /** When a connection last began or ended, if these records tell. */
  seen?: number;
}

const REPORTS = `(SELECT value ->> 'id' AS id, value ->> 'at' AS at, value ->> 'value' AS value,
  value ->> 'seen' AS seen FROM json_each(?2)) r`;
const STATES = `UPDATE devices SET state = r.value, state_at = r.at FROM ${REPORTS}
  WHERE devices.id = r.id AND devices.user_id = ?1 AND devices.state_at < r.at`;
const LINKS = `UPDATE devices SET connected = r.value, connected_at = r.at,
  seen_at = coalesce(r.seen, seen_at) FROM ${REPORTS}
  WHERE devices.id = r.id AND devices.user_id = ?1 AND devices.connected_at < r.at`;

export const storeStates = (db: D1Database, userId: string, reports: readonly Report[]) =>
  db.prepare(STATES).bind(userId, JSON.stringify(reports));
export const storeLinks = (db: D1Database, userId: string, reports: readonly Report[]) =>
  db.prepare(LINKS).bind(userId, JSON.stringify(reports));

const LAST_USES = `UPDATE credentials SET last_used = r.at FROM ${REPORTS}
  WHERE credentials.id = r.id AND credentials.user_id = ?1 AND coalesce(credentials.last_used, 0) < r.at`;

export const storeLastUses = (db: D1Database, userId: string, uses: readonly { id: string; at: number }[]) =>
  db.prepare(LAST_USES).bind(userId, JSON.stringify(uses));
