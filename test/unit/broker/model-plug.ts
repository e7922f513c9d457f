/** Expected behaviour of a discovered plug: the second oracle of the model test. Time is in seconds. */

export type State = "on" | "off";
type Actor = "browser" | "device" | "schedule" | "timer" | "disconnect";

/** Payloads of its availability topic; the last one is unknown. */
export const WORDS = ["here", "away", "busy"] as const;
export type Word = (typeof WORDS)[number];

/** The last one is not a valid state. */
export const STATES = ["on", "off", "other"] as const;
export type PlugState = (typeof STATES)[number];

interface Command {
  state: State;
  by: Actor;
  at: number;
  /** Proven, pending, or without proof. */
  taken: true | false | null;
  /** The schedule run of the command. */
  run: Run | null;
}

export interface Run {
  outcome: "accepted" | "not_connected" | "taken";
}

/** Seconds that a command is valid, until auto-off, and that a report may lag behind a command. */
export const COMMAND_TTL = 20;
export const AUTO_OFF = 5;
const BEHIND = 10;

export class PlugModel {
  readonly hasState: boolean;
  isThere = false;
  command: Command | null = null;
  autoOff = false;
  offWhenGone = false;
  /** Its events, and who switched. */
  readonly events: [type: string, by: Actor | null][] = [];
  /** Commands sent in its own payloads. */
  readonly commands: State[] = [];

  /** Adopted where these messages are retained. */
  constructor(hasState: boolean, retained: { state: PlugState | null; there: Word | null }, now: number) {
    this.hasState = hasState;
    this.isThere = retained.there === "here";
    if (retained.state !== null) this.reportState(retained.state, now);
  }

  /** A switch by another client or a person. */
  switch(state: State, by: Actor, now: number): Run {
    const run: Run = { outcome: this.isThere ? "accepted" : "not_connected" };
    this.#accept(state, by, now, by === "schedule" ? run : null);
    this.#sendCommand();
    return run;
  }

  #accept(state: State, by: Actor, at: number, run: Run | null): void {
    this.command = { state, by, at, taken: by === "device", run };
    this.events.push([`turned_${state}`, by]);
  }

  #sendCommand(): void {
    if (this.command === null) return;
    this.commands.push(this.command.state);
    if (!this.hasState && this.isThere) this.command.taken = null;
  }

  reportState(state: PlugState, now: number): void {
    if (!this.hasState || state === "other") return;
    const { command } = this;
    if (command?.state === state) {
      command.taken = true;
      if (command.run !== null) command.run.outcome = "taken";
    } else if (command === null ? state === "on" : command.taken === true || now - command.at > BEHIND) {
      this.#accept(state, "device", now, null);
    }
  }

  reportAvailability(word: Word, now: number): void {
    if (word === "busy" || this.isThere === (word === "here")) return;
    this.isThere = !this.isThere;
    this.events.push([this.isThere ? "connected" : "disconnected", null]);
    const { command } = this;
    if (command === null) return;
    if (this.isThere && command.taken === false && now - command.at < COMMAND_TTL) this.#sendCommand();
    if (!this.isThere && this.offWhenGone && command.state === "on") this.switch("off", "disconnect", now);
  }

  checkAutoOff(now: number): void {
    const { command, autoOff } = this;
    if (autoOff && command?.state === "on" && now - command.at > AUTO_OFF) this.switch("off", "timer", now);
  }
}
