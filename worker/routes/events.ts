import type { StoredEvent } from "../../broker/contract/account.ts";
import { account } from "../account/account.ts";
import { eventCursor } from "../contract/event.ts";
import { EVENT_HOURS, EVENTS_PAGE } from "../contract/limits.ts";
import { apiUrl } from "../env.ts";
import { route } from "../http/call.ts";
import { countsOf, eventOf } from "../present/event.ts";
import { moment } from "../present/moment.ts";

/** One row more than the page has: whether there is another page. */
export const listEvents = route<"listEvents">(async ({ env, caller, query, url, headers }) => {
  const { event_type: type, size = EVENTS_PAGE.default, ...filters } = query;
  const events = await account(env, caller.user.id).events({ ...filters, type, limit: size + 1 });
  const page = events.slice(0, size);
  const last = page.at(-1);
  if (last !== undefined && events.length > page.length) {
    headers.set("Link", `<${apiUrl(env) ?? ""}${nextPage(url, last)}>; rel="next"`);
  }
  return page.map(eventOf);
});

const HOUR = 3_600_000;

export const countEvents = route<"countEvents">(async ({ env, caller, query, now }) => {
  const hours = query.hours ?? EVENT_HOURS.default;
  const from = query.from ?? now - hours * HOUR;
  const counts = await account(env, caller.user.id).eventCounts(from, hours);
  const devices = counts.slice(0, EVENT_HOURS.devices).map(countsOf);
  return { from: moment(from), devices, others: counts.length - devices.length };
});

function nextPage({ pathname, searchParams }: URL, last: StoredEvent): string {
  const next = new URLSearchParams(searchParams);
  next.set("before", eventCursor(last.at, last.id));
  return `${pathname}?${next}`;
}
