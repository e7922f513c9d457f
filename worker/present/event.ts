import type { DeviceCounts, StoredEvent } from "../../broker/contract/account.ts";
import type { DeviceEvent, EventCounts } from "../contract/event.ts";
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

export const countsOf = ({ deviceId, deviceName, counts }: DeviceCounts): EventCounts["devices"][number] => ({
  device_id: deviceId,
  device_name: deviceName,
  counts,
});
