/** The schedules of devices. Their runs are in the account's object. */

import { and, eq, exists, getTableColumns } from "drizzle-orm";
import type { DeviceSchedule } from "../../broker/contract/schedule.ts";
import { placeColumn, setColumn, timingColumn } from "./json-columns.ts";
import { type RightsChange, rightsChange } from "./rights-change.ts";
import { devices, schedules } from "./schema.ts";
import { ownerOf, type SessionKey, type SessionRef } from "./sessions.ts";
import { build, insertWhere, isBelow, ownRow, type Params, reading, returning, rowid } from "./statement.ts";

export type ScheduleRow = Omit<typeof schedules.$inferSelect, "user_id">;

const { user_id, ...SCHEDULE } = getTableColumns(schedules);

/** A device without schedules has one row with null columns. */
export type OfDevice = { [Column in keyof ScheduleRow]: ScheduleRow[Column] | null };
export const isSchedule = (row: OfDevice): row is ScheduleRow => row.id !== null;

type OfCaller = SessionKey & { deviceId: string };

const list = reading(({ deviceId, ...session }: Params<OfCaller>) =>
  build
    .select(SCHEDULE)
    .from(devices)
    .leftJoin(schedules, eq(schedules.device_id, devices.id))
    .where(ownRow(devices, ownerOf(session), deviceId))
    .orderBy(schedules.created_at, rowid(schedules)),
);
export const listSchedules = (db: D1Database, session: SessionRef, deviceId: string) =>
  list(db, { ...session, deviceId });

const one = reading(({ deviceId, id, ...session }: Params<OfCaller & { id: string }>) =>
  build
    .select(SCHEDULE)
    .from(schedules)
    .where(and(ownRow(schedules, ownerOf(session), id), eq(schedules.device_id, deviceId))),
);
export const readSchedule = (db: D1Database, session: SessionRef, deviceId: string, id: string) =>
  one(db, { ...session, deviceId, id });

/** Returns no row when the device has its maximum, or is deleted. */
export function insertSchedule(userId: string, row: ScheduleRow, max: number) {
  const device = build
    .select({ id: devices.id })
    .from(devices)
    .where(ownRow(devices, userId, row.device_id));
  return rightsChange(
    returning(
      insertWhere(
        schedules,
        { ...row, user_id: userId },
        exists(device),
        isBelow(max, schedules, eq(schedules.device_id, row.device_id)),
      ),
      SCHEDULE,
    ),
  );
}

/** Returns no row when it is deleted. */
export const updateSchedule = (userId: string, { id, device_id, created_at, ...changed }: ScheduleRow) =>
  rightsChange(
    build
      .update(schedules)
      .set(changed)
      .where(ownRow(schedules, userId, id))
      .returning(SCHEDULE),
  );

export const deleteSchedule = (userId: string, id: string): RightsChange =>
  rightsChange(build.delete(schedules).where(ownRow(schedules, userId, id)));

export const scheduleRights = reading(({ userId }: Params<{ userId: string }>) =>
  build
    .select(SCHEDULE)
    .from(schedules)
    .where(eq(schedules.user_id, userId))
    .orderBy(schedules.created_at, rowid(schedules)),
);

/** The form that the account's object stores. */
export const plannedOf = (row: ScheduleRow): DeviceSchedule => ({
  id: row.id,
  deviceId: row.device_id,
  name: row.name,
  state: row.state === 1 ? "on" : "off",
  ...(row.set_values !== null && { set: setColumn.read(row.set_values) }),
  timing: timingColumn.read(row.timing),
  timeZone: row.time_zone,
  place: row.place === null ? null : placeColumn.read(row.place),
  missed: row.missed,
  grace: row.grace,
  enabled: row.enabled === 1,
  since: row.since,
});
