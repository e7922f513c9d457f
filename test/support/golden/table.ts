/** The golden table of the API: every call, every mistake, every response. In this order. */

import type { GoldenRow } from "./row.ts";
import { accountRows } from "./rows-account.ts";
import { callRows, lastRows } from "./rows-calls.ts";
import { formRows } from "./rows-forms.ts";
import { messageRows } from "./rows-messages.ts";
import { protocolRows } from "./rows-protocol.ts";
import { scheduleRows } from "./rows-schedules.ts";
import { tokenRows } from "./rows-tokens.ts";
import { metricRows, valueRows } from "./rows-values.ts";
import { watchRows } from "./rows-watches.ts";

export const GOLDEN_TABLE: readonly GoldenRow[] = [
  ...metricRows,
  ...protocolRows,
  ...formRows,
  ...scheduleRows,
  ...tokenRows,
  ...messageRows,
  ...watchRows,
  ...accountRows,
  ...callRows,
  ...valueRows,
  ...lastRows,
];
