/** Buffered samples of many series in a format that can be appended to: two batches joined are one batch. */

import { ByteReader, ByteWriter } from "./bytes.ts";
import type { TelemetryValue } from "./readings.ts";
import { ordered, packSamples, type Sample, unpackSamples } from "./samples.ts";

/** Numbers and booleans are samples; of a text series only the last value is stored. */
const KINDS = ["number", "boolean", "text"] as const;
const TEXT = KINDS.indexOf("text");
const keyOf = (series: number, value: TelemetryValue): number =>
  series * KINDS.length + (typeof value === "number" ? 0 : typeof value === "boolean" ? 1 : TEXT);

export interface BatchEntry {
  series: number;
  kind: (typeof KINDS)[number];
  samples: Sample[];
  last: { at: number; value: TelemetryValue };
}

interface Fresh {
  samples: Sample[];
  text: { at: number; said: string } | null;
}

/** Upper bounds in bytes: one sample, and the overhead of one series. */
const SAMPLE = 16;
const SERIES = 8;

const EMPTY = new Uint8Array(0);

export class SampleBatch {
  /** When the first sample arrived; null for an empty batch. Milliseconds since 1970. */
  since: number | null = null;
  /** Upper bound of the packed size. */
  bytes = 0;
  changes = 0;
  #before: Uint8Array;
  /** Null until a sample arrives: each connection has a batch. */
  #fresh: Map<number, Fresh> | null = null;

  constructor(before: Uint8Array = EMPTY, since: number | null = null) {
    this.#before = before;
    this.since = since;
    this.bytes = before.length;
  }

  get empty(): boolean {
    return this.since === null;
  }

  add(series: number, at: number, value: TelemetryValue, now: number): void {
    const fresh = this.#freshOf(keyOf(series, value));
    if (typeof value !== "string") fresh.samples.push({ at, value: Number(value) });
    else if (at >= (fresh.text?.at ?? 0)) fresh.text = { at, said: value };
    this.bytes += sizeOf(value);
    this.since ??= now;
    this.changes++;
  }

  #freshOf(key: number): Fresh {
    this.#fresh ??= new Map();
    const known = this.#fresh.get(key);
    if (known !== undefined) return known;
    const fresh: Fresh = { samples: [], text: null };
    this.#fresh.set(key, fresh);
    this.bytes += SERIES;
    return fresh;
  }

  clear(): void {
    this.#before = EMPTY;
    this.#fresh = null;
    this.since = null;
    this.bytes = 0;
    this.changes++;
  }

  /** Returns the packed batch; no bytes for an empty one. */
  packed(): Uint8Array {
    const to = new ByteWriter();
    to.raw(this.#before);
    for (const [key, { samples, text }] of this.#fresh ?? []) {
      const body = text === null ? packSamples(ordered(samples)) : packedText(text.at, text.said);
      to.unsigned(key);
      to.unsigned(body.length);
      to.raw(body);
    }
    return to.result();
  }
}

/** Upper bound of one value's packed size. Bytes. */
export const sizeOf = (value: TelemetryValue): number =>
  SAMPLE + (typeof value === "string" ? 3 * value.length : 0);

function packedText(at: number, text: string): Uint8Array {
  const to = new ByteWriter();
  to.unsigned(at);
  for (let n = 0; n < text.length; n++) to.unsigned(text.charCodeAt(n));
  return to.result();
}

/** Returns the entries of all series, or of the given ones, in the order in which they were added. */
export function entriesOf(
  bytes: Uint8Array,
  isAsked: (series: number) => boolean = () => true,
): BatchEntry[] {
  const entries: BatchEntry[] = [];
  const from = new ByteReader(bytes);
  while (!from.done) {
    const key = from.unsigned();
    const body = from.raw(from.unsigned());
    const series = Math.floor(key / KINDS.length);
    if (isAsked(series)) entries.push(entryOf(series, KINDS[key % KINDS.length] ?? "number", body));
  }
  return entries;
}

function entryOf(series: number, kind: BatchEntry["kind"], body: Uint8Array): BatchEntry {
  if (kind === "text") {
    const from = new ByteReader(body);
    const at = from.unsigned();
    let value = "";
    while (!from.done) value += String.fromCharCode(from.unsigned());
    return { series, kind, samples: [], last: { at, value } };
  }
  const samples = unpackSamples(body);
  const { at, value } = samples.at(-1) as Sample;
  return { series, kind, samples, last: { at, value: kind === "boolean" ? value === 1 : value } };
}

export const lastOf = (entries: readonly BatchEntry[]): BatchEntry["last"] | null =>
  entries.reduce<BatchEntry["last"] | null>(
    (last, entry) => (entry.last.at >= (last?.at ?? 0) ? entry.last : last),
    null,
  );

export const samplesOf = (entries: readonly BatchEntry[]): Sample[] =>
  ordered(entries.flatMap(({ samples }) => samples));
