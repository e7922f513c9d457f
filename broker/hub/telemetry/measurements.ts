/**
 * What a message says that was measured becomes samples. At QoS 0 they wait with the connection that brought them, where
 * naps lose nothing, and are written together, once a minute: a row for all. At QoS 1 they are written in the turn that
 * acknowledges them, and whatever waits with them.
 */

import type { BrokerLimits } from "../../contract/limits.ts";
import { measuringDevice } from "../../contract/topics.ts";
import type { Journal } from "../../events/journal.ts";
import { Batch, sizeOf } from "../../history/batch.ts";
import { DAY } from "../../history/levels.ts";
import { type Reading, telemetryOf, type Value, valueAt } from "../../history/readings.ts";
import type { Message } from "../../protocol/message.ts";
import type { Store } from "../../storage/store.ts";
import type { TurnPlan } from "../sockets/connection.ts";
import type { Connections } from "../sockets/connections.ts";
import { MAX_WAITING, type Waiting } from "./waiting.ts";

export interface MeasurementDependencies {
  store: Store;
  limits: BrokerLimits;
  journal: Journal;
  connections: Connections;
  waiting: Waiting;
}

/** A clock may be so far ahead; a sample may be so late. Milliseconds. */
const AHEAD = 600_000;
const LATE = 7 * DAY;

/** A message's samples of one source. */
interface Measured {
  source: string;
  at: number;
  values: Known[];
}
/** A value, and its series where there is one already. */
interface Known {
  key: string;
  value: Value;
  id: number | undefined;
}

export class Measurements {
  readonly #deps: MeasurementDependencies;
  /** The last time that was given to a sample of each source. Milliseconds since 1970. */
  readonly #stamped = new Map<string, number>();

  readonly #extended: ((plan: TurnPlan, deviceId: string) => void)[] = [];

  constructor(deps: MeasurementDependencies) {
    this.#deps = deps;
  }

  /** Whoever cares for what a device measures hears of it when it is more than before, in the plan that keeps it. */
  onExtended(look: (plan: TurnPlan, deviceId: string) => void): void {
    this.#extended.push(look);
  }

  /** `from` is the sender's session. Whatever cannot be kept is delivered all the same. */
  note(plan: TurnPlan, message: Message, from: number): void {
    const { store, journal } = this.#deps;
    // a retained message is cleared so
    if (message.payload.length === 0 && message.retain) return;
    const deviceId = measuringDevice(store.meta.get("userId"), message.topic);
    if (deviceId !== null && store.rightsCopy.hasDevice(deviceId)) {
      const reading = telemetryOf(message.payload);
      const kept = reading !== null && this.#keep(plan, `device:${deviceId}`, reading, message, from);
      if (!kept) journal.errored(plan, deviceId);
    }
    for (const { channelId, path, name } of store.rightsCopy.seriesOf(message.topic)) {
      const value = valueAt(message.payload, path);
      const reading = value === null ? null : ({ at: null, values: [[name, value]] } satisfies Reading);
      const kept = reading !== null && this.#keep(plan, `channel:${channelId}`, reading, message, from);
      const sender = this.#deps.connections.holder(from)?.planningClient;
      if (!kept && sender?.kind === "device") journal.errored(plan, sender.id);
    }
  }

  /** False where its time cannot be, or there are more series than are kept. */
  #keep(plan: TurnPlan, source: string, { at, values }: Reading, message: Message, from: number): boolean {
    if (at !== null && (at > plan.now + AHEAD || at < plan.now - LATE)) return false;
    const { history } = this.#deps.store;
    const known = values.map(([key, value]): Known => ({ key, value, id: history.get(source, key)?.id }));
    const news = new Set(known.flatMap(({ key, id }) => (id === undefined ? [key] : [])));
    const fresh = new Set([...news].slice(0, this.#room()));
    const found = known.filter(({ key, id }) => id !== undefined || fresh.has(key));
    const measured = { source, at: at ?? this.#timeOfNext(source, plan.now), values: found };
    const [kind, id = ""] = source.split(":");
    if (fresh.size > 0 && kind === "device") for (const look of this.#extended) look(plan, id);
    if (found.length > 0) this.#put(plan, measured, { durable: message.qos > 0 || fresh.size > 0, from });
    return found.length === values.length;
  }

  /** For so many series more. */
  #room(): number {
    const { MAX_SERIES: most } = this.#deps.limits;
    return most === 0 ? Infinity : Math.max(0, most - this.#deps.store.history.count);
  }

  /** Those of a source that were not told their time have one each, though they came together. */
  #timeOfNext(source: string, now: number): number {
    const at = Math.max(now, (this.#stamped.get(source) ?? 0) + 1);
    const known = at > now + AHEAD ? now : at;
    this.#stamped.set(source, known);
    return known;
  }

  #put(plan: TurnPlan, measured: Measured, { durable, from }: { durable: boolean; from: number }): void {
    const { waiting, connections } = this.#deps;
    const connection = connections.holder(from);
    const bytes = measured.values.reduce((sum, { value }) => sum + 2 * sizeOf(value), 0);
    const fits = connection !== undefined && connection.samples.bytes + bytes <= MAX_WAITING;
    if (durable || !fits || waiting.isDue(plan.now)) {
      waiting.write(plan, () => this.#batch(measured, plan.now));
      return;
    }
    const { now } = plan;
    plan.fact(() => {
      this.#addTo(connection.samples, measured, now);
      waiting.waits(connection);
    });
  }

  #batch(measured: Measured, now: number): Batch {
    const batch = new Batch();
    this.#addTo(batch, measured, now);
    return batch;
  }

  #addTo(batch: Batch, { source, at, values }: Measured, now: number): void {
    const { history } = this.#deps.store;
    for (const { key, value, id } of values) {
      const series = id ?? (history.get(source, key) ?? history.create(source, key)).id;
      batch.add(series, at, value, now);
    }
  }
}
