/** The JSON columns, each with its schema. */

import * as z from "zod";
import { DiscoveredSwitch } from "../../broker/contract/discovered.ts";
import { Grant } from "../../broker/contract/grants.ts";
import { type JsonColumn, jsonColumn, readable, stored } from "../../broker/contract/json.ts";
import { Coordinates, Timing } from "../../broker/contract/schedule.ts";
import { ValueLabel } from "../../broker/contract/telemetry.ts";
import { ChannelSeries } from "../contract/channels.ts";

/** An adopted device: how it is switched, and where it was announced. */
const Adopted = DiscoveredSwitch.extend({ place: z.string(), source: z.string().exactOptional() });
export type Adopted = z.infer<typeof Adopted>;

export const foundColumn = jsonColumn(Adopted);
export const shownColumn = jsonColumn(z.array(z.string()));
export const labelsColumn = jsonColumn(z.record(z.string(), ValueLabel));
export const grantsColumn = jsonColumn(z.array(Grant));
export const scopesColumn = jsonColumn(z.array(z.string()));
export const seriesColumn = jsonColumn(ChannelSeries);
export const timingColumn = jsonColumn(Timing);
export const placeColumn = jsonColumn(Coordinates);
export const limitsColumn = jsonColumn(z.record(z.string(), z.number()));
export const failedJobsColumn = jsonColumn(z.array(z.string()));
/** The body of an operator's call. */
export const bodyColumn = jsonColumn(z.record(z.string(), z.unknown()));

/** JSON in a text that this code can read. */
export const readableText = (column: Pick<JsonColumn<unknown>, "read">) =>
  z.string().refine((text) => readable(column, text) !== null);

/** As selected by `chosenChannels`. */
const Chosen = z.object({
  id: z.string(),
  name: z.string(),
  topic: z.string(),
  description: z.string(),
  series: readableText(seriesColumn).nullable(),
  created_at: z.number(),
});

/**
 * JSON made by a query, without a version. The object stores it inside the row of a device (`device-details.ts`): text of
 * an earlier release is refused there, and the row is read from the database.
 */
export const channelsOfQuery = stored(z.array(Chosen));
