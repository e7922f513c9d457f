/** The endpoint for an account's own Prometheus. */

import type { AccountMetrics } from "../../broker/contract/telemetry.ts";
import { conditional, type KeptAnswer, KeptAnswers } from "../api/kept-answers.ts";
import {
  CONTENT_TYPE,
  exposition,
  OPEN_METRICS_TYPE,
  openMetrics,
  prefersOpenMetrics,
} from "../observability/exposition.ts";
import { accountFamilies } from "../observability/families.ts";
import { objectRoute } from "./object-route.ts";

const answers = new KeptAnswers();

const FORMATS = {
  plain: { type: CONTENT_TYPE, write: exposition },
  open: { type: OPEN_METRICS_TYPE, write: openMetrics },
};
const formatOf = ({ headers }: Request) => (prefersOpenMetrics(headers.get("Accept")) ? "open" : "plain");

/** Null where the other has what is asked for. */
interface Read {
  kept: KeptAnswer | null;
  metrics: AccountMetrics | null;
}

const keyOf = (call: { userId: string; bearer: { digest: string }; request: Request }): string =>
  [call.userId, call.bearer.digest, formatOf(call.request)].join(" ");

export const readMetrics = objectRoute<"readMetrics", Read>({
  /** The object checks the caller each time. It returns the metrics only where they are newer than what is kept. */
  async ask(object, call) {
    const kept = answers.get(keyOf(call), call.now);
    return { kept, metrics: await object.metrics(kept?.at ?? null) };
  },
  show({ kept, metrics }, call) {
    const { type, write } = FORMATS[formatOf(call.request)];
    const answer =
      metrics === null ? kept : answers.put(keyOf(call), write(accountFamilies(metrics)), metrics.at);
    call.headers.set("Content-Type", type);
    call.headers.set("Vary", "Accept");
    return conditional(answer ?? answers.put(keyOf(call), "", 0), call.request, call.headers);
  },
});
