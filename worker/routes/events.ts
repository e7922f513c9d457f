import { eventCursor } from "../contract/event.ts";
import { type EventRow, listEvents as list, pageSize } from "../db/events.ts";
import { apiUrl } from "../env.ts";
import type { Route } from "../http/call.ts";
import { eventOf } from "../present/event.ts";

export const listEvents: Route<"listEvents", EventRow> = {
  alongside: (session, { env, query }) => list(env.DB, session, query),
  async act({ env, read, query, url, headers }) {
    const page = read.slice(0, pageSize(query));
    const last = page.at(-1);
    if (last !== undefined && read.length > page.length) {
      headers.set("Link", `<${apiUrl(env) ?? ""}${nextPage(url, last)}>; rel="next"`);
    }
    return page.map(eventOf);
  },
};

function nextPage({ pathname, searchParams }: URL, last: EventRow): string {
  const next = new URLSearchParams(searchParams);
  next.set("before", eventCursor(last.at, last.id));
  return `${pathname}?${next}`;
}
