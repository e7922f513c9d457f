/** Opens the object's SQLite and constructs one class per table. */

import type { StoredRefusal } from "../contract/account.ts";
import { readable, withoutKeys } from "../contract/json.ts";
import {
  BROKER_LIMITS,
  type BrokerLimits,
  MAX_REFUSALS,
  OWN_LIMITS,
  type OwnLimits,
} from "../contract/limits.ts";
import { idsIn, type Principal, type PrincipalRef, refIn, refKey, refOf } from "../routing/access.ts";
import { ApprovalRows } from "./approvals.ts";
import { AvailabilityRows } from "./availability.ts";
import { BlockListRows } from "./block-list.ts";
import { Deliveries } from "./deliveries.ts";
import { EventSums } from "./event-sums.ts";
import { Events } from "./events.ts";
import { Fragments } from "./fragments.ts";
import { History } from "./history.ts";
import { MessageHistory } from "./message-history.ts";
import { Meta } from "./meta.ts";
import { Notices } from "./notices.ts";
import { RetainedMessages } from "./retained.ts";
import { ReplayRows } from "./retained-replays.ts";
import { RightsCopy, Unreadable } from "./rights-copy.ts";
import { HostRequests, RowsWritten } from "./rows-written.ts";
import { Runs, ScheduleRows } from "./schedules.ts";
import { CLEARING, migrate } from "./schema.ts";
import { Sessions, Subscriptions } from "./sessions.ts";
import { ownLimitsColumn, principalColumn, refusalColumn } from "./shapes.ts";
import { type Held, Sql, Table } from "./sql.ts";
import { Switches } from "./switches.ts";
import { Tickets } from "./tickets.ts";
import { RecentLoginRows, Uses } from "./uses.ts";
import { TargetRows, WatchRows } from "./watch-rows.ts";

// The principals that own sessions, with their rights as in the copy.

class Principals extends Table {
  /** By the id of a login or device: the principals that it is part of. */
  readonly #byId = this.sql.hold(() => this.#read());

  readonly #unreadable: Unreadable;

  constructor(sql: Sql, unreadable: Unreadable) {
    super(sql);
    this.#unreadable = unreadable;
  }

  #read(): Map<string, Set<string>> {
    const byId = new Map<string, Set<string>>();
    for (const { ref } of this.sql.exec("SELECT ref FROM principals")) enter(byId, String(ref));
    return byId;
  }

  put(principal: Principal): void {
    const ref = refKey(refOf(principal));
    const facts = principalColumn.write(principal);
    this.sql.exec("INSERT OR REPLACE INTO principals (ref, facts) VALUES (?, ?)", ref, facts);
    const byId = this.#byId.peek();
    if (byId !== null) enter(byId, ref);
  }

  /** Null for an unknown one. One that cannot be read has no rights until they are read again. */
  get(ref: string): Principal | null {
    const [row] = this.sql.exec("SELECT facts FROM principals WHERE ref = ?", ref);
    if (row === undefined) return null;
    const principal = readable(principalColumn, row.facts);
    if (principal === null) this.#unreadable.meet();
    return principal;
  }

  all(): PrincipalRef[] {
    return [...this.sql.exec("SELECT ref FROM principals")].map(({ ref }) => refIn(String(ref)));
  }

  /** Returns the principals of these logins and devices. */
  of(ids: readonly string[]): PrincipalRef[] {
    const byId = this.#byId.get();
    const refs = new Set(ids.flatMap((id) => [...(byId.get(id) ?? [])]));
    return [...refs].map(refIn);
  }

  /** Returns the principals without a session: in a row, or in `live`. */
  unused(live: readonly string[]): string[] {
    const query =
      "SELECT ref FROM principals WHERE ref NOT IN (SELECT ref FROM sessions UNION SELECT value FROM json_each(?))";
    return [...this.sql.exec(query, JSON.stringify(live))].map(({ ref }) => String(ref));
  }

  remove(ref: string): void {
    this.sql.exec("DELETE FROM principals WHERE ref = ?", ref);
    const byId = this.#byId.peek();
    for (const id of idsIn(ref)) {
      byId?.get(id)?.delete(ref);
      if (byId?.get(id)?.size === 0) byId.delete(id);
    }
  }
}

function enter(byId: Map<string, Set<string>>, ref: string): void {
  for (const id of idsIn(ref)) byId.set(id, (byId.get(id) ?? new Set()).add(ref));
}

// The account's last refusals, for the owner to see why a client was refused.

/**
 * Makes room without losing a cause: the oldest row of a client's repeated mistake goes first. If nothing is repeated,
 * the oldest row with the most frequent rule goes: clients with ever new names are refused for the same rule.
 */
const MAKE_ROOM = `
  DELETE FROM refusals WHERE (SELECT COUNT(*) FROM refusals) > ? AND seq = (
    SELECT seq FROM (
      SELECT seq,
        COUNT(*) OVER (PARTITION BY kind, rule) AS alike,
        COUNT(*) OVER (PARTITION BY client, kind, tried, rule) AS equal
      FROM (
        SELECT seq, refusal ->> 'kind' AS kind, refusal ->> 'rule' AS rule, refusal ->> 'tried' AS tried,
          COALESCE(refusal ->> 'clientName', refusal ->> 'clientId') AS client
        FROM (SELECT seq, CASE WHEN json_valid(refusal) THEN refusal -> '$.value' END AS refusal FROM refusals)
      )
    ) ORDER BY equal > 1 DESC, alike DESC, equal DESC, seq LIMIT 1
  )`;

class Refusals extends Table {
  add({ fix, ...refusal }: StoredRefusal): void {
    // a channel whose topic contains an API key is not offered as a fix
    const mends = fix !== null && withoutKeys(fix.topic) === fix.topic;
    const kept = withoutKeys(refusalColumn.write({ ...refusal, fix: mends ? fix : null }));
    this.sql.exec("INSERT INTO refusals (id, refusal) VALUES (?, ?)", refusal.id, kept);
    this.sql.exec(MAKE_ROOM, MAX_REFUSALS);
  }

  /** `changes`: other fields of the last one that it stands for. */
  count(id: string, count: number, changes: Partial<StoredRefusal> = {}): void {
    const [row] = this.sql.exec("SELECT refusal FROM refusals WHERE id = ?", id);
    const refusal = row === undefined ? null : readable(refusalColumn, row.refusal);
    if (refusal === null) return;
    const counted = withoutKeys(refusalColumn.write({ ...refusal, ...changes, count }));
    this.sql.exec("UPDATE refusals SET refusal = ? WHERE id = ?", counted, id);
  }

  all(): StoredRefusal[] {
    const rows = [...this.sql.exec("SELECT refusal FROM refusals ORDER BY seq DESC")];
    return rows.flatMap((row) => readable(refusalColumn, row.refusal) ?? []);
  }
}

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
  approvals: ApprovalRows;
  availability: AvailabilityRows;
  events: Events;
  fragments: Fragments;
  history: History;
  messageHistory: MessageHistory;
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
  const rows = new RowsWritten(sql, meta, limits);
  const unreadable = new Unreadable();
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
    approvals: new ApprovalRows(sql),
    availability: new AvailabilityRows(sql),
    events: new Events(sql, meta, kept),
    fragments: new Fragments(sql),
    history: new History(sql),
    messageHistory: new MessageHistory(sql, limits),
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
  // most accounts have none: their text is not parsed
  let known: { text: string; own: OwnLimits } = { text: ownLimitsColumn.write({}), own: {} };
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
