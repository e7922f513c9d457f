/** Stores the counts of accounts' brokers. */

import type { Meter } from "../../broker/ports.ts";
import { brokerPoint } from "../observability/point.ts";
import { type MetricsEnv, writePoints } from "../observability/store.ts";

export const createMeter = (env: MetricsEnv): Meter => ({
  add: (reading) => void writePoints(env, [brokerPoint(reading)]),
});
