/** The JSON columns, each with its schema; and rows of the database that are kept as JSON. */

import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import * as z from "zod";
import { Control, ControlSet } from "../../broker/contract/controls.ts";
import { ASKED_CALLERS } from "../../broker/contract/device-events.ts";
import { DiscoveredSwitch } from "../../broker/contract/discovered.ts";
import { Grant } from "../../broker/contract/grants.ts";
import { type JsonColumn, jsonColumn, readable } from "../../broker/contract/json.ts";
import { Coordinates, Timing } from "../../broker/contract/schedule.ts";
import { ValueLabel } from "../../broker/contract/telemetry.ts";
import { ChannelSeries } from "../contract/channels.ts";
import { Tile } from "../contract/tiles.ts";
import type { ColumnValues } from "./statement.ts";

/** An adopted device: how it is switched, and where it was announced. */
const Adopted = DiscoveredSwitch.extend({ place: z.string(), source: z.string().exactOptional() });
export type Adopted = z.infer<typeof Adopted>;

export const foundColumn = jsonColumn(Adopted);
export const shownColumn = jsonColumn(z.array(z.string()));
export const labelsColumn = jsonColumn(z.record(z.string(), ValueLabel));
export const controlsColumn = jsonColumn(z.array(Control));
export const tilesColumn = jsonColumn(z.array(Tile));
export const setColumn = jsonColumn(ControlSet);
export const grantsColumn = jsonColumn(z.array(Grant));
export const historyColumn = jsonColumn(z.array(z.object({ filter: z.string(), days: z.number() })));
export const scopesColumn = jsonColumn(z.array(z.string()));
/** A channel with one series has no list, as in rows of earlier releases. */
export const seriesColumn = jsonColumn(z.union([ChannelSeries, z.array(ChannelSeries)]));
export const timingColumn = jsonColumn(Timing);
export const placeColumn = jsonColumn(Coordinates);
export const limitsColumn = jsonColumn(z.record(z.string(), z.number()));
/** Callers about whom a device's owner is asked. */
export const askFirstColumn = jsonColumn(z.array(z.enum(ASKED_CALLERS)));
export const failedJobsColumn = jsonColumn(z.array(z.string()));
/** The body of an operator's call. */
export const bodyColumn = jsonColumn(z.record(z.string(), z.unknown()));

/** JSON in a text that this code can read. */
export const readableText = (column: Pick<JsonColumn<unknown>, "read">) =>
  z.string().refine((text) => readable(column, text) !== null);

/** The schemas of columns, by the names of their fields. */
type Fields<Columns extends Record<string, SQLiteColumn>> = {
  [Name in keyof Columns]: z.ZodType<ColumnValues<Columns>[Name]>;
};

/**
 * The schemas of the columns of a row that is kept as JSON, from their declaration. A row of an earlier release lacks a
 * column that was added since: it reads as a migration fills it, with the column's default or null. `json`: columns
 * that contain JSON.
 */
export function storedFields<Columns extends Record<string, SQLiteColumn>>(
  columns: Columns,
  json: { [Name in keyof Columns]?: Pick<JsonColumn<unknown>, "read"> },
): Fields<Columns> {
  const fields = Object.entries(columns).map(([name, column]) => {
    const reader = json[name];
    const value = reader === undefined ? storedValue(column) : readableText(reader);
    return [name, filled(column, value)];
  });
  return Object.fromEntries(fields) as Fields<Columns>;
}

function storedValue({ dataType, enumValues }: SQLiteColumn): z.ZodType {
  if (dataType === "boolean") return z.literal([0, 1]);
  if (dataType === "number") return z.number();
  return enumValues === undefined ? z.string() : z.enum(enumValues);
}

function filled({ notNull, hasDefault, default: value }: SQLiteColumn, schema: z.ZodType): z.ZodType {
  if (!notNull) return schema.nullable().default(value ?? null);
  return hasDefault ? schema.default(typeof value === "boolean" ? Number(value) : value) : schema;
}
