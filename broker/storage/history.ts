/**
 * Series, their last values, buffered samples and packed blocks. A buffer row holds samples of many series in
 * a few thousand bytes, so that a sample does not cost a row.
 */

import { joined } from "../contract/bytes.ts";
import { readable } from "../contract/json.ts";
import { RETENTION_MS } from "../contract/limits.ts";
import type { SeriesRights } from "../contract/telemetry.ts";
import { type BatchEntry, entriesOf } from "../history/batch.ts";
import { DAY, type Level, type LevelStores } from "../history/levels.ts";
import type { TelemetryValue } from "../history/readings.ts";
import { packBuckets, packSamples, unpackBuckets, unpackSamples } from "../history/samples.ts";
import { BlockRows } from "./block-rows.ts";
import { blob } from "./message-columns.ts";
import { storedValue } from "./shapes.ts";
import { Table } from "./sql.ts";

export interface SeriesRow {
  id: number;
  /** `device:{id}` or `channel:{id}`. */
  source: string;
  key: string;
  last: { at: number; value: TelemetryValue } | null;
  /** The usual interval of its samples, in milliseconds; null when unknown. */
  usualMs: number | null;
  /** The time of its newest sample that came over HTTP; null without one. Milliseconds since 1970. */
  httpAt: number | null;
  /** The newest hour that another service measured, with its average; null without one. */
  hour: { at: number; value: number } | null;
}

interface Open {
  /** 0 when no row is open for appending. */
  seq: number;
  bytes: Uint8Array;
  total: number;
  /** `since`: when the oldest buffered sample arrived; `at`: the last write. 0 when nothing is buffered. */
  since: number;
  at: number;
}

/** The series of channels before and after a change of the rights. */
interface ChannelChange {
  before: readonly SeriesRights[];
  after: readonly SeriesRights[];
}

const CHANNEL = "channel:";

/**
 * PURE. Returns the name that a series of a channel has now, or null when it is gone. The only series of a channel keeps
 * its values under any name; of several one is known by its name, or else by its path.
 */
function nameAfter(channelId: string, key: string, { before, after }: ChannelChange): string | null {
  const [old, own] = [before, after].map((all) => all.filter((each) => each.channelId === channelId));
  const [only, ...others] = own ?? [];
  if (only === undefined) return null;
  if (others.length === 0 && (old ?? []).length <= 1) return only.name;
  if (own?.some(({ name }) => name === key)) return key;
  const path = old?.find(({ name }) => name === key)?.path;
  const isNew = ({ name }: SeriesRights) => !old?.some((each) => each.name === name);
  return own?.find((each) => each.path === path && isNew(each))?.name ?? null;
}

/** Bytes; a row of this size is closed, and the next samples begin a new one. */
const ROW = 3072;
const SLICE = 200;
const NONE: ReadonlyMap<string, SeriesRow> = new Map();
const LEVELS: readonly Level[] = ["samples", "minutes", "hours"];

function lastOf(text: unknown, at: unknown): SeriesRow["last"] {
  const value = text === null ? null : readable({ read: storedValue }, text);
  return value === null ? null : { at: Number(at), value };
}

export class History extends Table {
  /** Series by source and key; read for every measured value. */
  readonly #series = this.sql.hold(() => this.#readSeries());
  readonly #open = this.sql.hold(() => this.#readOpen());
  /** Called when samples were written or compacted. */
  onSamples: () => void = () => {};
  /** Rows up to this number are being compacted: closed for appending, also after a failed transaction. */
  #sealed = 0;

  #readSeries(): Map<string, Map<string, SeriesRow>> {
    const rows = [...this.sql.exec("SELECT * FROM series WHERE source <> ''")].map(
      ({ id, source, key, last, last_at: at, usual_ms: usualMs, ...row }): SeriesRow => ({
        id: Number(id),
        source: String(source),
        key: String(key),
        last: lastOf(last, at),
        usualMs: usualMs === null ? null : Number(usualMs),
        httpAt: row.http_at === null ? null : Number(row.http_at),
        hour: row.hour_at === null ? null : { at: Number(row.hour_at), value: Number(row.hour_average) },
      }),
    );
    const bySource = Map.groupBy(rows, ({ source }) => source);
    return new Map([...bySource].map(([source, own]) => [source, new Map(own.map((row) => [row.key, row]))]));
  }

  *all(): Iterable<SeriesRow> {
    for (const own of this.#series.get().values()) yield* own.values();
  }

  get count(): number {
    return [...this.#series.get().values()].reduce((sum, { size }) => sum + size, 0);
  }

  of(source: string): ReadonlyMap<string, SeriesRow> {
    return this.#series.get().get(source) ?? NONE;
  }

  create(source: string, key: string): SeriesRow {
    const query = "INSERT INTO series (source, key) VALUES (?, ?) RETURNING id";
    const { id } = this.sql.exec(query, source, key).one();
    const row: SeriesRow = {
      id: Number(id),
      source,
      key,
      last: null,
      usualMs: null,
      httpAt: null,
      hour: null,
    };
    const series = this.#series.get();
    series.set(source, (series.get(source) ?? new Map<string, SeriesRow>()).set(key, row));
    return row;
  }

  /** Orphans the series of other sources; `prune` deletes them. A channel's series gets its current name. */
  keepOnly(devices: readonly string[], channels: ChannelChange): void {
    const kept = new Set(devices.map((id) => `device:${id}`));
    for (const { id, source, key } of [...this.all()]) {
      const name = source.startsWith(CHANNEL) ? nameAfter(source.slice(CHANNEL.length), key, channels) : key;
      if (name === null || (source.startsWith("device:") && !kept.has(source))) {
        this.sql.exec("UPDATE series SET source = '' WHERE id = ?", id);
      } else if (name !== key) this.sql.exec("UPDATE series SET key = ? WHERE id = ?", name, id);
    }
    this.#series.drop();
  }

  /** Stores the last value. `usualMs` null keeps the stored interval. */
  saw(id: number, { at, value }: NonNullable<SeriesRow["last"]>, usualMs: number | null): void {
    const query = `UPDATE series SET last = ?, last_at = ?, usual_ms = ifnull(?, usual_ms)
      WHERE id = ? AND ifnull(last_at, 0) <= ?`;
    this.sql.exec(query, JSON.stringify(value), at, usualMs, id, at);
    for (const row of this.all()) {
      if (row.id !== id || at < (row.last?.at ?? 0)) continue;
      row.last = { at, value };
      row.usualMs = usualMs ?? row.usualMs;
    }
  }

  /** Notes the newest written hour: the series is listed by it while it has no sample. */
  sawHour(row: SeriesRow, hour: NonNullable<SeriesRow["hour"]>): void {
    if (hour.at < (row.hour?.at ?? 0)) return;
    this.sql.exec(
      "UPDATE series SET hour_at = ?, hour_average = ? WHERE id = ?",
      hour.at,
      hour.value,
      row.id,
    );
    row.hour = hour;
  }

  setUsual(row: SeriesRow, usualMs: number): void {
    this.sql.exec("UPDATE series SET usual_ms = ? WHERE id = ?", usualMs, row.id);
    row.usualMs = usualMs;
  }

  cameByHttp(row: SeriesRow, at: number): void {
    this.sql.exec("UPDATE series SET http_at = ? WHERE id = ?", at, row.id);
    row.httpAt = at;
  }

  #readOpen(): Open {
    const sums =
      "SELECT max(seq) AS seq, sum(length(bytes)) AS total, min(since) AS since, max(at) AS at FROM sample_buffer";
    const { seq, total, since, at } = this.sql.exec(sums).one();
    const [row] = this.sql.exec("SELECT bytes FROM sample_buffer WHERE seq = ?", seq);
    if (Number(total) > 0) this.onSamples();
    const bytes = new Uint8Array((row?.bytes as ArrayBuffer | undefined) ?? new ArrayBuffer(0));
    return { seq: Number(seq), bytes, total: Number(total), since: Number(since), at: Number(at) };
  }

  append(batches: readonly Uint8Array[], now: number): void {
    const open = this.#open.get();
    const packed = joined(batches);
    if (packed.length === 0) return;
    this.onSamples();
    const goesOn = open.seq > this.#sealed && open.bytes.length + packed.length <= ROW;
    const bytes = goesOn ? joined([open.bytes, packed]) : packed;
    let { seq } = open;
    if (goesOn)
      this.sql.exec("UPDATE sample_buffer SET bytes = ?, at = ? WHERE seq = ?", blob(bytes), now, seq);
    else seq = this.#insert(bytes, now);
    this.#open.set({ seq, bytes, total: open.total + packed.length, since: open.since || now, at: now });
  }

  #insert(bytes: Uint8Array, now: number): number {
    const query = "INSERT INTO sample_buffer (since, at, bytes) VALUES (?, ?, ?) RETURNING seq";
    return Number(this.sql.exec(query, now, now, blob(bytes)).one().seq);
  }

  /** The bytes of the buffered samples, the time of the oldest, and of the last write. Milliseconds since 1970. */
  get buffer(): Readonly<Pick<Open, "total" | "since" | "at">> {
    return this.#open.get();
  }

  entries(isAsked?: (series: number) => boolean): BatchEntry[] {
    const rows = this.sql.exec("SELECT bytes FROM sample_buffer ORDER BY seq");
    return [...rows].flatMap(({ bytes }) => entriesOf(new Uint8Array(bytes as ArrayBuffer), isAsked));
  }

  /** Returns the first buffer row after `behind` and up to `until`, or null. */
  nextRow(behind: number, until: number): { seq: number; entries: BatchEntry[] } | null {
    const query = "SELECT seq, bytes FROM sample_buffer WHERE seq > ? AND seq <= ? ORDER BY seq LIMIT 1";
    const [row] = this.sql.exec(query, behind, until);
    if (row === undefined) return null;
    return { seq: Number(row.seq), entries: entriesOf(new Uint8Array(row.bytes as ArrayBuffer)) };
  }

  /** Closes the open row for compaction and returns its number; later samples go to new rows. */
  seal(): number {
    this.#sealed = this.#open.get().seq;
    return this.#sealed;
  }

  /** Deletes buffer rows up to `until`: their samples are in blocks. */
  worked(until: number): void {
    this.sql.exec("DELETE FROM sample_buffer WHERE seq <= ?", until);
    this.#open.drop();
    this.#sealed = 0;
    this.onSamples();
  }

  shelves(series: number): LevelStores {
    const of = { sql: this.sql, series };
    return {
      samples: new BlockRows({ ...of, level: "samples", pack: packSamples, unpack: unpackSamples }),
      minutes: new BlockRows({ ...of, level: "minutes", pack: packBuckets, unpack: unpackBuckets }),
      hours: new BlockRows({ ...of, level: "hours", pack: packBuckets, unpack: unpackBuckets }),
    };
  }

  /** When the next deletion is due, or null. One day late, so that late samples find their minute complete. */
  nextPrune(): number | null {
    if (this.#gone() !== null) return 0;
    let next: number | null = null;
    for (const { id } of this.all()) {
      for (const level of LEVELS) {
        const oldest =
          "SELECT until FROM series_blocks WHERE series = ? AND level = ? ORDER BY start LIMIT 1";
        const [row] = this.sql.exec(oldest, id, level);
        if (row !== undefined)
          next = Math.min(next ?? Infinity, Number(row.until) + RETENTION_MS[level] + DAY);
      }
    }
    return next;
  }

  #gone(): number | null {
    const [row] = this.sql.exec("SELECT id FROM series WHERE source = '' LIMIT 1");
    return row === undefined ? null : Number(row.id);
  }

  prune(now: number): void {
    for (const { id } of this.all()) {
      for (const level of LEVELS)
        this.#drop(id, `level = '${level}' AND until < ${now - RETENTION_MS[level] - DAY}`);
    }
    const gone = this.#gone();
    if (gone !== null && this.#drop(gone, "true") < SLICE) {
      this.sql.exec("DELETE FROM series WHERE id = ?", gone);
    }
  }

  #drop(series: number, which: string): number {
    const slice = `SELECT level, start FROM series_blocks WHERE series = ? AND ${which} LIMIT ${SLICE}`;
    const query = `DELETE FROM series_blocks WHERE series = ? AND (level, start) IN (${slice})`;
    return [...this.sql.exec(`${query} RETURNING start`, series, series)].length;
  }
}
