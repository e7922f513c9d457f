import { useEffect, useRef } from "react";
import type { SeriesSource } from "../../../broker/contract/telemetry.ts";
import { atMost } from "../lib/at-most.ts";
import { onMeasured } from "../live/link.ts";

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
