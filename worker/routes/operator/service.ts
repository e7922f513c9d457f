/** The state of the service, and the audit log. */

import { route } from "../../api/call.ts";
import { linkNext } from "../../api/headers.ts";
import { eventCursor } from "../../contract/events.ts";
import { OPERATOR_PAGE } from "../../contract/limits.ts";
import { listActions as list } from "../../db/operator-actions.ts";
import { all } from "../../db/statement.ts";
import { examine as look } from "../../doctor/examine.ts";
import { noMetrics } from "../../errors.ts";
import { busyAccounts } from "../../observability/busy-accounts.ts";
import { MetricsUnavailable } from "../../observability/point.ts";
import { actionOf } from "../../present/operator.ts";

const MINUTE = 60_000;
const SHOWN = 20;

export const examine = route<"examine">(({ env, now }) => look(env, now));

export const listBusyAccounts = route<"listBusyAccounts">(async ({ env, now, query }) => {
  const { minutes = 10, size = SHOWN } = query;
  try {
    return (await busyAccounts(env, now - minutes * MINUTE)).slice(0, size);
  } catch (error) {
    throw error instanceof MetricsUnavailable ? noMetrics(error.message) : error;
  }
});

export const listActions = route<"listActions">(async ({ env, query, url, headers }) => {
  const { size = OPERATOR_PAGE.default, ...filters } = query;
  const found = await all(list(env.DB, filters, size + 1));
  const page = found.slice(0, size);
  const last = page.at(-1);
  if (last !== undefined && found.length > page.length) {
    linkNext({ env, url, headers }, "before", eventCursor(last.at, last.id));
  }
  return page.map(actionOf);
});
