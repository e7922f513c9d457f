/** The JSON columns, each with its schema. */

import * as z from "zod";
import type { DiscoveredListItem, DiscoveredSwitch } from "../../broker/contract/discovered.ts";
import { jsonColumn, stored } from "../../broker/contract/json.ts";
import type { Coordinates, Timing } from "../../broker/contract/schedule.ts";
import { SUN_TIMES } from "../../broker/contract/schedule.ts";
import type { ValueLabel } from "../../broker/contract/telemetry.ts";
import { ChannelSeries } from "../contract/channel-series.ts";
import { Grant } from "../contract/grant.ts";

/** An adopted device: how it is switched, and where it was announced. */
export type Adopted = DiscoveredSwitch &
  Pick<DiscoveredListItem, "place"> &
  Partial<Pick<DiscoveredListItem, "source">>;

const Path = z.array(z.string());
const Found: z.ZodType<Adopted> = z.object({
  place: z.string(),
  source: z.string().exactOptional(),
  commandTopic: z.string(),
  payloadOn: z.string(),
  payloadOff: z.string(),
  retain: z.boolean(),
  state: z.object({ topic: z.string(), path: Path, on: z.string(), off: z.string() }).nullable(),
  availability: z.array(z.object({ topic: z.string(), path: Path, online: z.string(), offline: z.string() })),
  availabilityMode: z.enum(["all", "any", "latest"]),
});
const Label: z.ZodType<ValueLabel> = z.object({ name: z.string().nullable(), unit: z.string().nullable() });
const When: z.ZodType<Timing> = z.union([
  z.object({ cron: z.string() }),
  z.object({ sun: z.enum(SUN_TIMES), offset: z.number(), days: z.array(z.number()).exactOptional() }),
  z.object({ at: z.number() }),
]);
const Where: z.ZodType<Coordinates> = z.object({ lat: z.number(), lon: z.number() });
/** As selected by `chosenChannels`. */
const Chosen = z.object({
  id: z.string(),
  name: z.string(),
  topic: z.string(),
  description: z.string(),
  series: z.string().nullable(),
  created_at: z.number(),
});

export const foundColumn = jsonColumn(Found);
export const shownColumn = jsonColumn(z.array(z.string()));
export const labelsColumn = jsonColumn(z.record(z.string(), Label));
export const grantsColumn = jsonColumn(z.array(Grant));
export const scopesColumn = jsonColumn(z.array(z.string()));
export const seriesColumn = jsonColumn(ChannelSeries);
export const timingColumn = jsonColumn(When);
export const placeColumn = jsonColumn(Where);
export const limitsColumn = jsonColumn(z.record(z.string(), z.number()));
export const failedJobsColumn = jsonColumn(z.array(z.string()));
/** The body of an operator's call. */
export const bodyColumn = jsonColumn(z.record(z.string(), z.unknown()));

/** JSON made by a query: without a version, because it is never stored. */
export const channelsOfQuery = stored(z.array(Chosen));
