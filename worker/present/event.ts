import type { StoredEvent } from "../../broker/contract/account.ts";
import { ACTORS } from "../../broker/contract/device-events.ts";
import type { DeviceEvent } from "../contract/event.ts";
import type { EventRow } from "../db/events.ts";
import { moment } from "./moment.ts";

export const eventOf = (event: StoredEvent): DeviceEvent => ({
  id: event.id,
  device_id: event.deviceId,
  device_name: event.deviceName,
  event_type: event.type,
  actor: event.actor,
  schedule: event.schedule,
  count: event.count,
  created_at: moment(event.at),
});

/** As the account's object would have kept it. */
export const storedEventOf = (row: EventRow): StoredEvent => ({
  id: row.id,
  deviceId: row.device_id,
  deviceName: row.device_name,
  type: row.event_type,
  actor: ACTORS.find((actor) => actor === row.actor) ?? null,
  schedule: null,
  count: row.count,
  at: row.at,
});
