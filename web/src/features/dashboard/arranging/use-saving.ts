import { useQueryClient } from "@tanstack/react-query";
import { useRef } from "react";
import { call } from "../../../api/call.ts";
import { queryKeys } from "../../../api/query-keys.ts";
import { changeDevice } from "../../../devices/device-cache.ts";
import { toast } from "../../../ui/messages/toast.ts";
import type { DashboardTile } from "../tiles.ts";
import { changesOf } from "./arranging.ts";

type Tiles = readonly DashboardTile[];

/** Saves arrangements one after another. One that follows while another is saved replaces those that wait. */
export function useSaving(saved: Tiles): (tiles: Tiles) => Promise<void> {
  const client = useQueryClient();
  const work = useRef({ saved, wanted: saved, isBusy: false });
  return async (tiles) => {
    const { current } = work;
    current.wanted = tiles;
    // shown at once when arranging ends, also while it is saved
    for (const { device, tiles: own } of changesOf(current.saved, tiles))
      changeDevice(client, device.id, { tiles: own });
    if (current.isBusy) return;
    current.isBusy = true;
    while (current.saved !== current.wanted) {
      const next = current.wanted;
      try {
        for (const { device, tiles: own } of changesOf(current.saved, next))
          await call("updateDevice", { id: device.id, body: { name: device.name, tiles: own } });
      } catch {
        toast("error", "That could not be saved. Please try again.");
      }
      current.saved = next;
    }
    current.isBusy = false;
    await client.invalidateQueries({ queryKey: queryKeys.devices });
  };
}
