import * as z from "zod";
import { jsonColumn } from "../../broker/contract/json.ts";
import type { DeviceRow } from "./devices.ts";
import { channelsOfQuery, foundColumn, labelsColumn, readableText, shownColumn } from "./json-columns.ts";

const DeviceDetails: z.ZodType<DeviceRow> = z.object({
  id: z.string(),
  name: z.string(),
  state: z.literal([0, 1]),
  command_ttl: z.number(),
  auto_off: z.number(),
  off_on_disconnect: z.literal([0, 1]),
  found: readableText(foundColumn).nullable(),
  shown_values: readableText(shownColumn).nullable(),
  value_labels: readableText(labelsColumn).nullable(),
  // Rows stored before these columns existed lack them.
  room: z.string().default(""),
  pinned: z.literal([0, 1]).default(0),
  created_at: z.number(),
  channels: readableText({ read: channelsOfQuery }),
});

/** The row that the object stores for its responses about a device. */
export const deviceDetailsColumn = jsonColumn(DeviceDetails);
