/**
 * Bytes at rest, indexes and half-filled pages among them: `test/unit/broker/sizes.test.ts` and
 * `test/unit/worker/sizes.test.ts` write many rows into the real stores and look how much larger these became.
 */

import { BROKER_LIMITS } from "../../../broker/contract/limits.ts";
import type { Workload } from "./workload.ts";

export const BYTES = {
  /** The account's object: its tables with next to nothing in them; a device that is connected; an event; the two of a connection. */
  object: { empty: 180_000, device: 1700, event: 190, connection: 580 },
  /** The shared database: an account with a session, a key, a channel and a credential; a device on one channel. */
  d1: { account: 2900, device: 500 },
} as const;

/** Of one account's object. */
export function objectBytes({ accounts, devices, connects, events }: Workload): number {
  const { empty, device, event, connection } = BYTES.object;
  const { MAX_EVENTS, EVENT_RETENTION_DAYS } = BROKER_LIMITS;
  const own = devices / accounts;
  const aDay = own * (events + 2 * connects);
  const days = aDay === 0 ? 0 : Math.min(EVENT_RETENTION_DAYS, MAX_EVENTS / aDay);
  return empty + own * (device + days * (events * event + connects * connection));
}

export const d1Bytes = ({ accounts, devices }: Workload): number =>
  accounts * BYTES.d1.account + devices * BYTES.d1.device;
