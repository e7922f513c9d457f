import { useEffect, useRef } from "react";
import type { SeriesSource } from "../../../broker/contract/telemetry.ts";
import { atMost } from "../lib/at-most.ts";
import { onMeasured } from "../live/link.ts";

const nameOf = (source: SeriesSource): string =>
  "device" in source ? `device ${source.device}` : `channel ${source.channel}`;

/**
 * Calls back when the page heard the source tell a value, at most once in so long however many come: a device may speak
 * faster than anybody can look. What is not looked at is not asked for. Null: nothing is waited for.
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
