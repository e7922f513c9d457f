/** Opens the object's SQLite and constructs one class per table. */

import { readable } from "../contract/json.ts";
import { BROKER_LIMITS, type BrokerLimits, OWN_LIMITS, type OwnLimits } from "../contract/limits.ts";
import { AvailabilityRows } from "./availability.ts";
import { BlockListRows } from "./block-list.ts";
import { Deliveries } from "./deliveries.ts";
import { EventSums } from "./event-sums.ts";
import { Events } from "./events.ts";
import { Fragments } from "./fragments.ts";
import { History } from "./history.ts";
import { Meta } from "./meta.ts";
import { Notices } from "./notices.ts";
import { Principals } from "./principals.ts";
import { Refusals } from "./refusals.ts";
import { RetainedMessages } from "./retained.ts";
import { ReplayRows } from "./retained-replays.ts";
import { RightsCopy, type Unreadable } from "./rights-copy.ts";
import { HostRequests, RowsWritten } from "./rows-written.ts";
import { Runs, ScheduleRows } from "./schedules.ts";
import { CLEARING, migrate } from "./schema.ts";
import { Sessions, Subscriptions } from "./sessions.ts";
import { ownLimitsColumn } from "./shapes.ts";
import { type Held, Sql } from "./sql.ts";
import { Switches } from "./switches.ts";
import { Tickets } from "./tickets.ts";
import { RecentLoginRows, Uses } from "./uses.ts";
import { TargetRows, WatchRows } from "./watches.ts";

const MIB = 1_048_576;

export interface BrokerStore {
  /** The service's limits with the account's own applied. */
  limits: BrokerLimits;
  meta: Meta;
  unreadable: Unreadable;
  sessions: Sessions;
  subscriptions: Subscriptions;
  deliveries: Deliveries;
  retained: RetainedMessages;
  principals: Principals;
  availability: AvailabilityRows;
  events: Events;
  fragments: Fragments;
  history: History;
  blockList: BlockListRows;
  recentLogins: RecentLoginRows;
  rightsCopy: RightsCopy;
  refusals: Refusals;
  rows: RowsWritten;
  runs: Runs;
  schedules: ScheduleRows;
  sums: EventSums;
  switches: Switches;
  replays: ReplayRows;
  uses: Uses;
  tickets: Tickets;
  watches: WatchRows;
  targets: TargetRows;
  notices: Notices;
  hostRequests: HostRequests;
  /** `now` decides the day to which the written rows belong. */
  transaction(work: () => void, now: number): void;
  /** A value derived from rows, dropped when a transaction fails. */
  hold<T>(read: () => T): Held<T>;
  /** In a transaction: deletes what a stranger may have left in the account. `dropHeld` must follow it. */
  clear(): void;
  /** After a transaction that cleared the account: drops the values that were derived from its rows. */
  dropHeld(): void;
}

/** `from`: the version of the tables, when the caller has already read it. */
export function openStore(storage: DurableObjectStorage, service: BrokerLimits, from?: number): BrokerStore {
  migrate(storage, from);
  const sql = new Sql(storage);
  const meta = new Meta(sql);
  const limits = limitsInForce(service, meta);
  const kept = () => ({ most: limits.MAX_EVENTS, days: limits.EVENT_RETENTION_DAYS });
  const rows = new RowsWritten(sql, meta, () => limits.MAX_ROWS_A_DAY);
  const unreadable: Unreadable = { isMet: false };
  return {
    limits,
    meta,
    unreadable,
    rows,
    sessions: new Sessions(sql),
    subscriptions: new Subscriptions(sql),
    deliveries: new Deliveries(sql),
    retained: new RetainedMessages(sql, () => retainedRoom(limits)),
    principals: new Principals(sql, unreadable),
    availability: new AvailabilityRows(sql),
    events: new Events(sql, meta, kept),
    fragments: new Fragments(sql),
    history: new History(sql),
    blockList: new BlockListRows(sql),
    recentLogins: new RecentLoginRows(sql),
    rightsCopy: new RightsCopy(sql, unreadable),
    refusals: new Refusals(sql),
    runs: new Runs(sql, kept),
    schedules: new ScheduleRows(sql, unreadable),
    sums: new EventSums(sql),
    switches: new Switches(sql),
    replays: new ReplayRows(sql),
    uses: new Uses(sql),
    tickets: new Tickets(sql),
    watches: new WatchRows(sql),
    targets: new TargetRows(sql),
    notices: new Notices(sql),
    hostRequests: new HostRequests(sql),
    transaction: (work, now) => {
      rows.look(now);
      sql.transaction(work);
    },
    hold: (read) => sql.hold(read),
    clear: () => {
      for (const statement of CLEARING) sql.exec(statement);
    },
    dropHeld: () => sql.dropHeld(),
  };
}

/** One variable sets both: the bytes follow the messages. */
const retainedRoom = ({ MQTT_MAX_RETAINED: messages }: BrokerLimits) => ({
  messages,
  bytes: 64 * MIB * (messages / BROKER_LIMITS.MQTT_MAX_RETAINED.default),
});

/** The service's limits with the account's own applied; new rights may change them at any time. */
function limitsInForce(service: BrokerLimits, meta: Meta): BrokerLimits {
  let known: { text: string; own: OwnLimits } = { text: "", own: {} };
  const own = (): OwnLimits => {
    const text = meta.get("ownLimits");
    if (known.text !== text) known = { text, own: readable(ownLimitsColumn, text) ?? {} };
    return known.own;
  };
  const inForce = { ...service };
  for (const name of OWN_LIMITS) {
    Object.defineProperty(inForce, name, { enumerable: true, get: () => own()[name] ?? service[name] });
  }
  return inForce;
}
