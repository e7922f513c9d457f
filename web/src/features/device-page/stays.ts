/** When a discovered device was online, from its events: it has no connections here. Pure. */

import type { DeviceDetail } from "../../../../worker/contract/devices.ts";
import type { DeviceEvent } from "../../../../worker/contract/events.ts";
import { EVENTS_PAGE } from "../../../../worker/contract/limits.ts";
import type { ConnectionBand } from "../../devices/bands.ts";
import { listEvents } from "../../devices/events.ts";

type Come = Pick<DeviceEvent, "event_type" | "created_at">;

const byTime = (a: Come, b: Come): number => Date.parse(a.created_at) - Date.parse(b.created_at);

/** Newest first. If the first event is a disconnect, the device was online since it was added. */
export function staysOf(
  events: readonly Come[],
  { connected, created_at: added }: Pick<DeviceDetail, "connected" | "created_at">,
): ConnectionBand[] {
  const comings = events.toSorted(byTime);
  const stays: ConnectionBand[] = [];
  let since = comings[0]?.event_type === "connected" ? null : added;
  for (const { event_type, created_at } of comings) {
    if (event_type === "connected") since ??= created_at;
    if (event_type !== "disconnected" || since === null) continue;
    stays.push({ connected_at: since, disconnected_at: created_at });
    since = null;
  }
  if (connected)
    stays.push({ connected_at: since ?? comings.at(-1)?.created_at ?? added, disconnected_at: null });
  return stays.toReversed();
}

export async function readStays(
  device: Pick<DeviceDetail, "id" | "connected" | "created_at">,
  from: number,
): Promise<ConnectionBand[]> {
  const comings = (["connected", "disconnected"] as const).map((event_type) =>
    listEvents({ device: device.id, event_type, size: EVENTS_PAGE.max }),
  );
  const events = (await Promise.all(comings)).flatMap((page) => page.events);
  return staysOf(events, device).filter(
    ({ disconnected_at }) => disconnected_at === null || Date.parse(disconnected_at) > from,
  );
}
