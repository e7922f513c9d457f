import { eventCursor } from "../contract/event.ts";
import { type EventRow, listEvents as list, pageSize } from "../db/events.ts";
import { rowsOf } from "../db/rows.ts";
import type { Route } from "../http/call.ts";
import * as present from "../present.ts";

export const listEvents: Route<"listEvents"> = {
  alongside: (session, { env, query }) => [list(env.DB, session, query)],
  async act({ read, query, url, headers }) {
    const rows = rowsOf<EventRow>(read[0]);
    const page = rows.slice(0, pageSize(query));
    const last = page.at(-1);
    if (last !== undefined && rows.length > page.length) {
      headers.set("Link", `<${nextPage(url, last)}>; rel="next"`);
    }
    return page.map(present.event);
  },
};

function nextPage(url: URL, last: EventRow): string {
  const next = new URL(url);
  next.searchParams.set("before", eventCursor(last.at, last.id));
  return next.href;
}
