/** Every workload, in the order of the table's rows. */
import { basicSet } from "./basic-set.ts";
import { comeback } from "./comeback.ts";
import { control } from "./control.ts";
import { flows } from "./flows.ts";
import { idle } from "./idle.ts";
import { latencies } from "./latency.ts";
import { life } from "./life.ts";
import { rest } from "./rest.ts";
import { subscribings } from "./subscribing.ts";
import { switching } from "./switching.ts";
import { telemetry } from "./telemetry.ts";
import { wake } from "./wake.ts";
import { watches } from "./watches.ts";
import type { Workload } from "./workload.ts";

export const workloads: readonly Workload[] = [
  idle,
  comeback,
  life,
  ...subscribings,
  ...flows,
  ...latencies,
  ...basicSet,
  wake,
  control,
  ...rest,
  ...telemetry,
  watches,
  switching,
];
