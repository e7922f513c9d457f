/** Which entries the menu has. A beginner meets what shows something only when it does, or by *Advanced*. */

import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { devicesQuery, refusalsQuery } from "../../api/queries.ts";
import { localStore } from "../../lib/safe-storage.ts";
import { createStore, useStore } from "../../lib/store.ts";
import { session } from "../../session/session.ts";
import { NAVIGATION, type NavigationEntry } from "./navigation.ts";

const KEY = "menu";
/** Remembered, so that the menu has its height at the first paint. */
const isWhole = createStore(localStore.read(KEY) !== null);

export function showWholeMenu(): void {
  if (isWhole.get()) return;
  localStore.write(KEY, "whole");
  isWhole.set(true);
}

// The next account in this browser may be a beginner's.
session.subscribe(() => {
  if (session.get().status === "authenticated" || !isWhole.get()) return;
  localStore.remove(KEY);
  isWhole.set(false);
});

/** Null when the menu has all its entries. */
export function useBeginnersMenu(current: string | undefined): ((entry: NavigationEntry) => boolean) | null {
  const whole = useStore(isWhole);
  const devices = useQuery(devicesQuery()).data;
  const hasConnected = devices?.some(({ last_seen }) => last_seen !== null) ?? false;
  // a board that is refused before it ever connected: its owner looks for the reason
  const refusals = useQuery({
    ...refusalsQuery(),
    enabled: !whole && devices !== undefined && !hasConnected,
  });
  const anyRefusal = (refusals.data?.length ?? 0) > 0;
  const isAtPlace = NAVIGATION.some(({ entries }) =>
    entries.some((each) => each.isAdvanced && each.to === current),
  );
  const hasSomething = hasConnected || anyRefusal || isAtPlace;
  useEffect(() => {
    if (hasSomething) showWholeMenu();
  }, [hasSomething]);
  return whole ? null : (entry) => entry.isAdvanced !== true;
}
