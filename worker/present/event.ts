import type { DeviceCounts, StoredEvent } from "../../broker/contract/account.ts";
import type { Mistake } from "../../broker/contract/mistake.ts";
import type { DeviceEvent, EventCounts } from "../contract/events.ts";
import { isoTime } from "../contract/fields.ts";

/** The fields of a mistake in an event, a notice and a webhook. */
export const mistakeFields = ({ reason, remedy, key, byte }: Mistake) => ({
  reason,
  remedy,
  ...(key !== undefined && { key }),
  ...(byte !== undefined && { byte }),
});

const UNKNOWN = { reason: null, remedy: null };

export const eventOf = (event: StoredEvent): DeviceEvent => ({
  id: event.id,
  device_id: event.deviceId,
  device_name: event.deviceName,
  event_type: event.type,
  actor: event.actor,
  schedule: event.schedule,
  guest: event.guest,
  set: event.set,
  ...(event.isStateKept && { state_kept: true as const }),
  ...(event.watch !== undefined && { watch: event.watch }),
  ...(event.allowed && {
    allowed_at: isoTime(event.allowed.at),
    allowed_by: event.allowed.browser,
  }),
  count: event.count,
  ...(event.mistake !== null && mistakeFields(event.mistake)),
  ...(event.type === "errored" && event.mistake === null && UNKNOWN),
  created_at: isoTime(event.at),
});

export const countsOf = ({ deviceId, deviceName, counts }: DeviceCounts): EventCounts["devices"][number] => ({
  device_id: deviceId,
  device_name: deviceName,
  counts,
});
