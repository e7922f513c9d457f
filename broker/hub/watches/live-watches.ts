/** The enabled watches in memory, by what they observe. */

import type { DeviceWatch } from "../../contract/watch.ts";
import type { TelemetryValue } from "../../history/readings.ts";
import { usualInterval } from "../../history/samples.ts";
import type { BrokerStore } from "../../storage/store.ts";
import { measuredUntil, type Rules, rulesOf } from "../../watches/condition.ts";
import type { CountedWindow } from "../../watches/counted.ts";
import { deadline, keepsThreshold } from "../../watches/step.ts";
import { newState, type SeriesActivity, type WatchState } from "../../watches/watch-state.ts";
import type { SeriesPresent } from "../series/newest.ts";

/** Arrivals from which the median interval of a new series follows. */
const ARRIVALS = 4;
/** The alarm looks at silences on this grid, so that frequent samples do not cause one alarm each. Milliseconds. */
const SILENCE_GRID_MS = 2000;
export class LiveWatch {
  readonly watch: DeviceWatch;
  readonly rules: Rules;
  state: WatchState;
  #lastAt: number | null = null;
  #arrivals: readonly number[] = [];
  #medianMs: number | null = null;
  /** Of a counter; null until it is read from the history. */
  counted: CountedWindow | null = null;
  /** How long its condition must hold, when the alarm was last set for it. */
  requiredMs: number | null = null;

  constructor(watch: DeviceWatch, state: WatchState) {
    this.watch = watch;
    this.rules = rulesOf(watch.when);
    this.state = state;
  }

  /** The source of its series in the history; null when it observes none. */
  get source(): string | null {
    return this.watch.key === null ? null : `device:${this.watch.deviceId}`;
  }

  series({ history }: Pick<BrokerStore, "history">): SeriesActivity {
    const { key } = this.watch;
    const row = this.source === null || key === null ? undefined : history.of(this.source).get(key);
    return { lastAt: this.#lastAt, medianMs: row?.usualMs ?? this.#medianMs };
  }

  restore({ lastAt, medianMs, arrivals }: Pick<SeriesPresent, "lastAt" | "medianMs" | "arrivals">): void {
    this.#lastAt = lastAt;
    this.#medianMs = medianMs;
    this.#arrivals = medianMs === null ? arrivals.slice(1 - ARRIVALS) : [];
  }

  /** Takes over what is in memory only from the same watch, which is read again because the set of watches changed. */
  inherit(before: LiveWatch): void {
    this.#lastAt = before.#lastAt;
    this.#medianMs = before.#medianMs;
    this.#arrivals = before.#arrivals;
    this.counted = before.counted;
    if (this.state.phase === "clear" && before.state.phase === "clear")
      this.state = { ...this.state, heldSince: before.state.heldSince };
  }

  /** When the alarm must ring for it; null when it need not. */
  alarmAt(store: Pick<BrokerStore, "history">): number | null {
    const series = this.series(store);
    this.requiredMs = this.rules.requiredMs(this.watch.when, series);
    const due = deadline(this.watch, this.state, series);
    const isSilence = this.rules.time === "silent" && this.state.phase === "clear";
    return due !== null && isSilence ? Math.ceil(due / SILENCE_GRID_MS) * SILENCE_GRID_MS : due;
  }

  sampled(now: number): void {
    this.#lastAt = now;
    if (this.#isAutomatic && this.#medianMs === null) this.#learn(now);
  }

  get #isAutomatic(): boolean {
    return "silentForMs" in this.watch.when && this.watch.when.silentForMs === "auto";
  }

  /** Whether a sample certainly changes nothing but the time of the last one. False: a step decides. */
  isKeptBy(value: TelemetryValue, now: number, store: Pick<BrokerStore, "history">): boolean {
    const { state } = this;
    const { when } = this.watch;
    if ("forMs" in when) {
      if (typeof value !== "number" || !keepsThreshold(when, state, value, now)) return false;
      return state.phase !== "pending" || now <= measuredUntil(this.series(store));
    }
    if (!("silentForMs" in when) || when.silentForMs === "auto" || state.phase !== "clear") return false;
    return this.#lastAt !== null && now < this.#lastAt + when.silentForMs;
  }

  /** Whether a value ends a condition that holds. */
  isEndedBy(value: TelemetryValue, now: number): boolean {
    const { phase } = this.state;
    if (this.state.phase === "clear" && this.state.heldSince === null) return false;
    const number = typeof value === "number" ? value : null;
    const observation = { type: "sample", value: number } as const;
    return this.rules.holdsSince(this.watch.when, { observation, phase, now }) === false;
  }

  /** Whether it needs the time of each sample. */
  get isTiming(): boolean {
    return this.rules.time === "silent" || this.state.phase === "pending";
  }

  #learn(now: number): void {
    this.#arrivals = [...this.#arrivals, now];
    if (this.#arrivals.length < ARRIVALS) return;
    this.#medianMs = usualInterval(this.#arrivals.map((at) => ({ at, value: 0 })));
    this.#arrivals = [];
  }
}

export type WatchedKeys = ReadonlyMap<string, readonly LiveWatch[]>;

export interface LiveWatches {
  readonly all: readonly LiveWatch[];
  /** By device; those of any device under the empty text. */
  readonly byDevice: ReadonlyMap<string, readonly LiveWatch[]>;
  /** By the source of their series. */
  readonly bySource: ReadonlyMap<string, WatchedKeys>;
}

/** Watches with the same text observe the same. */
export const observes = ({ when, deviceId, key, enabled }: DeviceWatch): string =>
  JSON.stringify([when, deviceId, key, enabled]);

/** Reads the rows. A state that cannot be read begins again. */
export function liveWatches(
  { watches, meta }: Pick<BrokerStore, "watches" | "meta">,
  now: number,
): LiveWatches {
  const rows = meta.get("watched") === 1 ? watches.all() : [];
  const all = rows
    .filter(({ watch }) => watch.enabled)
    .map(({ watch, state }) => new LiveWatch(watch, state ?? newState(now)));
  const ofSeries = Map.groupBy(
    all.filter(({ source }) => source !== null),
    ({ source }) => source ?? "",
  );
  const byKey = (own: LiveWatch[]) => Map.groupBy(own, ({ watch }) => watch.key ?? "");
  return {
    all,
    byDevice: Map.groupBy(
      all.filter(({ rules }) => rules.sees === "device" || rules.sees === "control"),
      ({ watch }) => watch.deviceId ?? "",
    ),
    bySource: new Map([...ofSeries].map(([source, own]) => [source, byKey(own)])),
  };
}
