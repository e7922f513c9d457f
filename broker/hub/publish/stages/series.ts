/** A message on the topic of a series: its values become samples. A new series is announced to Home Assistant. */

import type { BrokerStore } from "../../../storage/store.ts";
import type { Announcements } from "../../devices/announcements.ts";
import type { Measurements } from "../../series/measurements.ts";
import type { Watches } from "../../watches/watches.ts";
import type { Stage } from "../topic-route.ts";

export interface SeriesDependencies {
  store: BrokerStore;
  measurements: Measurements;
  announcements: Announcements;
  watches: Watches;
}

export const seriesStage =
  ({ store, measurements, announcements, watches }: SeriesDependencies): Stage =>
  (plan, { message, from }, { series, watched }) => {
    // an empty retained message clears the retained message and is no sample
    if (message.payload.length === 0 && message.retain) return;
    // beyond the rows of the day only QoS 0 reaches this stage: it is delivered and observed, and not stored
    const isStored = !store.rows.isOver(plan.now);
    for (const measuring of series ?? []) {
      const { deviceId } = measuring;
      if (watched !== null && deviceId !== null) {
        for (const [key, value] of measurements.valuesOf(message.payload, measuring)) {
          const observers = watched.get(key);
          if (observers !== undefined) watches.sampled(plan, observers, value);
        }
      }
      const isExtended = isStored && measurements.note(plan, measuring, message, from);
      if (isExtended && deviceId !== null) plan.follow((next) => announcements.extended(next, deviceId));
    }
  };
