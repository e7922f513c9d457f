/**
 * Turns the measured values of a message into samples. At QoS 0 they are buffered in the connection's attachment, which
 * survives hibernation, and are written once a minute in one row. At QoS 1 they are written in the turn that
 * acknowledges the message, together with the buffered ones.
 */

import { type ReportedState, switchStateOf } from "../../contract/control.ts";
import { BROKER_LIMITS, SERIES_OF_A_DEVICE } from "../../contract/limits.ts";
import { isMistake, type Mistake } from "../../contract/mistake.ts";
import { SampleBatch, sizeOf } from "../../history/batch.ts";
import { type TelemetryMessage, telemetryOf, valuesAt } from "../../history/readings.ts";
import {
  listMistake,
  type SampleList,
  sampleListOf,
  type TimedValue,
  timedValues,
} from "../../history/sample-list.ts";
import { isLongAgo, isTooOld, SampleTimes, timeMistake } from "../../history/sample-time.ts";
import { isList, type Message } from "../../session/message.ts";
import { mayTake } from "../../storage/fair-share.ts";
import type { Measuring } from "../../storage/rights-copy.ts";
import { type CommonDependencies, HubModule } from "../module.ts";
import type { TurnPlan } from "../socket/connection.ts";
import type { DeviceErrors, DeviceMistake } from "./device-errors.ts";
import { MAX_WAITING, type SampleBuffer } from "./sample-buffer.ts";

export interface MeasurementDependencies
  extends Pick<CommonDependencies, "store" | "limits" | "connections"> {
  deviceErrors: DeviceErrors;
  sampleBuffer: SampleBuffer;
}

/** `own`: how many series the device has; `most`: how many the account may have. */
const noRoom = (key: string, own: number, most: number): DeviceMistake =>
  own >= SERIES_OF_A_DEVICE
    ? {
        kind: "limit",
        reason: `A device has at most ${SERIES_OF_A_DEVICE} series. The value was delivered, but not stored.`,
        remedy: "Send fewer different keys, with names that do not change.",
        key,
      }
    : {
        kind: "limit",
        reason: BROKER_LIMITS.MAX_SERIES.mqtt.words(most),
        remedy: "Send fewer different keys, or delete a device or a channel that has a series.",
        key,
      };
interface Fitting {
  values: TelemetryMessage["values"];
  isMore: boolean;
  mistake: DeviceMistake | null;
}

interface Measured {
  source: string;
  at: number;
  values: TelemetryMessage["values"];
}

type Reading = TelemetryMessage | SampleList | Mistake;

const isSampleList = (reading: Reading): reading is SampleList => "entries" in reading;

/** How long after its time a sample counts as the present one without a look at the others. Milliseconds. */
const PRESENT = 60_000;

/** Whether the watches need the times of its values. */
const isTimed = (reading: TelemetryMessage | SampleList, now: number): boolean =>
  isSampleList(reading) || (reading.at !== null && reading.at < now - PRESENT);

function reportedState({ at, values }: TelemetryMessage): ReportedState | null {
  const value = values.find(([key]) => key === "state")?.[1];
  const state = value === undefined ? null : switchStateOf(value);
  return state === null ? null : { state, at };
}

interface GivenList {
  list: SampleList;
  message: Pick<Message, "qos" | "topic">;
  /** The sender's session. */
  from: number;
}

export class Measurements extends HubModule<MeasurementDependencies> {
  readonly #times = new SampleTimes();
  /** The telemetry parsed last: read before the acknowledgement, and again when it is stored. */
  #read: { payload: Uint8Array; reading: Reading } | null = null;

  /** Of a list only the entries are refused that are too old. */
  isTooOld(series: readonly Measuring[], payload: Uint8Array, now: number): boolean {
    const device = series.find(({ channel }) => channel === null);
    const reading = device === undefined ? null : this.#readingOf(payload, device, now);
    if (reading === null || isMistake(reading) || isSampleList(reading)) return false;
    return isTooOld(reading, now);
  }

  #readingOf(payload: Uint8Array, { channel }: Measuring, now: number): Reading {
    if (channel !== null) return valuesAt(payload, channel);
    if (this.#read?.payload !== payload) this.#read = { payload, reading: this.#parsed(payload, now) };
    return this.#read.reading;
  }

  #parsed(payload: Uint8Array, now: number): Reading {
    if (!isList(payload)) return telemetryOf(payload, now);
    return sampleListOf(payload, { now, most: this.deps.limits.MAX_SAMPLES_A_MESSAGE });
  }

  /** How many samples a message counts as: the entries of a list, and otherwise 1. */
  countIn(series: readonly Measuring[], payload: Uint8Array, now: number): number {
    const device = series.find(({ channel }) => channel === null);
    const reading = device === undefined ? null : this.#readingOf(payload, device, now);
    return reading !== null && isSampleList(reading) ? reading.count : 1;
  }

  /** The values of a message of the present by key; none when it is not telemetry, or has other times (`timedOf`). */
  valuesOf(payload: Uint8Array, measuring: Measuring, now: number): TelemetryMessage["values"] {
    const reading = this.#readingOf(payload, measuring, now);
    return isMistake(reading) || isSampleList(reading) || isTimed(reading, now) ? [] : reading.values;
  }

  /**
   * The values of a list, or of a sample of the past, by key and in the order of their times; null for others. `isKnown`:
   * the publisher knows the age of a single sample.
   */
  timedOf(
    payload: Uint8Array,
    measuring: Measuring,
    now: number,
    isKnown = false,
  ): Map<string, TimedValue[]> | null {
    const reading = this.#readingOf(payload, measuring, now);
    if (isMistake(reading) || !isTimed(reading, now)) return null;
    if (isSampleList(reading)) return timedValues(reading.entries, now);
    const { at, isAgeKnown = isKnown, values } = reading;
    const isPast = isAgeKnown && isLongAgo(at ?? now, now);
    return new Map(values.map(([key, value]) => [key, [{ value, at: at ?? now, isPast }]]));
  }

  /** The last state that a device reports beside its values; null for none. */
  stateOf(payload: Uint8Array, measuring: Measuring, now: number): ReportedState | null {
    const reading = this.#readingOf(payload, measuring, now);
    if (isMistake(reading)) return null;
    return isSampleList(reading)
      ? (reading.entries.map(reportedState).findLast((state) => state !== null) ?? null)
      : reportedState(reading);
  }

  /** Whether a value of this key can be stored. */
  hasRoom(source: string, key: string): boolean {
    const known = this.deps.store.history.of(source);
    return known.has(key) || this.#room(known.size) > 0;
  }

  /** The first mistake that `note` would find in this message; null for none. */
  mistakeIn(
    series: readonly Measuring[],
    { payload, retain }: Pick<Message, "payload" | "retain">,
    now: number,
  ): Mistake | null {
    if (payload.length === 0 && retain) return null;
    for (const measuring of series) {
      const reading = this.#readingOf(payload, measuring, now);
      const mistake =
        isMistake(reading) || isSampleList(reading)
          ? this.#wrongList(measuring, reading)
          : (timeMistake(reading, now) ??
            reading.mistake ??
            this.#fitting(measuring.source, reading.values).mistake);
      if (mistake !== null) return mistake;
    }
    return null;
  }

  /**
   * `from` is the sender's session. A value that cannot be stored is delivered all the same. Returns whether a series
   * is new.
   */
  note(plan: TurnPlan, measuring: Measuring, message: Message, from: number): boolean {
    const reading = this.#readingOf(message.payload, measuring, plan.now);
    if (isSampleList(reading)) return this.#noteList(plan, measuring, { list: reading, message, from });
    const refused = isMistake(reading) ? reading : timeMistake(reading, plan.now);
    const mistake = refused ?? (isMistake(reading) ? null : reading.mistake) ?? null;
    if (mistake !== null)
      this.deps.deviceErrors.note(plan, message.topic, { deviceId: measuring.deviceId, from }, mistake);
    const isRead = !isMistake(reading) && refused === null;
    return isRead && this.keep(plan, measuring, reading, message, from);
  }

  /** Stores values that were read from a message. Returns whether a series is new. */
  keep(
    plan: TurnPlan,
    { source, deviceId }: Measuring,
    { at, values }: TelemetryMessage,
    { qos, topic }: Pick<Message, "qos" | "topic">,
    from: number,
  ): boolean {
    const { values: found, isMore, mistake } = this.#fitting(source, values);
    const measured = { source, at: at ?? this.#times.next(source, plan.now), values: found };
    if (found.length > 0) this.#put(plan, [measured], { durable: qos > 0 || isMore, from });
    if (mistake !== null) this.deps.deviceErrors.note(plan, topic, { deviceId, from }, mistake);
    return isMore;
  }

  /** All entries in one write, with one mistake for all that cannot be stored. */
  #noteList(plan: TurnPlan, measuring: Measuring, { list, message, from }: GivenList): boolean {
    const { source, deviceId } = measuring;
    const { measured, refused, isMore } = this.#fittingEntries(source, list);
    const isDurable = message.qos > 0 || isMore;
    const dated = measured.map(({ at, values }) => ({
      source,
      at: at ?? this.#times.next(source, plan.now),
      values,
    }));
    if (dated.length > 0) this.#put(plan, dated, { durable: isDurable, from });
    // a list at QoS 1 costs as many rows of the day as its samples, sent one by one
    if (message.qos > 0 && dated.length > 1) plan.write(() => this.deps.store.rows.count(dated.length - 1));
    const mistake = listMistake([...list.refused, ...refused], list.count);
    const kind = list.refused.length === 0 ? refused[0]?.kind : undefined;
    if (mistake !== null) {
      const noted = { ...mistake, ...(kind && { kind }) };
      this.deps.deviceErrors.note(plan, message.topic, { deviceId, from }, noted);
    }
    return isMore;
  }

  #wrongList({ source }: Measuring, reading: SampleList | Mistake): Mistake | null {
    if (isMistake(reading)) return reading;
    const { refused } = this.#fittingEntries(source, reading);
    return listMistake([...reading.refused, ...refused], reading.count);
  }

  /** The entries with the values that have room, where the new series of one entry take the room of the next. */
  #fittingEntries(source: string, { entries }: Pick<SampleList, "entries">) {
    const all = entries.flatMap(({ values }) => values);
    const { values, isMore, mistake } = this.#fitting(source, all);
    if (mistake === null) return { measured: entries, isMore, refused: [] };
    const keys = new Set(values.map(([key]) => key));
    const refused = entries.flatMap(({ index, values: own }) => {
      const left = own.find(([key]) => !keys.has(key));
      return left === undefined ? [] : [{ ...mistake, key: left[0], index }];
    });
    const measured = entries
      .map((entry) => ({ ...entry, values: entry.values.filter(([key]) => keys.has(key)) }))
      .filter((entry) => entry.values.length > 0);
    return { measured, isMore, refused };
  }

  /** Of these values those that can be stored, and why the others cannot. */
  roomFor(
    deviceId: string,
    values: TelemetryMessage["values"],
  ): { values: TelemetryMessage["values"]; mistakes: (Mistake & { key: string })[] } {
    const source = `device:${deviceId}`;
    const { values: fitting } = this.#fitting(source, values);
    const keys = new Set(fitting.map(([key]) => key));
    const own = new Set([...this.deps.store.history.of(source).keys(), ...keys]).size;
    const others = values.flatMap(([key]) =>
      keys.has(key) ? [] : [{ ...noRoom(key, own, this.deps.limits.MAX_SERIES), key }],
    );
    return { values: fitting, mistakes: others };
  }

  /** The values that have room, whether they need a new series, and the mistake of the first without room. */
  #fitting(source: string, values: TelemetryMessage["values"]): Fitting {
    const known = this.deps.store.history.of(source);
    if (values.every(([key]) => known.has(key))) return { values, isMore: false, mistake: null };
    const found = this.#withRoom(values, known);
    const isMore = found.some(([key]) => !known.has(key));
    const keys = new Set(found.map(([key]) => key));
    const left = values.find(([key]) => !keys.has(key));
    if (left === undefined) return { values: found, isMore, mistake: null };
    const own = new Set([...known.keys(), ...keys]).size;
    return { values: found, isMore, mistake: noRoom(left[0], own, this.deps.limits.MAX_SERIES) };
  }

  /** Values of existing series, and of as many new series as there is room for. */
  #withRoom(
    values: TelemetryMessage["values"],
    known: ReadonlyMap<string, unknown>,
  ): TelemetryMessage["values"] {
    const news = new Set(values.flatMap(([key]) => (known.has(key) ? [] : [key])));
    const fresh = new Set([...news].slice(0, this.#room(known.size)));
    return values.filter(([key]) => known.has(key) || fresh.has(key));
  }

  /** How many more series a source may have that has `own` of them. */
  #room(own: number): number {
    if (own >= SERIES_OF_A_DEVICE) return 0;
    const { MAX_SERIES: most } = this.deps.limits;
    const left = most === 0 ? Infinity : most - this.deps.store.history.count;
    let more = 0;
    while (own + more < SERIES_OF_A_DEVICE && mayTake(own + more, left - more)) more++;
    return more;
  }

  #put(
    plan: TurnPlan,
    measured: readonly Measured[],
    { durable, from }: { durable: boolean; from: number },
  ): void {
    const { sampleBuffer, connections } = this.deps;
    const connection = connections.holder(from);
    let bytes = 0;
    for (const { values } of measured) for (const [, value] of values) bytes += 2 * sizeOf(value);
    const fits = connection !== undefined && connection.samples.bytes + bytes <= MAX_WAITING;
    if (durable || !fits || sampleBuffer.isDue(plan.now)) {
      sampleBuffer.write(plan, () => this.#batch(measured, plan.now));
      return;
    }
    const { now } = plan;
    plan.fact(() => {
      for (const each of measured) this.#addTo(connection.samples, each, now);
      sampleBuffer.waits(connection);
    });
  }

  #batch(measured: readonly Measured[], now: number): SampleBatch {
    const batch = new SampleBatch();
    for (const each of measured) this.#addTo(batch, each, now);
    return batch;
  }

  #addTo(batch: SampleBatch, { source, at, values }: Measured, now: number): void {
    const { history } = this.deps.store;
    for (const [key, value] of values) {
      const { id } = history.of(source).get(key) ?? history.create(source, key);
      batch.add(id, at, value, now);
    }
  }
}
