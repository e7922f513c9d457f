/** The service as a whole, for those who run it. */

import { examine as look } from "../../doctor/examine.ts";
import { noMetrics } from "../../errors.ts";
import type { Route } from "../../http/call.ts";
import { busyAccounts } from "../../metrics/busy-accounts.ts";
import { MetricsUnavailable } from "../../metrics/question.ts";

const MINUTE = 60_000;
const SHOWN = 20;

export const examine: Route<"examine">["act"] = ({ env, now }) => look(env, now);

export const listBusyAccounts: Route<"listBusyAccounts">["act"] = async ({ env, now, query }) => {
  const { minutes = 10, size = SHOWN } = query;
  try {
    return (await busyAccounts(env, now - minutes * MINUTE)).slice(0, size);
  } catch (error) {
    throw error instanceof MetricsUnavailable ? noMetrics(error.message) : error;
  }
};
