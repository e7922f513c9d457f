/** What accounts' brokers count, on its way to where points are kept. */

import type { Meter } from "../../broker/ports.ts";
import { pointOf } from "../observability/point.ts";
import { type MetricsEnv, tell } from "../observability/store.ts";

export const meterOver = (env: MetricsEnv): Meter => ({
  add: (reading) => void tell(env, [pointOf(reading)]),
});
