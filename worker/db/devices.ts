import { and, eq, exists, getTableColumns, isNotNull, isNull, ne, type SQL, sql } from "drizzle-orm";
import * as z from "zod";
import type { OnConnect } from "../../broker/contract/control.ts";
import type { Control } from "../../broker/contract/controls.ts";
import { jsonColumn } from "../../broker/contract/json.ts";
import type { ValueLabel } from "../../broker/contract/telemetry.ts";
import type { Tile } from "../contract/tiles.ts";
import {
  allOwn,
  chosenChannels,
  foreignChannel,
  linkChannels,
  OF_DEVICE,
  replaceChannels,
  storedChannels,
  type WithChannels,
} from "./chosen-channels.ts";
import {
  controlsColumn,
  foundColumn,
  labelsColumn,
  readableText,
  shownColumn,
  storedFields,
  tilesColumn,
} from "./json-columns.ts";
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
    ...storedFields(COLUMNS, {
      found: foundColumn,
      shown_values: shownColumn,
      value_labels: labelsColumn,
      controls: controlsColumn,
      tiles: tilesColumn,
    }),
    channels: readableText({ read: storedChannels }),
  }),
);

/** Null when the owner chose none. */
export const shownKeys = ({ shown_values: keys }: Pick<DeviceRow, "shown_values">): string[] | null =>
  keys === null ? null : shownColumn.read(keys);

export const labelsOf = ({
  value_labels: labels,
}: Pick<DeviceRow, "value_labels">): Record<string, ValueLabel> =>
  labels === null ? {} : labelsColumn.read(labels);

export const controlsOf = ({ controls }: Pick<DeviceRow, "controls">): Control[] =>
  controls === null ? [] : controlsColumn.read(controls);

export const tilesOf = ({ tiles }: Pick<DeviceRow, "tiles">): Tile[] =>
  tiles === null ? [] : tilesColumn.read(tiles);

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

export interface SwitchingOptions {
  command_ttl: number;
  auto_off: number;
  off_on_disconnect: boolean;
  on_connect: OnConnect;
}

interface Looks {
  name: string;
  /** JSON; null when the owner chose none. */
  shown_values: string | null;
  value_labels: string | null;
  controls: string | null;
  room: string;
  pinned: boolean;
  /** JSON; null until arranged. */
  tiles: string | null;
}

const bit = (value: boolean): 0 | 1 => (value ? 1 : 0);

const hasKey = (userId: string): SQL =>
  exists(build.select({ id: apiKeys.id }).from(apiKeys).where(eq(apiKeys.user_id, userId)));
const ofUser = (userId: string, kind: SQL) => and(eq(devices.user_id, userId), kind);

/** The channels are linked only if the device is inserted. */
export function insertDevice(
  userId: string,
  { now, ...device }: { id: string; state: boolean; now: number } & Looks & SwitchingOptions,
  channels: readonly string[],
  max: number,
) {
  const row = {
    ...device,
    user_id: userId,
    state: bit(device.state),
    off_on_disconnect: bit(device.off_on_disconnect),
    pinned: bit(device.pinned),
    created_at: now,
  };
  return {
    insert: rightsChange(
      insertWhere(
        devices,
        row,
        isBelow(max, devices, ofUser(userId, isNull(devices.found))),
        hasKey(userId),
        allOwn(userId, JSON.stringify(channels)),
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

/** A name changes no rights, but the object shows it. */
export const renameDevice = (
  db: D1Database,
  userId: string,
  { id, name, shown_values, value_labels, controls, room, pinned, tiles }: { id: string } & Looks,
) => ({
  rename: rightsChange(
    build
      .update(devices)
      .set({ name, shown_values, value_labels, controls, room, pinned: bit(pinned), tiles })
      .where(ownRow(devices, userId, id)),
  ),
  own: ownDevice(db, userId, id),
});

/** `channels` null leaves them as they are. */
export function updateDevice(
  db: D1Database,
  userId: string,
  { id, ...device }: { id: string } & Looks & SwitchingOptions,
  channels: readonly string[] | null,
) {
  const changed = {
    ...device,
    off_on_disconnect: bit(device.off_on_disconnect),
    pinned: bit(device.pinned),
  };
  return {
    change: rightsChange(
      build
        .update(devices)
        .set(changed)
        .where(and(ownRow(devices, userId, id), allOwn(userId, JSON.stringify(channels ?? [])))),
    ),
    choose: channels === null ? [] : replaceChannels(OF_DEVICE, userId, id, channels),
    foreign: foreignChannel(db, userId, channels ?? []),
    own: ownDevice(db, userId, id),
  };
}

export const deleteDevice = (userId: string, id: string) => ({
  remove: rightsChange(build.delete(devices).where(ownRow(devices, userId, id))),
});
