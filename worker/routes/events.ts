import type { StoredEvent } from "../../broker/contract/account.ts";
import { account } from "../account/account.ts";
import { eventCursor } from "../contract/event.ts";
import { type EventRow, listEvents as list, pageSize } from "../db/events.ts";
import { apiUrl } from "../env.ts";
import type { Route } from "../http/call.ts";
import { eventOf, storedEventOf } from "../present/event.ts";

/** One row more than the page has: whether there is another page. */
export const listEvents: Route<"listEvents", EventRow> = {
  alongside: (session, { env, query }) => list(env.DB, session, query),
  async act({ env, caller, read, query, url, headers }) {
    const size = pageSize(query);
    const { event_type: type, ...filters } = query;
    const kept = await account(env, caller.user.id).events({ ...filters, type, limit: size + 1 });
    const events = merged(kept, read.map(storedEventOf));
    const page = events.slice(0, size);
    const last = page.at(-1);
    if (last !== undefined && events.length > page.length) {
      headers.set("Link", `<${apiUrl(env) ?? ""}${nextPage(url, last)}>; rel="next"`);
    }
    return page.map(eventOf);
  },
};

/** Those of the account's object, and those that a release before it left in the database; some may stand in both. */
function merged(kept: readonly StoredEvent[], older: readonly StoredEvent[]): StoredEvent[] {
  const ids = new Set(kept.map(({ id }) => id));
  const all = [...kept, ...older.filter(({ id }) => !ids.has(id))];
  return all.sort((a, b) => b.at - a.at || (a.id < b.id ? 1 : -1));
}

function nextPage({ pathname, searchParams }: URL, last: StoredEvent): string {
  const next = new URLSearchParams(searchParams);
  next.set("before", eventCursor(last.at, last.id));
  return `${pathname}?${next}`;
}
