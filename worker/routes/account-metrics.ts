/** The endpoint for an account's own Prometheus. */

import type { AccountMetrics } from "../../broker/contract/telemetry.ts";
import { objectRoute } from "../api/by-object.ts";
import { conditional, type KeptAnswer, KeptAnswers } from "../api/kept-answers.ts";
import {
  CONTENT_TYPE,
  exposition,
  OPEN_METRICS_TYPE,
  openMetrics,
  prefersOpenMetrics,
} from "../observability/exposition.ts";
import { accountFamilies } from "../observability/families.ts";

const answers = new KeptAnswers();

const FORMATS = {
  plain: { type: CONTENT_TYPE, write: exposition },
  open: { type: OPEN_METRICS_TYPE, write: openMetrics },
};
const formatOf = ({ headers }: Request) => (prefersOpenMetrics(headers.get("Accept")) ? "open" : "plain");

const keyOf = (call: { userId: string; bearer: { digest: string }; request: Request }): string =>
  [call.userId, call.bearer.digest, formatOf(call.request)].join(" ");

export const readMetrics = objectRoute<"readMetrics", AccountMetrics | null, unknown, KeptAnswer | null>({
  input: (call) => answers.get(keyOf(call), call.now),
  /** The object checks the caller each time. It returns the metrics only where they are newer than what is kept. */
  act: (calls, { input: kept }) => calls.account.metrics(kept?.at ?? null),
  show(metrics, call) {
    const kept = call.input;
    const { type, write } = FORMATS[formatOf(call.request)];
    const answer =
      metrics === null ? kept : answers.put(keyOf(call), write(accountFamilies(metrics)), metrics.at);
    call.headers.set("Content-Type", type);
    call.headers.set("Vary", "Accept");
    return conditional(answer ?? answers.put(keyOf(call), "", 0), call.request, call.headers);
  },
});
