/** The object's SQLite, room by room. */

import type { BrokerLimits } from "../contract/limits.ts";
import { BROKER_LIMITS } from "../contract/limits.ts";
import { Deliveries } from "./deliveries.ts";
import { Fragments } from "./fragments.ts";
import { GuardedSql } from "./guarded-sql.ts";
import { Meta } from "./meta.ts";
import { Outbox } from "./outbox.ts";
import { PenaltyRows } from "./penalties.ts";
import { Principals } from "./principals.ts";
import { Refusals } from "./refusals.ts";
import { Retained } from "./retained.ts";
import { migrate } from "./schema.ts";
import { Sessions } from "./sessions.ts";
import { Subscriptions } from "./subscriptions.ts";
import { Sums } from "./sums.ts";
import { Switches } from "./switches.ts";
import { TourRows } from "./tours.ts";
import { Visits } from "./visits.ts";

const MIB = 1_048_576;

export interface Store {
  meta: Meta;
  sessions: Sessions;
  subscriptions: Subscriptions;
  deliveries: Deliveries;
  retained: Retained;
  principals: Principals;
  outbox: Outbox;
  fragments: Fragments;
  penalties: PenaltyRows;
  refusals: Refusals;
  sums: Sums;
  switches: Switches;
  tours: TourRows;
  visits: Visits;
  /** All of it or nothing. */
  transaction<T>(work: () => T): T;
  /** Work that is expected to write nothing: stops at the first write with `WriteRefused`. */
  reading(work: () => void): void;
}

export function openStore(storage: DurableObjectStorage, limits: BrokerLimits): Store {
  migrate(storage);
  const sql = new GuardedSql(storage.sql);
  const scale = limits.MQTT_MAX_QUEUED / BROKER_LIMITS.MQTT_MAX_QUEUED;
  return {
    meta: new Meta(sql),
    sessions: new Sessions(sql),
    subscriptions: new Subscriptions(sql),
    deliveries: new Deliveries(sql, {
      messages: limits.MQTT_MAX_QUEUED,
      sessionBytes: scale * MIB,
      accountBytes: 16 * scale * MIB,
    }),
    retained: new Retained(sql, {
      messages: limits.MQTT_MAX_RETAINED,
      bytes: 16 * MIB * (limits.MQTT_MAX_RETAINED / BROKER_LIMITS.MQTT_MAX_RETAINED),
    }),
    principals: new Principals(sql),
    outbox: new Outbox(sql),
    fragments: new Fragments(sql),
    penalties: new PenaltyRows(sql),
    refusals: new Refusals(sql),
    sums: new Sums(sql),
    switches: new Switches(sql),
    tours: new TourRows(sql),
    visits: new Visits(sql),
    transaction: (work) => storage.transactionSync(work),
    reading: (work) => sql.reading(work),
  };
}
