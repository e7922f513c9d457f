import { useQuery } from "@tanstack/react-query";
import type { DeviceEvent } from "../../../../worker/contract/events.ts";
import { deviceHistoryQuery } from "../../devices/events/event-history.ts";
import { useRefresh } from "../../devices/use-known.ts";
import { Note } from "../../ui/messages/note.tsx";
import { SHOWN } from "./device-events.tsx";

/** The log has one row a minute while it lasts. */
const LATELY_MS = 2 * 60_000;

type Entry = Pick<DeviceEvent, "event_type" | "reason" | "created_at">;

/** Whether two programs had the device's client id lately: only then its connections begin and end with a reason. */
export const areTwoPrograms = (events: readonly Entry[], now: number): boolean =>
  events.some(
    ({ event_type, reason, created_at }) =>
      (event_type === "connected" || event_type === "disconnected") &&
      reason != null &&
      now - Date.parse(created_at) < LATELY_MS,
  );

export function TwoProgramsNote({ deviceId }: { deviceId: string }) {
  const { data, dataUpdatedAt } = useQuery({
    ...deviceHistoryQuery(deviceId, SHOWN),
    refetchInterval: useRefresh(),
  });
  if (!areTwoPrograms(data?.rows ?? [], dataUpdatedAt)) return null;
  return (
    <Note tone="wait" live className="mb-5">
      Two programs connect as this device with the same client id: each ends the other's connection. Give each
      a client id of its own, or stop one.
    </Note>
  );
}
