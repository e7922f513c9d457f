import type { StoredEvent } from "../../broker/contract/account.ts";
import { account } from "../account/account.ts";
import { eventCursor } from "../contract/event.ts";
import { EVENTS_PAGE } from "../contract/limits.ts";
import { apiUrl } from "../env.ts";
import type { Route } from "../http/call.ts";
import { eventOf } from "../present/event.ts";

/** One row more than the page has: whether there is another page. */
export const listEvents: Route<"listEvents"> = {
  async act({ env, caller, query, url, headers }) {
    const { event_type: type, size = EVENTS_PAGE.default, ...filters } = query;
    const events = await account(env, caller.user.id).events({ ...filters, type, limit: size + 1 });
    const page = events.slice(0, size);
    const last = page.at(-1);
    if (last !== undefined && events.length > page.length) {
      headers.set("Link", `<${apiUrl(env) ?? ""}${nextPage(url, last)}>; rel="next"`);
    }
    return page.map(eventOf);
  },
};

function nextPage({ pathname, searchParams }: URL, last: StoredEvent): string {
  const next = new URLSearchParams(searchParams);
  next.set("before", eventCursor(last.at, last.id));
  return `${pathname}?${next}`;
}
