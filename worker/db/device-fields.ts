/**
 * The fields of a device that its owner sets: how each column is written from a body, and read for a response. Making,
 * changing, comparing and presenting a device follow from them. A field that a body leaves out stays as it is.
 */

import { namesOf, partOf, recordOf } from "../../broker/contract/by-name.ts";
import type { Control } from "../../broker/contract/controls.ts";
import type { JsonColumn } from "../../broker/contract/json.ts";
import type { BodyOf } from "../contract/api.ts";
import type { Device } from "../contract/devices.ts";
import { askFirstColumn, controlsColumn, labelsColumn, shownColumn, tilesColumn } from "./json-columns.ts";
import type { devices } from "./schema.ts";

type Body = BodyOf<"createDevice">;
type Row = typeof devices.$inferSelect;
/** What a response says of the field; of controls without their values. */
type Shown = Omit<Device, "controls"> & { controls: Control[] };
type FieldName = Exclude<keyof Body & keyof Row & keyof Shown, "state">;
type Columns = Pick<Row, FieldName>;
type ShownFields = Pick<Shown, FieldName>;

/** A value of the body, if it has one. */
type Given<K extends FieldName> = Exclude<Body[K], undefined>;

interface Field<K extends FieldName> {
  /** The account's object acts by it. It only shows the others, so that they change no rights. */
  isActedOn: boolean;
  write(given: Given<K>): Columns[K];
  read(stored: Columns[K]): ShownFields[K];
  /** Of a JSON column. */
  column?: Pick<JsonColumn<unknown>, "read">;
  /** What a guest reads in its place: how the owner sorts devices is not for them. */
  forGuest?: Device[K];
}

const plain = <T>(isActedOn: boolean) => ({
  isActedOn,
  write: (given: T) => given,
  read: (stored: T) => stored,
});
const flag = (isActedOn: boolean) => ({
  isActedOn,
  write: (given: boolean): 0 | 1 => (given ? 1 : 0),
  read: (stored: 0 | 1) => stored === 1,
});

/** A list that is null in its column while it is empty. */
const list = <T>(column: JsonColumn<T[]>) => ({
  isActedOn: false,
  column,
  write: (given: T[]) => (given.length === 0 ? null : column.write(given)),
  read: (stored: string | null) => (stored === null ? [] : column.read(stored)),
});

type Labels = NonNullable<Body["value_labels"]>;

/** Names and units of keys, and which are counters; those that say none of it are left out. */
function labelsText(given: Labels): string | null {
  const labels = given
    .map(({ key, name, unit, counter }) => {
      const label = { name: name || null, unit: unit || null, ...(counter && { counter: true as const }) };
      return [key, label] as const;
    })
    .filter(([, { name, unit, counter }]) => name !== null || unit !== null || counter);
  return labels.length === 0 ? null : labelsColumn.write(Object.fromEntries(labels));
}

const FIELDS: { [K in FieldName]: Field<K> } = {
  name: plain<string>(false),
  command_ttl: plain<number>(true),
  auto_off: plain<number>(true),
  off_on_disconnect: flag(true),
  on_connect: plain<Row["on_connect"]>(true),
  ask_first: {
    ...list(askFirstColumn),
    isActedOn: true,
    write: (callers) => (callers.length === 0 ? null : askFirstColumn.write([...new Set(callers)].sort())),
    forGuest: [],
  },
  shown_values: {
    isActedOn: false,
    column: shownColumn,
    write: (keys) => keys && shownColumn.write([...new Set(keys)]),
    read: (stored) => (stored === null ? null : shownColumn.read(stored)),
  },
  value_labels: {
    isActedOn: false,
    column: labelsColumn,
    write: labelsText,
    read: (stored) =>
      stored === null
        ? []
        : Object.entries(labelsColumn.read(stored)).map(([key, label]) => ({ key, ...label })),
  },
  controls: list(controlsColumn),
  room: { ...plain<string>(false), forGuest: "" },
  pinned: { ...flag(false), forGuest: false },
  tiles: { ...list(tilesColumn), forGuest: [] },
};

const NAMES = namesOf(FIELDS);
const fieldOf = <K extends FieldName>(name: K): Field<K> => FIELDS[name];

/** As far as a body gives them. */
export type DeviceColumns = Partial<Columns>;

const isGiven = <K extends FieldName>(given: Body[K]): given is Given<K> => given !== undefined;

export const columnsOf = (body: Body): DeviceColumns =>
  partOf<Columns>(NAMES, (name) => {
    const given = body[name];
    return isGiven<typeof name>(given) ? fieldOf(name).write(given) : undefined;
  });

export interface Change {
  isChanged: boolean;
  /** The account's object acts by a field that changes. */
  isActedOn: boolean;
}

export function changeOf(given: DeviceColumns, before: Columns): Change {
  const changed = NAMES.filter((name) => name in given && given[name] !== before[name]);
  return { isChanged: changed.length > 0, isActedOn: changed.some((name) => FIELDS[name].isActedOn) };
}

/** For a response. */
export const shownFields = (row: Columns): ShownFields =>
  recordOf<ShownFields>(NAMES, (name) => fieldOf(name).read(row[name]));

export const FIELDS_FOR_GUESTS = partOf<Pick<Device, FieldName>>(NAMES, (name) => fieldOf(name).forGuest);

/** The columns that contain JSON. */
export const JSON_FIELDS = partOf<Record<FieldName, Pick<JsonColumn<unknown>, "read">>>(
  NAMES,
  (name) => FIELDS[name].column,
);

export const FIELDS_OF_ASKING: Pick<Field<"ask_first">, "read"> = FIELDS.ask_first;
export const controlsOf = ({ controls }: Pick<Row, "controls">): Control[] => FIELDS.controls.read(controls);
