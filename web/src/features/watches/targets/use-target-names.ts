import { useQuery } from "@tanstack/react-query";
import { devicesQuery } from "../../../api/queries.ts";
import { ownTarget } from "../../../lib/own-push.ts";
import { useStore } from "../../../lib/store.ts";

/** What the names of targets need: this browser's own target, and the devices. */
export function useTargetNames() {
  const ownId = useStore(ownTarget);
  const devices = useQuery(devicesQuery()).data ?? [];
  return { ownId, devices };
}
