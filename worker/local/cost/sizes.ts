/**
 * Bytes at rest, indexes and half-filled pages among them: `test/unit/broker/sizes.test.ts` and
 * `test/unit/worker/sizes.test.ts` write many rows into the real stores and look how much larger these became.
 */

import { API_LIMITS } from "../../contract/limits.ts";
import type { Workload } from "./workload.ts";

export const BYTES = {
  /** The account's object: its tables with next to nothing in them; a device that is connected; an event at most. */
  object: { empty: 130_000, device: 850, pastConnection: 320, event: 250 },
  /** The shared database: an account with a session, a key, a channel and a credential; a device on one channel. */
  d1: { account: 2800, device: 500 },
} as const;

/** Events that an account keeps at most. */
const MAX_EVENTS = 100_000;
/** How long past connections of a device are kept, in days, and how many. */
const PAST_CONNECTIONS = { days: 7, most: 500 };

/** Of one account's object. */
export function objectBytes(workload: Workload): number {
  const { empty, device, pastConnection, event } = BYTES.object;
  const { accounts, devices, connects } = workload;
  const past = Math.min(PAST_CONNECTIONS.most, connects * PAST_CONNECTIONS.days);
  return empty + (devices / accounts) * (device + past * pastConnection) + eventsKept(workload) * event;
}

function eventsKept({ accounts, devices, connects, events }: Workload): number {
  const aDay = (devices / accounts) * (events + 2 * connects);
  return Math.min(MAX_EVENTS, aDay * API_LIMITS.EVENT_RETENTION_DAYS);
}

export const d1Bytes = ({ accounts, devices }: Workload): number =>
  accounts * BYTES.d1.account + devices * BYTES.d1.device;
