/**
 * What happened to the account's devices: one row an event, whose time names it within the account. A connection that
 * began, and one that was lost, are such events; what else is known of the connection stands in its row.
 */

import type { DeviceCounts, DeviceSighting, EventFilters, StoredEvent } from "../contract/account.ts";
import { type Actor, type DeviceEventType, eventTypesNamed } from "../contract/device-events.ts";
import { withoutKeys } from "../contract/hidden.ts";
import { readable } from "../contract/json.ts";
import type { ScheduleRef } from "../contract/schedule.ts";
import { countsByDevice, PER_HOUR } from "./event-counts.ts";
import type { Meta } from "./meta.ts";
import { type Began, beganColumn } from "./shapes.ts";
import type { Held, Sql } from "./sql.ts";

export interface NewEvent {
  id: string;
  /** Milliseconds since 1970; no other event of the account has it. */
  at: number;
  deviceId: string;
  type: DeviceEventType;
  actor?: Actor | null;
  schedule?: string | null;
  /** How many it stands for, of which it is the last; 1 where it is left out. */
  count?: number;
  connection?: string;
  client?: Began;
}

export interface ConnectionEvent {
  at: number;
  ended: boolean;
  /** Null where it stands for several. */
  connection: string | null;
  began: Began | null;
}

/** How much is kept; 0 keeps all of it. */
export interface EventRetention {
  most: number;
  days: number;
}

type EventRow = Record<string, SqlStorageValue>;

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** Where there are too many, one in so many goes at once: a row at a time would cost as much again. */
const SLICE = 100;
const OLD_SLICE = 1000;
const OF_CONNECTIONS = "type IN ('connected', 'disconnected')";

/** A device that is there has its present name, in its old events too; one that is gone, its last. */
const NAME = "coalesce(r.facts ->> '$.value.name', p.name)";
const DEVICE_NAMES = `LEFT JOIN rights r ON r.kind = 'device' AND r.name = e.device_id
  LEFT JOIN past_devices p ON p.id = e.device_id`;
/** The same of a schedule. */
const SCHEDULE_NAME = "coalesce(s.facts ->> '$.value.name', q.name)";
const SCHEDULES =
  "LEFT JOIN schedules s ON s.id = e.schedule LEFT JOIN past_schedules q ON q.id = e.schedule";
const NAMED = `SELECT e.at, e.id, e.device_id, e.type, e.actor, e.count, ${NAME} AS device_name,
    e.schedule, ${SCHEDULE_NAME} AS schedule_name FROM events e ${DEVICE_NAMES} ${SCHEDULES}`;

const scheduleOf = ({ schedule, schedule_name: name }: EventRow): ScheduleRef | null =>
  schedule === null || name === null ? null : { id: String(schedule), name: String(name) };

const eventOf = (row: EventRow): StoredEvent => ({
  id: String(row.id),
  deviceId: String(row.device_id),
  deviceName: String(row.device_name),
  type: String(row.type),
  actor: row.actor as Actor | null,
  schedule: scheduleOf(row),
  count: Number(row.count),
  at: Number(row.at),
});

export class Events {
  readonly #sql: Sql;
  readonly #meta: Meta;
  readonly #kept: () => EventRetention;
  /** When a connection of each device last began or ended. Milliseconds since 1970. */
  readonly #seen: Held<Map<string, number>>;

  /** Times of the events that were appended and not yet taken by `takeFresh`. */
  fresh: number[] = [];

  constructor(sql: Sql, meta: Meta, kept: () => EventRetention) {
    this.#sql = sql;
    this.#meta = meta;
    this.#kept = kept;
    this.#seen = sql.hold(() => this.#readSeen());
  }

  /** Times of the events that were appended since; one whose transaction failed is not there. */
  takeFresh(): readonly number[] {
    const { fresh } = this;
    this.fresh = [];
    return fresh;
  }

  append(event: NewEvent): void {
    const { id, at, deviceId, type, actor = null, schedule = null, count = 1 } = event;
    const { connection = null, client } = event;
    const began =
      client === undefined ? null : beganColumn.write({ ...client, clientId: withoutKeys(client.clientId) });
    this.#sql.exec(
      `INSERT INTO events (at, id, device_id, type, actor, schedule, count, connection, client)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      ...[at, id, deviceId, type, actor, schedule, count, connection, began],
    );
    if (type === "connected" || type === "disconnected") this.#seen.peek()?.set(deviceId, at);
    this.fresh.push(at);
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

  /** Newest first, at most `limit` of them. */
  list({ before, device, type, from, to, search, limit }: EventFilters): StoredEvent[] {
    const found: [string, ...SqlStorageValue[]][] = [[`${NAME} IS NOT NULL`]];
    if (before !== undefined) found.push(["(e.at, e.id) < (?, ?)", before.at, before.id]);
    if (device !== undefined) found.push(["e.device_id = ?", device]);
    if (type !== undefined) found.push(["e.type = ?", type]);
    if (from !== undefined) found.push(["e.at >= ?", from]);
    if (to !== undefined) found.push(["e.at < ?", to]);
    if (search) found.push(searched(search));
    const where = found.map(([sql]) => sql).join(" AND ");
    const rows = this.#sql.exec(
      `${NAMED} WHERE ${where} ORDER BY e.at DESC LIMIT ?`,
      ...found.flatMap(([, ...values]) => values),
      limit,
    );
    return [...rows].map(eventOf);
  }

  /** When the event with this id was; null where it is not kept. Milliseconds since 1970. */
  timeOf(id: string): number | null {
    const [row] = this.#sql.exec("SELECT at FROM events WHERE id = ?", id);
    return row === undefined ? null : Number(row.at);
  }

  /** Those after this time, oldest first. */
  after(at: number, limit: number): StoredEvent[] {
    const after = `${NAMED} WHERE ${NAME} IS NOT NULL AND e.at > ? ORDER BY e.at LIMIT ?`;
    return [...this.#sql.exec(after, at, limit)].map(eventOf);
  }

  countByHour(from: number, hours: number): DeviceCounts[] {
    const query = `SELECT e.*, ${NAME} AS name FROM (${PER_HOUR}) e ${DEVICE_NAMES} WHERE ${NAME} IS NOT NULL`;
    return countsByDevice(this.#sql.exec(query, from, from + hours * HOUR), hours);
  }

  /** Which schedule gave the command of this name; null where none did, or the event is summed or gone. */
  scheduleOf(command: number): ScheduleRef | null {
    const query = `SELECT e.schedule, ${SCHEDULE_NAME} AS schedule_name FROM events e ${SCHEDULES} WHERE e.at = ?`;
    const [row] = this.#sql.exec(query, command);
    return row === undefined ? null : scheduleOf(row);
  }

  seen(): ReadonlyMap<string, NonNullable<DeviceSighting["seenAt"]>> {
    return this.#seen.get();
  }

  #readSeen(): Map<string, number> {
    const rows = this.#sql.exec(
      `SELECT device_id, max(at) AS at FROM events WHERE ${OF_CONNECTIONS} GROUP BY device_id
       UNION ALL SELECT id, seen_at FROM past_devices WHERE seen_at IS NOT NULL`,
    );
    const seen = new Map<string, number>();
    for (const { device_id, at } of rows) {
      seen.set(String(device_id), Math.max(Number(at), seen.get(String(device_id)) ?? 0));
    }
    return seen;
  }

  connections(deviceId: string): ConnectionEvent[] {
    const rows = this.#sql.exec(
      `SELECT at, type, connection, client FROM events WHERE device_id = ? AND ${OF_CONNECTIONS} ORDER BY at DESC`,
      deviceId,
    );
    return [...rows].map(({ at, type, connection, client }) => ({
      at: Number(at),
      ended: type === "disconnected",
      connection: connection as string | null,
      began: client === null ? null : readable(beganColumn, client),
    }));
  }

  /** The device is gone: its events keep the name that it had last. */
  keepName(deviceId: string, name: string): void {
    this.#sql.exec(
      `INSERT INTO past_devices (id, name) SELECT ?1, ?2 WHERE EXISTS (SELECT 1 FROM events WHERE device_id = ?1)
       ON CONFLICT (id) DO UPDATE SET name = ?2`,
      deviceId,
      name,
    );
  }

  /** When the next one is too old; null when none will be. Milliseconds since 1970. */
  nextPrune(): number | null {
    const { days } = this.#kept();
    if (days === 0 || this.count === 0) return null;
    const oldest = this.#sql.exec("SELECT min(at) AS at FROM events").one().at as number | null;
    return oldest === null ? null : oldest + days * DAY;
  }

  /** What is too old goes: a slice of it. */
  prune(now: number): void {
    const { days } = this.#kept();
    if (days > 0) this.#drop(`at <= ${now - days * DAY}`, OLD_SLICE);
  }

  /** The oldest, so many of them. When their devices were last seen is not forgotten, nor the names of those that are gone. */
  #drop(which: string, limit: number): void {
    const slice = `SELECT at FROM events WHERE ${which} ORDER BY at LIMIT ${limit}`;
    this.#sql.exec(
      `INSERT INTO past_devices (id, seen_at)
       SELECT device_id, max(at) FROM events WHERE at IN (${slice}) AND ${OF_CONNECTIONS} GROUP BY device_id
       ON CONFLICT (id) DO UPDATE SET seen_at = max(coalesce(seen_at, 0), excluded.seen_at)`,
    );
    this.#sql.exec(`DELETE FROM events WHERE at IN (${slice})`);
    this.#meta.set("events", Number(this.#sql.exec("SELECT count(*) AS n FROM events").one().n));
    this.#sql.exec(
      `DELETE FROM past_devices WHERE id NOT IN (SELECT name FROM rights WHERE kind = 'device')
       AND NOT EXISTS (SELECT 1 FROM events WHERE device_id = past_devices.id)`,
    );
    this.#sql.exec(
      "DELETE FROM past_schedules WHERE NOT EXISTS (SELECT 1 FROM events WHERE at <= past_schedules.last)",
    );
  }
}

/** In the device's name or the event's, without regard to case. Not LIKE, whose patterns people would have to know. */
function searched(search: string): [string, ...SqlStorageValue[]] {
  const needle = search.toLowerCase();
  return [
    `(instr(lower(${NAME}), ?) > 0 OR instr(${NAME}, ?) > 0
      OR e.type IN (SELECT value FROM json_each(?)))`,
    ...[needle, search, JSON.stringify(eventTypesNamed(needle))],
  ];
}
