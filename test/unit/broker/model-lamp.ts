/** Expected behaviour of a lamp with controls: the third oracle of the model test. */

import type { State } from "./model-plug.ts";

/** Values of a command. */
export type Values = Record<string, number | string | boolean>;
type Actor = "api" | "schedule";

/** What each control accepts; the model does not use the broker's check. */
const ACCEPTS = {
  brightness: (value: unknown) => Number.isInteger(value) && Number(value) >= 0 && Number(value) <= 100,
  mode: (value: unknown) => value === "eco" || value === "boost",
  reset: (value: unknown) => value === true,
} as const;
export type Key = keyof typeof ACCEPTS;

const isKey = (key: string): key is Key => Object.hasOwn(ACCEPTS, key);

export class LampModel {
  /** The control `mode` may be removed. */
  keys: readonly Key[] = ["brightness", "mode", "reset"];
  isConnected = false;
  state: State | null = null;
  taken: boolean | null = null;
  /** The last accepted value of each control, with the number of its command. */
  wanted = new Map<string, { value: unknown; command: number }>();
  /** Its events: type, who switched, and the values. */
  readonly events: [type: string, by: Actor, set: Values | null][] = [];
  errors = 0;
  /** Messages that the lamp should have received since the last check. */
  expected: unknown[] = [];
  /** Commands that were sent on this connection and are not acknowledged, in order. */
  #open: number[] = [];
  #last = 0;
  /** The first of the commands that are not acknowledged. */
  #waitingSince = 0;

  /** Without a state the present one stays. */
  command(given: State | null, set: Values | null, by: Actor): void {
    if (Object.entries(set ?? {}).some(([key, value]) => !this.#accepts(key, value))) return;
    this.#accept(given ?? this.state ?? "off", set, by);
    this.#send({ state: this.state, ...set });
  }

  /** A message of another client: undeclared keys are ignored, and it is delivered as it is. */
  message(body: Values): void {
    const declared = Object.entries(body).filter(([key]) => this.keys.some((each) => each === key));
    const isWrong = declared.some(([key, value]) => !this.#accepts(key, value));
    if (isWrong) {
      this.errors++;
      if (this.isConnected) this.expected.push(body);
      this.#open.push(...(this.isConnected ? [0] : []));
      return;
    }
    const kept = declared.length > 0 ? (this.state ?? "off") : "off";
    const state = body.state === "on" || body.state === "off" ? body.state : kept;
    this.#accept(state, declared.length === 0 ? null : Object.fromEntries(declared), "api");
    this.#send(body);
  }

  #accepts(key: string, value: unknown): boolean {
    return isKey(key) && this.keys.includes(key) && ACCEPTS[key](value);
  }

  #accept(state: State, set: Values | null, by: Actor): void {
    this.#last++;
    if (this.taken !== false) this.#waitingSince = this.#last;
    this.state = state;
    this.taken = false;
    for (const [key, value] of Object.entries(set ?? {})) {
      // a button is pressed once
      if (key !== "reset") this.wanted.set(key, { value, command: this.#last });
    }
    this.events.push([`turned_${state}`, by, set]);
  }

  #send(message: unknown): void {
    if (!this.isConnected) return;
    this.expected.push(message);
    this.#open.push(this.#last);
  }

  /** The lamp acknowledges the first open message. Returns whether there is one. */
  acknowledge(): boolean {
    const command = this.#open.shift();
    if (command === this.#last && this.#last > 0) this.taken = true;
    return command !== undefined;
  }

  /** It returns with a new session: one message has the state and each value that it has not acknowledged. */
  connect(): void {
    this.isConnected = true;
    this.#open = [];
    if (this.taken !== false) return;
    const waiting = [...this.wanted].filter(([, { command }]) => command >= this.#waitingSince);
    this.#send({ state: this.state, ...Object.fromEntries(waiting.map(([key, { value }]) => [key, value])) });
  }

  leave(): void {
    this.isConnected = false;
    this.#open = [];
  }

  /** Wanted values that no control accepts any more are forgotten. */
  declare(hasMode: boolean): void {
    this.keys = hasMode ? ["brightness", "mode", "reset"] : ["brightness", "reset"];
    if (!hasMode) this.wanted.delete("mode");
  }

  /** A schedule leaves out values that no longer fit. */
  planned(state: State, set: Values | null): void {
    const fitting = Object.entries(set ?? {}).filter(([key, value]) => this.#accepts(key, value));
    this.command(state, fitting.length === 0 ? null : Object.fromEntries(fitting), "schedule");
  }
}
