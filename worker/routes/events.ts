import { eventCursor } from "../contract/event.ts";
import { type EventRow, listEvents as list, pageSize } from "../db/events.ts";
import { rowsOf } from "../db/rows.ts";
import { apiUrl } from "../env.ts";
import type { Route } from "../http/call.ts";
import * as present from "../present.ts";

export const listEvents: Route<"listEvents"> = {
  alongside: (session, { env, query }) => [list(env.DB, session, query)],
  async act({ env, read, query, url, headers }) {
    const rows = rowsOf<EventRow>(read[0]);
    const page = rows.slice(0, pageSize(query));
    const last = page.at(-1);
    if (last !== undefined && rows.length > page.length) {
      headers.set("Link", `<${apiUrl(env) ?? ""}${nextPage(url, last)}>; rel="next"`);
    }
    return page.map(present.event);
  },
};

function nextPage({ pathname, searchParams }: URL, last: EventRow): string {
  const next = new URLSearchParams(searchParams);
  next.set("before", eventCursor(last.at, last.id));
  return `${pathname}?${next}`;
}
