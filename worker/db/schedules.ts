/** The schedules of devices. Their runs are in the account's object. */

import type { DeviceSchedule } from "../../broker/contract/schedule.ts";
import { placeColumn, timingColumn } from "./json-columns.ts";
import { type RightsChange, rightsChange } from "./rights-change.ts";
import { OWNER, ownedBy, type SessionRef } from "./sessions.ts";
import { read } from "./statement.ts";
import { columns, type RowOf } from "./tables.ts";

const SCHEDULE = columns("schedules", [
  "id",
  "device_id",
  "name",
  "state",
  "timing",
  "time_zone",
  "place",
  "missed",
  "grace",
  "enabled",
  "created_at",
  "since",
]);

export type ScheduleRow = RowOf<typeof SCHEDULE>;

const LIST = `SELECT ${SCHEDULE} FROM devices d LEFT JOIN schedules ON schedules.device_id = d.id
  WHERE d.user_id = ${OWNER} AND d.id = ?3 ORDER BY schedules.created_at, schedules.rowid`;
const ONE = `SELECT ${SCHEDULE} FROM schedules WHERE user_id = ${OWNER} AND device_id = ?3 AND id = ?4`;
const OWN = `SELECT ${SCHEDULE} FROM schedules WHERE user_id = ?1 AND id = ?2`;

/** A device without schedules has one row with null columns. */
export type OfDevice = ScheduleRow | { [K in keyof ScheduleRow]: null };
export const isSchedule = (row: OfDevice): row is ScheduleRow => row.id !== null;

export const listSchedules = (db: D1Database, session: SessionRef, deviceId: string) =>
  read<OfDevice>(db, LIST, ...ownedBy(session), deviceId);
export const readSchedule = (db: D1Database, session: SessionRef, deviceId: string, id: string) =>
  read<ScheduleRow>(db, ONE, ...ownedBy(session), deviceId, id);
/** After a change of the same batch. */
export const ownSchedule = (db: D1Database, userId: string, id: string) =>
  read<ScheduleRow>(db, OWN, userId, id);

const INSERT = `INSERT INTO schedules
    (id, user_id, device_id, name, state, timing, time_zone, place, missed, grace, enabled, created_at, since)
  SELECT ?2, ?1, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13
  WHERE EXISTS (SELECT 1 FROM devices WHERE id = ?3 AND user_id = ?1)
    AND (?14 = 0 OR (SELECT count(*) FROM schedules WHERE device_id = ?3) < ?14)`;

const written = (row: ScheduleRow) => [
  row.name,
  row.state,
  row.timing,
  row.time_zone,
  row.place,
  row.missed,
  row.grace,
  row.enabled,
];

/** Changes nothing when the device has its maximum, or is deleted. */
export const insertSchedule = (userId: string, row: ScheduleRow, max: number): RightsChange =>
  rightsChange(INSERT, userId, row.id, row.device_id, ...written(row), row.created_at, row.since, max);

const UPDATE = `UPDATE schedules SET name = ?3, state = ?4, timing = ?5, time_zone = ?6, place = ?7, missed = ?8,
    grace = ?9, enabled = ?10, since = ?11
  WHERE user_id = ?1 AND id = ?2`;

export const updateSchedule = (userId: string, row: ScheduleRow): RightsChange =>
  rightsChange(UPDATE, userId, row.id, ...written(row), row.since);

export const deleteSchedule = (userId: string, id: string): RightsChange =>
  rightsChange("DELETE FROM schedules WHERE user_id = ?1 AND id = ?2", userId, id);

const RIGHTS = `SELECT ${SCHEDULE} FROM schedules WHERE user_id = ?1`;

export const scheduleRights = (db: D1Database, userId: string) => read<ScheduleRow>(db, RIGHTS, userId);

/** The form that the account's object stores. */
export const plannedOf = (row: ScheduleRow): DeviceSchedule => ({
  id: row.id,
  deviceId: row.device_id,
  name: row.name,
  state: row.state === 1 ? "on" : "off",
  timing: timingColumn.read(row.timing),
  timeZone: row.time_zone,
  place: row.place === null ? null : placeColumn.read(row.place),
  missed: row.missed,
  grace: row.grace,
  enabled: row.enabled === 1,
  since: row.since,
});
