import type { ValueLabel } from "../../broker/contract/telemetry.ts";
import {
  allOwn,
  chooseAnew,
  chosenChannels,
  foreignChannel,
  linkSql,
  type WithChannels,
} from "./chosen-channels.ts";
import { labelsColumn, shownColumn } from "./json-columns.ts";
import { rightsChange } from "./rights-change.ts";
import { OWNER, ownedBy, type SessionRef } from "./sessions.ts";
import { read } from "./statement.ts";
import { columns, type RowOf } from "./tables.ts";

export const DEVICE = columns(
  "devices",
  [
    "id",
    "name",
    "state",
    "command_ttl",
    "auto_off",
    "off_on_disconnect",
    "found",
    "shown_values",
    "value_labels",
    "room",
    "pinned",
    "created_at",
  ],
  "d",
);

export type DeviceRow = RowOf<typeof DEVICE> & WithChannels;

/** Null when the owner chose none. */
export const shownKeys = ({ shown_values: keys }: Pick<DeviceRow, "shown_values">): string[] | null =>
  keys === null ? null : shownColumn.read(keys);

export const labelsOf = ({
  value_labels: labels,
}: Pick<DeviceRow, "value_labels">): Record<string, ValueLabel> =>
  labels === null ? {} : labelsColumn.read(labels);

export const DEVICE_CHANNELS = chosenChannels("device_channels", "device_id", "d.id");
const SELECT = `SELECT ${DEVICE}, ${DEVICE_CHANNELS} FROM devices d`;
const LIST = `${SELECT} WHERE d.user_id = ${OWNER} ORDER BY d.created_at, d.id LIMIT ?3`;
const ONE = `${SELECT} WHERE d.user_id = ${OWNER} AND d.id = ?3`;
const OWN = `${SELECT} WHERE d.user_id = ?1 AND d.id = ?2`;
const ALL = -1;

export const listDevices = (db: D1Database, session: SessionRef, size: number = ALL) =>
  read<DeviceRow>(db, LIST, ...ownedBy(session), size);
export const readDevice = (db: D1Database, session: SessionRef, id: string) =>
  read<DeviceRow>(db, ONE, ...ownedBy(session), id);

const ownDevice = (db: D1Database, userId: string, id: string) => read<DeviceRow>(db, OWN, userId, id);

const HAS_KEY = "EXISTS (SELECT 1 FROM api_keys WHERE user_id = ?1)";
const ROOM = "(?7 = 0 OR (SELECT count(*) FROM devices WHERE user_id = ?1 AND found IS NULL) < ?7)";
const INSERT = `INSERT INTO devices
    (id, user_id, name, state, created_at, command_ttl, auto_off, off_on_disconnect, shown_values,
      value_labels, room, pinned)
  SELECT ?2, ?1, ?4, ?5, ?6, ?8, ?9, ?10, ?11, ?12, ?13, ?14 WHERE ${ROOM} AND ${HAS_KEY} AND ${allOwn("?3")}`;
const LINK = linkSql("device_channels", "device_id", "devices");

export function insertDevice(
  db: D1Database,
  userId: string,
  device: { id: string; state: boolean; now: number } & Named & SwitchingOptions,
  channels: readonly string[],
  max: number,
) {
  const ids = JSON.stringify(channels);
  const { id, name, state, now, command_ttl, auto_off, off_on_disconnect } = device;
  const settings = [command_ttl, auto_off, off_on_disconnect ? 1 : 0, ...looksIn(device)];
  return {
    insert: rightsChange(INSERT, userId, id, ids, name, state ? 1 : 0, now, max, ...settings),
    link: db.prepare(LINK).bind(userId, id, ids),
  };
}

/** Why there is no row, in the order of the errors: foreign channel, no API key, no room. */
export const readInserted = (db: D1Database, userId: string, id: string, channels: readonly string[]) => ({
  key: read<{ has_key: 0 | 1 }>(db, `SELECT ${HAS_KEY} AS has_key`, userId),
  foreign: foreignChannel(db, userId, channels),
  own: ownDevice(db, userId, id),
});

const ADOPTED =
  "SELECT 1 FROM devices WHERE user_id = ?1 AND json_extract(found, '$.value.place') = json_extract(?6, '$.value.place')";
const ADOPT = `INSERT INTO devices (id, user_id, name, created_at, command_ttl, found)
  SELECT ?2, ?1, ?3, ?4, ?5, ?6
  WHERE (?7 = 0 OR (SELECT count(*) FROM devices WHERE user_id = ?1 AND found IS NOT NULL) < ?7)
    AND NOT EXISTS (${ADOPTED})`;
const ADOPTED_BEFORE = `SELECT id FROM devices WHERE user_id = ?1 AND id <> ?2
  AND json_extract(found, '$.value.place') = json_extract(?3, '$.value.place')`;

/** Adopts a discovered device, once. It needs no key, because it logs in as before. `found` is JSON. */
export function insertFound(
  db: D1Database,
  userId: string,
  device: { id: string; name: string; now: number; command_ttl: number; found: string },
  max: number,
) {
  const { id, name, now, command_ttl, found } = device;
  return {
    insert: rightsChange(ADOPT, userId, id, name, now, command_ttl, found, max),
    adopted: read<{ id: string }>(db, ADOPTED_BEFORE, userId, id, found),
    own: ownDevice(db, userId, id),
  };
}

export interface SwitchingOptions {
  command_ttl: number;
  auto_off: number;
  off_on_disconnect: boolean;
}

interface Named {
  name: string;
  /** JSON; null when the owner chose none. */
  shown_values: string | null;
  value_labels: string | null;
  room: string;
  pinned: boolean;
}

const looksIn = ({ shown_values, value_labels, room, pinned }: Omit<Named, "name">) =>
  [shown_values, value_labels, room, pinned ? 1 : 0] as const;

const RENAME = `UPDATE devices SET name = ?3, shown_values = ?4, value_labels = ?5, room = ?6, pinned = ?7
  WHERE user_id = ?1 AND id = ?2`;

/** A name changes no rights, but the object shows it. */
export const renameDevice = (db: D1Database, userId: string, device: { id: string } & Named) => ({
  rename: rightsChange(RENAME, userId, device.id, device.name, ...looksIn(device)),
  own: ownDevice(db, userId, device.id),
});

const CHANGE = `UPDATE devices SET name = ?4, command_ttl = ?5, auto_off = ?6, off_on_disconnect = ?7,
    shown_values = ?8, value_labels = ?9, room = ?10, pinned = ?11
  WHERE user_id = ?1 AND id = ?2 AND ${allOwn("?3")}`;
const chooseChannels = chooseAnew("device_channels", "device_id", "devices");

/** `channels` null leaves them as they are. */
export function updateDevice(
  db: D1Database,
  userId: string,
  device: { id: string } & Named & SwitchingOptions,
  channels: readonly string[] | null,
) {
  const ids = JSON.stringify(channels ?? []);
  const { id, name, command_ttl, auto_off, off_on_disconnect } = device;
  const settings = [command_ttl, auto_off, off_on_disconnect ? 1 : 0, ...looksIn(device)];
  return {
    change: rightsChange(CHANGE, userId, id, ids, name, ...settings),
    choose: channels === null ? [] : chooseChannels(userId, id, channels),
    foreign: foreignChannel(db, userId, channels ?? []),
    own: ownDevice(db, userId, id),
  };
}

export const deleteDevice = (userId: string, id: string) => ({
  remove: rightsChange("DELETE FROM devices WHERE user_id = ?1 AND id = ?2", userId, id),
});
