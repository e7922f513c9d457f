import { and, eq, exists, getTableColumns, isNotNull, isNull, ne, type SQL, sql } from "drizzle-orm";
import * as z from "zod";
import { jsonColumn } from "../../broker/contract/json.ts";
import {
  allOwnChannels,
  chosenChannels,
  foreignChannel,
  linkChannels,
  OF_DEVICE,
  replaceChannels,
  storedChannels,
  type WithChannels,
} from "./chosen-channels.ts";
import { type DeviceColumns, JSON_FIELDS } from "./device-fields.ts";
import { foundColumn, readableText, storedFields } from "./json-columns.ts";
import { rightsChange } from "./rights-change.ts";
import { apiKeys, devices } from "./schema.ts";
import { ownerOf, type SessionKey, type SessionRef } from "./sessions.ts";
import { build, insertWhere, isBelow, ownRow, type Params, read, reading } from "./statement.ts";

const { user_id, ...COLUMNS } = getTableColumns(devices);

/** With everything that REST returns of a device. */
export const DEVICE = { ...COLUMNS, channels: chosenChannels(OF_DEVICE) };

export type DeviceRow = Omit<typeof devices.$inferSelect, "user_id"> & WithChannels;

/** The row that the account's object keeps for its responses about a device. */
export const deviceDetailsColumn = jsonColumn<DeviceRow>(
  z.object({
    ...storedFields(COLUMNS, { ...JSON_FIELDS, found: foundColumn }),
    channels: readableText({ read: storedChannels }),
  }),
);

const ALL = -1;

const list = reading(({ size, ...session }: Params<SessionKey & { size: number }>) => {
  const listed = build
    .select(DEVICE)
    .from(devices)
    .where(eq(devices.user_id, ownerOf(session)))
    .orderBy(devices.created_at, devices.id);
  return sql<DeviceRow>`${listed.getSQL()} limit ${size}`;
});
export const listDevices = (db: D1Database, session: SessionRef, size: number = ALL) =>
  list(db, { ...session, size });

const one = reading(({ id, ...session }: Params<SessionKey & { id: string }>) =>
  build
    .select(DEVICE)
    .from(devices)
    .where(ownRow(devices, ownerOf(session), id)),
);
export const readDevice = (db: D1Database, session: SessionRef, id: string) => one(db, { ...session, id });

const own = reading(({ userId, id }: Params<{ userId: string; id: string }>) =>
  build
    .select(DEVICE)
    .from(devices)
    .where(ownRow(devices, userId, id)),
);
export const ownDevice = (db: D1Database, userId: string, id: string) => own(db, { userId, id });

const hasKey = (userId: string): SQL =>
  exists(build.select({ id: apiKeys.id }).from(apiKeys).where(eq(apiKeys.user_id, userId)));
const ofUser = (userId: string, kind: SQL) => and(eq(devices.user_id, userId), kind);

/** The channels are linked only if the device is inserted. */
export function insertDevice(
  userId: string,
  { now, ...device }: { id: string; name: string; state: 0 | 1; now: number } & DeviceColumns,
  channels: readonly string[],
  max: number,
) {
  const row = { ...device, user_id: userId, created_at: now };
  return {
    insert: rightsChange(
      insertWhere(
        devices,
        row,
        isBelow(max, devices, ofUser(userId, isNull(devices.found))),
        hasKey(userId),
        allOwnChannels(userId, channels),
      ),
    ),
    link: linkChannels(OF_DEVICE, userId, device.id, channels),
  };
}

/** Why there is no row, in the order of the errors: foreign channel, no API key, no room. */
export const readInserted = (db: D1Database, userId: string, id: string, channels: readonly string[]) => ({
  key: read(db, sql<{ has_key: 0 | 1 }>`select ${hasKey(userId)} as has_key`),
  foreign: foreignChannel(db, userId, channels),
  own: ownDevice(db, userId, id),
});

const PLACE = "$.value.place";

/**
 * Adopts a discovered device, once. It needs no key, because it logs in as before. `found` and `controls` are JSON.
 */
export function insertFound(
  db: D1Database,
  userId: string,
  device: Pick<typeof devices.$inferInsert, "id" | "name" | "command_ttl" | "controls"> & {
    now: number;
    found: string;
  },
  max: number,
) {
  const { id, name, now, command_ttl, found, controls } = device;
  const hasPlace = ofUser(
    userId,
    sql`json_extract(${devices.found}, ${PLACE}) = json_extract(${found}, ${PLACE})`,
  );
  const adopted = build.select({ id: devices.id }).from(devices).where(hasPlace);
  return {
    insert: rightsChange(
      insertWhere(
        devices,
        { id, user_id: userId, name, created_at: now, command_ttl, found, controls },
        isBelow(max, devices, ofUser(userId, isNotNull(devices.found))),
        sql`not ${exists(adopted)}`,
      ),
    ),
    adopted: read(
      db,
      build
        .select({ id: devices.id })
        .from(devices)
        .where(and(hasPlace, ne(devices.id, id))),
    ),
    own: ownDevice(db, userId, id),
  };
}

/** Of fields that the object only shows: no rights change. */
export const showDevice = (db: D1Database, userId: string, id: string, columns: DeviceColumns) => ({
  show: rightsChange(
    build
      .update(devices)
      .set(columns)
      .where(ownRow(devices, userId, id)),
  ),
  own: ownDevice(db, userId, id),
});

/** `channels` null leaves them as they are. */
export function updateDevice(
  db: D1Database,
  userId: string,
  { id, ...columns }: { id: string } & DeviceColumns,
  channels: readonly string[] | null,
) {
  return {
    change: rightsChange(
      build
        .update(devices)
        .set(columns)
        .where(and(ownRow(devices, userId, id), allOwnChannels(userId, channels ?? []))),
    ),
    choose: channels === null ? [] : replaceChannels(OF_DEVICE, userId, id, channels),
    foreign: foreignChannel(db, userId, channels ?? []),
    own: ownDevice(db, userId, id),
  };
}

export const deleteDevice = (userId: string, id: string) => ({
  remove: rightsChange(build.delete(devices).where(ownRow(devices, userId, id))),
});
