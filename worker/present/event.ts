import { ACTORS } from "../../broker/contract/device-events.ts";
import type { DeviceEvent } from "../contract/event.ts";
import type { EventRow } from "../db/events.ts";
import { moment } from "./moment.ts";

export const eventOf = (row: EventRow): DeviceEvent => ({
  id: row.id,
  device_id: row.device_id,
  device_name: row.device_name,
  event_type: row.event_type,
  actor: ACTORS.find((actor) => actor === row.actor) ?? null,
  count: row.count,
  created_at: moment(row.at),
});
