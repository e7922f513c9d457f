import { useEffect, useRef, useState } from "react";
import type { SeriesSource } from "../../../broker/contract/telemetry.ts";
import { LIST_REFRESH_MS } from "../api/queries.ts";
import { atMost } from "../lib/at-most.ts";
import { useStore } from "../lib/store.ts";
import { onMeasured, statusHeard } from "../live/link.ts";

/** Data with polling counts as current for two intervals, so one answer may be missed. */
const KNOWN_FOR_MS = 2 * LIST_REFRESH_MS;

interface Answered {
  dataUpdatedAt: number;
  isError: boolean;
}

/** When the last live update may have been missed: the connection was lost then. */
let lostAt = 0;
statusHeard.subscribe(() => {
  if (!statusHeard.get()) lostAt = Date.now();
});

/** Whether presence and state are current: live updates arrive, or a recent answer came after they ended. */
export function useKnown({ dataUpdatedAt, isError }: Answered): boolean {
  const heard = useStore(statusHeard);
  const [old, setOld] = useState(false);
  useEffect(() => {
    const left = dataUpdatedAt + KNOWN_FOR_MS - Date.now();
    setOld(left <= 0);
    if (left <= 0) return;
    const timer = setTimeout(() => setOld(true), left);
    return () => clearTimeout(timer);
  }, [dataUpdatedAt]);
  return !isError && (heard || (!old && dataUpdatedAt > lostAt));
}

/** While status topics arrive, lists are reloaded this seldom, in case a message was missed. */
const HEARD_REFRESH_MS = 120_000;

export type Refresh = (query: { state: { error: Error | null } }) => number;

/**
 * How often to reload devices and their events: seldom while the broker reports every change, more often while it does
 * not or while the last call failed.
 */
export function useRefresh(): Refresh {
  const heard = useStore(statusHeard);
  return ({ state }) => (heard && state.error === null ? HEARD_REFRESH_MS : LIST_REFRESH_MS);
}

const nameOf = (source: SeriesSource): string =>
  "device" in source ? `device ${source.device}` : `channel ${source.channel}`;

/**
 * Calls back when a value arrives over MQTT, at most once per interval: a device may send faster than a person can
 * read. Pass null to stop.
 */
export function useMeasured(source: SeriesSource | null, everyMs: number, then: () => void): void {
  const latest = useRef(then);
  latest.current = then;
  const name = source && nameOf(source);
  useEffect(() => {
    const calls = atMost(everyMs, () => latest.current());
    const stop = onMeasured((heard) => {
      if (nameOf(heard) === name && document.visibilityState === "visible") calls.ask();
    });
    return () => {
      stop();
      calls.stop();
    };
  }, [name, everyMs]);
}
