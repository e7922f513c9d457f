/**
 * The events of the account's devices: one row each, identified by its time within the account. `connected`
 * and `disconnected` events also carry the facts of the connection.
 */

import type {
  BeganConnection,
  BusiestDevices,
  DeviceSighting,
  EventFilters,
  StoredEvent,
} from "../contract/account.ts";
import type { ControlSet } from "../contract/controls.ts";
import {
  type Actor,
  type Allowed,
  CLOSE_AT_RESTART,
  type DeviceEventType,
  eventTypesNamed,
  SWITCHED,
  timeIn,
} from "../contract/device-events.ts";
import { readable, withoutKeys } from "../contract/json.ts";
import type { Mistake } from "../contract/mistake.ts";
import type { ScheduleRef } from "../contract/schedule.ts";
import { eventOf, scheduleOf } from "./event-row.ts";
import { countsByDevice, PER_HOUR, TOTALS } from "./event-sums.ts";
import type { Meta } from "./meta.ts";
import { allowedColumn, beganColumn, mistakeColumn, setColumn } from "./shapes.ts";
import { type Sql, Table } from "./sql.ts";

export interface NewEvent {
  id: string;
  /** Milliseconds since 1970; unique within the account. */
  at: number;
  deviceId: string;
  type: DeviceEventType;
  actor?: Actor | null;
  /** The id of the schedule or, by its actor, of the watch that switched. */
  schedule?: string | null;
  /** The guest's name. */
  guest?: string | null;
  /** Of a switch: the owner was asked first. */
  allowed?: Allowed | undefined;
  /** Of a switch: the values of controls. */
  set?: ControlSet | null;
  /** Of a switch: it set values of controls, and the device was in this state before. */
  isStateKept?: boolean;
  /** The number of events that this row stands for; it describes the last one. Omitted for 1. */
  count?: number;
  connection?: string;
  client?: BeganConnection;
  /** Of a `disconnected` event: the WebSocket close code if the service ended the connection. */
  closed?: number | undefined;
  /** Of an `errored` event. */
  mistake?: Mistake | undefined;
}

export interface ConnectionEvent {
  at: number;
  ended: boolean;
  /** Null when the row stands for several events. */
  connection: string | null;
  began: BeganConnection | null;
  closed: number | null;
}

/** Retention by number of events and by days; 0 keeps all. */
export interface EventRetention {
  most: number;
  days: number;
}

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** Above the limit, rows are deleted in slices: one deletion per appended row would double the rows written. */
const SLICE = 100;
const OLD_SLICE = 1000;
/** Events among which an id without a time is looked for. */
const LOOKED_THROUGH = 1000;
/** Among the device's last events is the end of a connection that was written a moment ago. */
const JUST_WRITTEN = 8;
const OF_CONNECTIONS = "type IN ('connected', 'disconnected')";

/** A device has its current name in old events too; a removed device has its last name. */
const NAME = "coalesce(r.facts ->> '$.value.name', p.name)";
const DEVICE_NAMES = `LEFT JOIN rights r ON r.kind = 'device' AND r.name = e.device_id
  LEFT JOIN past_devices p ON p.id = e.device_id`;
/** The same for a schedule, and for a watch. */
const SCHEDULE_NAME = "coalesce(s.facts ->> '$.value.name', w.facts ->> '$.value.name', q.name)";
const SCHEDULES = `LEFT JOIN schedules s ON s.id = e.schedule LEFT JOIN watches w ON w.id = e.schedule
  LEFT JOIN past_schedules q ON q.id = e.schedule`;
/** The event of a command, which may be the last one of a sum. */
const OF_COMMAND = `SELECT schedule, guest FROM events WHERE at = ?1
  UNION ALL SELECT schedule, guest FROM event_sums WHERE at = ?1`;
const NAMED = `SELECT e.at, e.id, e.device_id, e.type, e.actor, e.count, e.mistake, e.set_values, e.state_kept, e.guest, e.allowed,
    ${NAME} AS device_name, e.schedule, ${SCHEDULE_NAME} AS schedule_name FROM events e ${DEVICE_NAMES} ${SCHEDULES}`;

export class Events extends Table {
  readonly #meta: Meta;
  readonly #kept: () => EventRetention;
  /** The time at which each device last connected or disconnected. Milliseconds since 1970. */
  readonly #seen = this.sql.hold(() => this.#readSeen());
  /** Times of the events appended since the last `takeNew`. */
  #new: number[] = [];

  constructor(sql: Sql, meta: Meta, kept: () => EventRetention) {
    super(sql);
    this.#meta = meta;
    this.#kept = kept;
  }

  /** Returns and clears the times of appended events. After a failed transaction some have no row. */
  takeNew(): readonly number[] {
    const times = this.#new;
    this.#new = [];
    return times;
  }

  append(event: NewEvent): void {
    const { id, at, deviceId, type, actor = null, schedule = null, count = 1 } = event;
    const {
      connection = null,
      client,
      guest = null,
      mistake,
      set = null,
      closed = null,
      isStateKept = false,
      allowed,
    } = event;
    const began =
      client === undefined ? null : beganColumn.write({ ...client, clientId: withoutKeys(client.clientId) });
    const why = mistake === undefined ? null : mistakeColumn.write(mistake);
    this.sql.exec(
      `INSERT INTO events
           (at, id, device_id, type, actor, schedule, count, connection, client, mistake, set_values, closed, guest, state_kept,
            allowed)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      at,
      id,
      deviceId,
      type,
      actor,
      schedule,
      count,
      connection,
      began,
      why,
      set && setColumn.write(set),
      closed,
      guest,
      Number(isStateKept),
      allowed === undefined ? null : allowedColumn.write(allowed),
    );
    if (type === "connected" || type === "disconnected") this.#seen.peek()?.set(deviceId, at);
    this.#new.push(at);
    this.#counted(1);
    const { most } = this.#kept();
    if (most > 0 && this.count > most) this.#drop("1", Math.max(this.count - most, Math.floor(most / SLICE)));
  }

  get count(): number {
    return this.#meta.get("events");
  }

  #counted(more: number): void {
    this.#meta.set("events", Math.max(0, this.count + more));
  }

  /** Returns at most `limit` events, newest first. */
  list({ before, device, type, from, to, search, limit }: EventFilters): StoredEvent[] {
    const found: [string, ...SqlStorageValue[]][] = [[`${NAME} IS NOT NULL`]];
    if (before !== undefined) found.push(["(e.at, e.id) < (?, ?)", before.at, before.id]);
    if (device !== undefined) found.push(["e.device_id = ?", device]);
    if (type !== undefined) found.push(type === SWITCHED ? ["e.type GLOB 'turned_*'"] : ["e.type = ?", type]);
    if (from !== undefined) found.push(["e.at >= ?", from]);
    if (to !== undefined) found.push(["e.at < ?", to]);
    if (search) found.push(searched(search));
    const where = found.map(([sql]) => sql).join(" AND ");
    const rows = this.sql.exec(
      `${NAMED} WHERE ${where} ORDER BY e.at DESC LIMIT ?`,
      ...found.flatMap(([, ...values]) => values),
      limit,
    );
    return [...rows].map(eventOf);
  }

  /**
   * Returns the time of the event with this id, or null. Milliseconds since 1970. Ids of release 0.1.0 hold no time: they
   * are looked for among the last events.
   */
  timeOf(id: string): number | null {
    const [row] = this.sql.exec("SELECT at FROM events WHERE at = ? AND id = ?", timeIn(id), id);
    const last = `SELECT at FROM (SELECT at, id FROM events ORDER BY at DESC LIMIT ${LOOKED_THROUGH}) WHERE id = ?`;
    const [found] = row === undefined ? this.sql.exec(last, id) : [row];
    return found === undefined ? null : Number(found.at);
  }

  /** Returns events after this time, oldest first. */
  after(at: number, limit: number): StoredEvent[] {
    const after = `${NAMED} WHERE ${NAME} IS NOT NULL AND e.at > ? ORDER BY e.at LIMIT ?`;
    return [...this.sql.exec(after, at, limit)].map(eventOf);
  }

  /** Counts of the `limit` busiest devices. Deleted devices have events, too: there is no bound for all of them. */
  countByHour(from: number, hours: number, limit: number): BusiestDevices {
    const to = from + hours * HOUR;
    const busiest = `SELECT e.device_id, ${NAME} AS name, count(*) OVER () AS total FROM (${TOTALS}) e ${DEVICE_NAMES}
      WHERE ${NAME} IS NOT NULL ORDER BY e.total DESC, e.device_id LIMIT ?3`;
    const devices = [...this.sql.exec(busiest, from, to, limit)];
    const ids = JSON.stringify(devices.map(({ device_id }) => device_id));
    const counts = countsByDevice(devices, this.sql.exec(PER_HOUR, from, to, ids), hours);
    return { devices: counts, total: Number(devices[0]?.total ?? 0) };
  }

  /** Returns the schedule or watch that sent this command; null for another sender, or a deleted event. */
  switcherOf(command: number): ScheduleRef | null {
    const query = `SELECT e.schedule, ${SCHEDULE_NAME} AS schedule_name FROM (${OF_COMMAND}) e ${SCHEDULES}`;
    const [row] = this.sql.exec(query, command);
    return row === undefined ? null : scheduleOf(row);
  }

  /** Returns the name of the guest who sent this command; null for another sender, or a deleted event. */
  guestOf(command: number): string | null {
    const [row] = this.sql.exec(OF_COMMAND, command);
    return row === undefined ? null : (row.guest as string | null);
  }

  seen(): ReadonlyMap<string, NonNullable<DeviceSighting["seenAt"]>> {
    return this.#seen.get();
  }

  #readSeen(): Map<string, number> {
    const rows = this.sql.exec(
      `SELECT device_id, max(at) AS at FROM events WHERE ${OF_CONNECTIONS} GROUP BY device_id
       UNION ALL SELECT id, seen_at FROM past_devices WHERE seen_at IS NOT NULL`,
    );
    const seen = new Map<string, number>();
    for (const { device_id, at } of rows) {
      seen.set(String(device_id), Math.max(Number(at), seen.get(String(device_id)) ?? 0));
    }
    return seen;
  }

  /** Returns the last `limit` of the device, newest first. */
  connections(deviceId: string, limit: number): ConnectionEvent[] {
    const query = `SELECT at, type, connection, client, closed FROM events
      WHERE device_id = ? AND ${OF_CONNECTIONS} ORDER BY at DESC LIMIT ?`;
    return [...this.sql.exec(query, deviceId, limit)].map(({ at, type, connection, client, closed }) => ({
      at: Number(at),
      ended: type === "disconnected",
      connection: connection as string | null,
      began: client === null ? null : readable(beganColumn, client),
      closed: closed as number | null,
    }));
  }

  /** The device's connection was closed by its client, although its row says that the service restarted under it. */
  endedByClient(deviceId: string, connection: string): void {
    this.sql.exec(
      `UPDATE events SET closed = NULL WHERE connection = ? AND closed = ? AND type = 'disconnected'
         AND at IN (SELECT at FROM events WHERE device_id = ? ORDER BY at DESC LIMIT ?)`,
      connection,
      CLOSE_AT_RESTART,
      deviceId,
      JUST_WRITTEN,
    );
  }

  /** Stores the last name of a removed device for its old events. */
  keepName(deviceId: string, name: string): void {
    const keep = `INSERT INTO past_devices (id, name)
      SELECT ?1, ?2 WHERE EXISTS (SELECT 1 FROM events WHERE device_id = ?1)
      ON CONFLICT (id) DO UPDATE SET name = ?2`;
    this.sql.exec(keep, deviceId, name);
  }

  /**
   * Returns the whole hour after the next event expires, or null when none does. An alarm for each event would cost a
   * request and a row, and wake a sleeping account. Milliseconds since 1970.
   */
  nextPrune(): number | null {
    const { days } = this.#kept();
    if (days === 0 || this.count === 0) return null;
    const oldest = this.sql.exec("SELECT min(at) AS at FROM events").one().at as number | null;
    return oldest === null ? null : Math.ceil((oldest + days * DAY) / HOUR) * HOUR;
  }

  /** Deletes one slice of expired events. */
  prune(now: number): void {
    const { days } = this.#kept();
    if (days > 0) this.#drop(`at <= ${now - days * DAY}`, OLD_SLICE);
  }

  /** Deletes the oldest `limit` events of a query; keeps last-seen times and names of removed devices. */
  #drop(which: string, limit: number): void {
    const slice = `SELECT at FROM events WHERE ${which} ORDER BY at LIMIT ${limit}`;
    this.sql.exec(
      `INSERT INTO past_devices (id, seen_at)
       SELECT device_id, max(at) FROM events WHERE at IN (${slice}) AND ${OF_CONNECTIONS} GROUP BY device_id
       ON CONFLICT (id) DO UPDATE SET seen_at = max(coalesce(seen_at, 0), excluded.seen_at)`,
    );
    const dropped = [...this.sql.exec(`DELETE FROM events WHERE at IN (${slice}) RETURNING at`)].length;
    this.#counted(-dropped);
    this.sql.exec(
      `DELETE FROM past_devices WHERE id NOT IN (SELECT name FROM rights WHERE kind = 'device')
       AND NOT EXISTS (SELECT 1 FROM events WHERE device_id = past_devices.id)`,
    );
    this.sql.exec(
      "DELETE FROM past_schedules WHERE NOT EXISTS (SELECT 1 FROM events WHERE at <= past_schedules.last)",
    );
  }
}

/** Matches the device's or event's name, ignoring case. LIKE is not used: its wildcards would surprise users. */
function searched(search: string): [string, ...SqlStorageValue[]] {
  const needle = search.toLowerCase();
  return [
    `(instr(lower(${NAME}), ?) > 0 OR instr(${NAME}, ?) > 0
      OR e.type IN (SELECT value FROM json_each(?)))`,
    needle,
    search,
    JSON.stringify(eventTypesNamed(needle)),
  ];
}
