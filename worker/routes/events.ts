import type { BusiestDevices, StoredEvent } from "../../broker/contract/account.ts";
import { objectRoute } from "../api/by-object.ts";
import { linkNext } from "../api/headers.ts";
import type { QueryOf } from "../contract/api.ts";
import { eventCursor } from "../contract/events.ts";
import { isoTime } from "../contract/fields.ts";
import { EVENT_HOURS, EVENTS_PAGE } from "../contract/limits.ts";
import { countsOf, eventOf } from "../present/event.ts";

/** One row more than the page: shows whether there is another page. */
export const listEvents = objectRoute<"listEvents", StoredEvent[]>({
  act(calls, { query }) {
    const { event_type: type, size = EVENTS_PAGE.default, ...filters } = query;
    return calls.account.events({ ...filters, type, limit: size + 1 });
  },
  show(events, call) {
    const page = events.slice(0, call.query.size ?? EVENTS_PAGE.default);
    const last = page.at(-1);
    if (last !== undefined && events.length > page.length) {
      linkNext(call, "before", eventCursor(last.at, last.id));
    }
    return page.map(eventOf);
  },
});

const HOUR = 3_600_000;

export const countEvents = objectRoute<"countEvents", BusiestDevices>({
  act(calls, { query, now }) {
    const { from, hours } = hoursOf(query, now);
    return calls.account.eventCounts(from, hours, EVENT_HOURS.devices);
  },
  show({ devices, total }, { query, now }) {
    const { from } = hoursOf(query, now);
    return { from: isoTime(from), devices: devices.map(countsOf), others: total - devices.length };
  },
});

function hoursOf({ hours = EVENT_HOURS.default, from }: QueryOf<"countEvents">, now: number) {
  return { hours, from: from ?? now - hours * HOUR };
}
