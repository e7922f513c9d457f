/**
 * Turns the measured values of a message into samples. At QoS 0 they are buffered in the connection's attachment, which
 * survives hibernation, and are written once a minute in one row. At QoS 1 they are written in the turn that
 * acknowledges the message, together with the buffered ones.
 */

import { RETENTION_MS } from "../../contract/retention.ts";
import type { Journal } from "../../events/journal.ts";
import { SampleBatch, sizeOf } from "../../history/batch.ts";
import { type TelemetryMessage, telemetryOf, valueAt } from "../../history/readings.ts";
import type { Message } from "../../session/message.ts";
import { mayTake } from "../../storage/fair-share.ts";
import type { Measuring } from "../../storage/rights-copy.ts";
import type { RefusalLog } from "../limits/refusal-log.ts";
import { type CommonDependencies, HubModule } from "../module.ts";
import type { TurnPlan } from "../socket/connection.ts";
import { MAX_WAITING, type SampleBuffer } from "./sample-buffer.ts";
import { AHEAD, SampleTimes } from "./sample-times.ts";

export interface MeasurementDependencies
  extends Pick<CommonDependencies, "store" | "limits" | "connections"> {
  journal: Journal;
  sampleBuffer: SampleBuffer;
  refusals: RefusalLog;
}

const SERIES_OF_ONE = 32;
const NO_ROOM = `No room for another series. A device has at most ${SERIES_OF_ONE}, and at most as many as remain for all others (MAX_SERIES). The value was delivered, but not stored.`;

interface Measured {
  source: string;
  at: number;
  values: TelemetryMessage["values"];
}

export class Measurements extends HubModule<MeasurementDependencies> {
  readonly #times = new SampleTimes();
  /** The telemetry parsed last: read before the acknowledgement, and again when it is stored. */
  #read: { payload: Uint8Array; reading: TelemetryMessage | null } | null = null;

  isTooOld(series: readonly Measuring[], payload: Uint8Array, now: number): boolean {
    const device = series.find(({ channel }) => channel === null);
    const { at = null } = (device && this.#readingOf(payload, device)) ?? {};
    return at !== null && at < now - RETENTION_MS.hours;
  }

  #readingOf(payload: Uint8Array, { channel }: Measuring): TelemetryMessage | null {
    if (channel !== null) {
      const value = valueAt(payload, channel.path);
      return value === null ? null : { at: null, values: [[channel.name, value]] };
    }
    if (this.#read?.payload !== payload) this.#read = { payload, reading: telemetryOf(payload) };
    return this.#read.reading;
  }

  /** The values of a message by key; none when it is not telemetry. */
  valuesOf(payload: Uint8Array, measuring: Measuring): TelemetryMessage["values"] {
    return this.#readingOf(payload, measuring)?.values ?? [];
  }

  /**
   * `from` is the sender's session. A value that cannot be stored is delivered all the same. Returns whether a series
   * is new.
   */
  note(plan: TurnPlan, measuring: Measuring, message: Message, from: number): boolean {
    const reading = this.#readingOf(message.payload, measuring);
    const stored = reading === null ? null : this.#keep(plan, measuring, reading, message, from);
    if (stored?.isWhole !== true) {
      const sender = this.deps.connections.holder(from)?.planningClient;
      const erring = measuring.deviceId ?? (sender?.kind === "device" ? sender.id : null);
      if (erring !== null) this.deps.journal.errored(plan, erring);
    }
    return stored?.isMore === true;
  }

  /** `isWhole` is false when some values have no room. Returns null when the time is too far from now. */
  #keep(
    plan: TurnPlan,
    { source }: Measuring,
    { at, values }: TelemetryMessage,
    message: Message,
    from: number,
  ): { isMore: boolean; isWhole: boolean } | null {
    if (at !== null && (at > plan.now + AHEAD || at < plan.now - RETENTION_MS.hours)) return null;
    const known = this.deps.store.history.of(source);
    const isKnown = values.every(([key]) => known.has(key));
    const found = isKnown ? values : this.#withRoom(values, known);
    const isMore = !isKnown && found.some(([key]) => !known.has(key));
    const measured = { source, at: at ?? this.#times.next(source, plan.now), values: found };
    if (found.length > 0) this.#put(plan, measured, { durable: message.qos > 0 || isMore, from });
    const isWhole = found.length === values.length;
    if (!isWhole) this.#refuse(plan, message.topic, from);
    return { isMore, isWhole };
  }

  #refuse(plan: TurnPlan, topic: string, from: number): void {
    const { connections, refusals } = this.deps;
    const sender = connections.holder(from);
    if (sender === undefined) return;
    plan.fact(() => refusals.note(sender, sender.session, { kind: "limit", topic, words: NO_ROOM }));
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
    if (own >= SERIES_OF_ONE) return 0;
    const { MAX_SERIES: most } = this.deps.limits;
    const left = most === 0 ? Infinity : most - this.deps.store.history.count;
    let more = 0;
    while (own + more < SERIES_OF_ONE && mayTake(own + more, left - more)) more++;
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
