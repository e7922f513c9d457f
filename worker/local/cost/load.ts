/** How much of what there is a workload uses, and how far it may grow before a part of it ends. Pure. */

import { operationsOf, totalOf } from "./estimate.ts";
import { D1_TAKES, ONE_THREAD, PEAK, PLATFORM, THROTTLE_SHARDS } from "./limits.ts";
import { OPERATIONS, type OperationName } from "./operations.ts";
import { d1Bytes, objectBytes } from "./sizes.ts";
import { DAYS, type Workload } from "./workload.ts";

interface Resource {
  what: string;
  unit: "bytes" | "ms a second" | "a second" | "sockets";
  limit: number;
  load(workload: Workload): number;
}

/** `shared` by all accounts, or what each `account` has for itself. */
export type Scope = "shared" | "account";

const SECONDS = DAYS * 86_400;
/** In a day's busiest second, of what happens so often a month. */
export const busiest = (aMonth: number): number => (aMonth / SECONDS) * PEAK;

const d1Milliseconds = (workload: Workload): number => {
  const { d1Reads, d1Writes, d1RowsRead } = totalOf(operationsOf(workload));
  return d1Reads * D1_TAKES.read + d1Writes * D1_TAKES.write + d1RowsRead * D1_TAKES.row;
};

/** Logging in asks the throttle's objects, and none of an account. */
const throttled = (workload: Workload): number => operationsOf(workload).login * OPERATIONS.login.requests;

/** What one account's object has to do. */
function ofOneObject(workload: Workload) {
  const counts: Partial<Record<OperationName, number>> = operationsOf(workload);
  delete counts.login;
  const { requests, awake } = totalOf(counts);
  return { requests: requests / workload.accounts, awake: awake / workload.accounts };
}

export const socketsOf = ({ accounts, devices, publishes, readers, visits }: Workload): number =>
  devices / accounts + (publishes === 0 ? 0 : readers) + Math.min(1, visits);

const RESOURCES: Record<Scope, readonly Resource[]> = {
  shared: [
    { what: "D1, size", unit: "bytes", limit: PLATFORM.d1Bytes, load: d1Bytes },
    {
      what: "D1, one thing at a time",
      unit: "ms a second",
      limit: ONE_THREAD,
      load: (workload) => busiest(d1Milliseconds(workload)),
    },
    {
      what: "throttle, calls",
      unit: "a second",
      limit: THROTTLE_SHARDS * PLATFORM.objectRequests,
      load: (workload) => busiest(throttled(workload)),
    },
  ],
  account: [
    { what: "object, size", unit: "bytes", limit: PLATFORM.objectBytes, load: objectBytes },
    {
      what: "object, one thing at a time",
      unit: "ms a second",
      limit: ONE_THREAD,
      load: (workload) => busiest(ofOneObject(workload).awake),
    },
    {
      what: "object, calls",
      unit: "a second",
      limit: PLATFORM.objectRequests,
      load: (workload) => busiest(ofOneObject(workload).requests),
    },
    { what: "object, sockets", unit: "sockets", limit: PLATFORM.sockets, load: socketsOf },
  ],
};

export interface Load {
  scope: Scope;
  what: string;
  unit: Resource["unit"];
  load: number;
  limit: number;
  /** 1 is all of it. */
  used: number;
  /** Accounts, or devices of an account, with which all of it is used; null where more of them do not use more. */
  endsAt: number | null;
}

export const loadsOf = (workload: Workload): Load[] =>
  (Object.keys(RESOURCES) as Scope[]).flatMap((scope) =>
    RESOURCES[scope].map((resource) => {
      const { what, unit, limit } = resource;
      const load = resource.load(workload);
      return { scope, what, unit, load, limit, used: load / limit, endsAt: endOf(scope, resource, workload) };
    }),
  );

/** Of which most is used. */
export const firstToEnd = (loads: readonly Load[]): Load =>
  loads.reduce((first, each) => (each.used > first.used ? each : first));

/** The same lives, led by so many times as many. */
function grown(scope: Scope, workload: Workload, times: number): Workload {
  const { accounts, devices, publishes } = workload;
  return {
    ...workload,
    accounts: scope === "shared" ? accounts * times : accounts,
    devices: devices * times,
    publishes: publishes * times,
  };
}

/** Beyond it nothing ends any more. */
const FARTHEST = 2 ** 60;

/** Loads grow with what causes them, though not all in proportion: halved until it is known to a thousandth. */
function endOf(scope: Scope, { limit, load }: Resource, workload: Workload): number | null {
  const ends = (times: number): boolean => load(grown(scope, workload, times)) >= limit;
  const least = scope === "shared" ? 1 / workload.accounts : Number.EPSILON;
  let [below, above] = [least, FARTHEST];
  if (!ends(above) || (scope === "account" && workload.devices === 0)) return null;
  while (above / below > 1.001) {
    const middle = Math.sqrt(above * below);
    if (ends(middle)) above = middle;
    else below = middle;
  }
  return Math.floor(above * (scope === "shared" ? workload.accounts : workload.devices / workload.accounts));
}
