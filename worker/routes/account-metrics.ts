/** The endpoint for an account's own Prometheus. */

import type { AccountMetrics } from "../../broker/contract/telemetry.ts";
import { accountFamilies } from "../observability/account-families.ts";
import { CONTENT_TYPE, exposition, OPEN_METRICS_TYPE, openMetrics } from "../observability/exposition.ts";
import { prefersOpenMetrics } from "../observability/negotiation.ts";
import { objectRoute } from "./object-route.ts";

export const readMetrics = objectRoute<"readMetrics", AccountMetrics>({
  ask: (object) => object.metrics(),
  show(metrics, { request }) {
    const families = accountFamilies(metrics);
    const [text, type] = prefersOpenMetrics(request.headers.get("Accept"))
      ? [openMetrics(families), OPEN_METRICS_TYPE]
      : [exposition(families), CONTENT_TYPE];
    return new Response(text, { headers: { "Content-Type": type } });
  },
});
