/**
 * Turns the measured values of a message into samples. At QoS 0 they are buffered in the connection's attachment, which
 * survives hibernation, and are written once a minute in one row. At QoS 1 they are written in the turn that
 * acknowledges the message, together with the buffered ones.
 */

import { type ReportedState, switchStateOf } from "../../contract/control.ts";
import { BROKER_LIMITS, RETENTION_MS, SERIES_OF_A_DEVICE } from "../../contract/limits.ts";
import { isMistake, type Mistake } from "../../contract/mistake.ts";
import { SampleBatch, sizeOf } from "../../history/batch.ts";
import { type TelemetryMessage, telemetryOf, valuesAt } from "../../history/readings.ts";
import type { Message } from "../../session/message.ts";
import { mayTake } from "../../storage/fair-share.ts";
import type { Measuring } from "../../storage/rights-copy.ts";
import { type CommonDependencies, HubModule } from "../module.ts";
import type { TurnPlan } from "../socket/connection.ts";
import type { DeviceErrors, DeviceMistake } from "./device-errors.ts";
import { MAX_WAITING, type SampleBuffer } from "./sample-buffer.ts";

// PURE. Times for samples that have none: a distinct one each for the samples of a source that arrive together.

/** How far ahead a device's clock, or the last time that was given, may be. Milliseconds. */
export const AHEAD = 600_000;

/** How long a time is remembered after it has passed: a clock is set back by less, and no time is given twice. Milliseconds. */
const REMEMBERED = 60_000;

export class SampleTimes {
  /** The last time given to each source, and the last of all. Milliseconds since 1970. */
  readonly #given = new Map<string, number>();
  #newest = 0;

  /** Sources whose last time may still decide the next one. */
  get size(): number {
    return this.#given.size;
  }

  next(source: string, now: number): number {
    if (now > this.#newest + REMEMBERED) this.#given.clear();
    const after = (this.#given.get(source) ?? 0) + 1;
    const at = after > now + AHEAD ? now : Math.max(now, after);
    this.#given.set(source, at);
    this.#newest = Math.max(at, Math.min(this.#newest, now + AHEAD));
    return at;
  }
}

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
const TIME_REMEDY = "Set the device's clock, send ts in milliseconds since 1970, or leave it out.";

/** Null for a time at which a sample may be stored. */
export function timeMistake({ at }: Pick<TelemetryMessage, "at">, now: number): Mistake | null {
  if (at === null) return null;
  if (at > now + AHEAD) {
    return {
      reason: "ts is more than ten minutes ahead of the broker's clock.",
      remedy: TIME_REMEDY,
      key: "ts",
    };
  }
  const isOld = at < now - RETENTION_MS.hours;
  return isOld
    ? {
        reason: "ts is more than two years ago, longer than values are stored.",
        remedy: TIME_REMEDY,
        key: "ts",
      }
    : null;
}

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

export class Measurements extends HubModule<MeasurementDependencies> {
  readonly #times = new SampleTimes();
  /** The telemetry parsed last: read before the acknowledgement, and again when it is stored. */
  #read: { payload: Uint8Array; reading: TelemetryMessage | Mistake } | null = null;

  isTooOld(series: readonly Measuring[], payload: Uint8Array, now: number): boolean {
    const device = series.find(({ channel }) => channel === null);
    const reading = device === undefined ? null : this.#readingOf(payload, device);
    if (reading === null || isMistake(reading)) return false;
    return reading.at !== null && reading.at < now - RETENTION_MS.hours;
  }

  #readingOf(payload: Uint8Array, { channel }: Measuring): TelemetryMessage | Mistake {
    if (channel !== null) return valuesAt(payload, channel);
    if (this.#read?.payload !== payload) this.#read = { payload, reading: telemetryOf(payload) };
    return this.#read.reading;
  }

  /** The values of a message by key; none when it is not telemetry. */
  valuesOf(payload: Uint8Array, measuring: Measuring): TelemetryMessage["values"] {
    const reading = this.#readingOf(payload, measuring);
    return isMistake(reading) ? [] : reading.values;
  }

  /** The state that a device reports beside its values; null for none. */
  stateOf(payload: Uint8Array, measuring: Measuring): ReportedState | null {
    const reading = this.#readingOf(payload, measuring);
    const value = isMistake(reading) ? undefined : reading.values.find(([key]) => key === "state")?.[1];
    const state = value === undefined ? null : switchStateOf(value);
    return state === null || isMistake(reading) ? null : { state, at: reading.at };
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
      const reading = this.#readingOf(payload, measuring);
      const mistake = isMistake(reading)
        ? reading
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
    const reading = this.#readingOf(message.payload, measuring);
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
    if (found.length > 0) this.#put(plan, measured, { durable: qos > 0 || isMore, from });
    if (mistake !== null) this.deps.deviceErrors.note(plan, topic, { deviceId, from }, mistake);
    return isMore;
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

  #put(plan: TurnPlan, measured: Measured, { durable, from }: { durable: boolean; from: number }): void {
    const { sampleBuffer, connections } = this.deps;
    const connection = connections.holder(from);
    const bytes = measured.values.reduce((sum, [, value]) => sum + 2 * sizeOf(value), 0);
    const fits = connection !== undefined && connection.samples.bytes + bytes <= MAX_WAITING;
    if (durable || !fits || sampleBuffer.isDue(plan.now)) {
      sampleBuffer.write(plan, () => this.#batch(measured, plan.now));
      return;
    }
    const { now } = plan;
    plan.fact(() => {
      this.#addTo(connection.samples, measured, now);
      sampleBuffer.waits(connection);
    });
  }

  #batch(measured: Measured, now: number): SampleBatch {
    const batch = new SampleBatch();
    this.#addTo(batch, measured, now);
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
