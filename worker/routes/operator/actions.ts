/** What operators did. */

import { eventCursor } from "../../contract/event.ts";
import { OPERATOR_PAGE } from "../../contract/limits.ts";
import { listActions as list } from "../../db/operator-actions.ts";
import { all } from "../../db/statement.ts";
import { apiUrl } from "../../env.ts";
import type { Route } from "../../http/call.ts";
import { actionOf } from "../../present/operator.ts";

/** One row more than the page has: whether there is another page. */
export const listActions: Route<"listActions">["act"] = async ({ env, query, url, headers }) => {
  const { size = OPERATOR_PAGE.default, ...filters } = query;
  const found = await all(list(env.DB, filters, size + 1));
  const page = found.slice(0, size);
  const last = page.at(-1);
  if (last !== undefined && found.length > page.length) {
    const next = new URLSearchParams(url.searchParams);
    next.set("before", eventCursor(last.at, last.id));
    headers.set("Link", `<${apiUrl(env) ?? ""}${url.pathname}?${next}>; rel="next"`);
  }
  return page.map(actionOf);
};
