/** One alarm for many deadlines. Each belongs to whoever registered it; the alarm is set when one comes nearer. */

import { Retries } from "./retries.ts";

export interface AlarmClock {
  getAlarm(): Promise<number | null>;
  setAlarm(at: number): Promise<void>;
}

export interface Deadline {
  name: string;
  /** When the next is due; null when none is. Milliseconds since 1970. */
  next(): number | null;
  /**
   * Does what is due. It is called whenever the alarm rings, so that one that was forgotten is found. False, or a throw,
   * means that it failed: it is tried again after 5 seconds, and after twice as long each time, up to an hour.
   */
  ring(alarm: AlarmEvent): Ringing | Promise<Ringing>;
}

// biome-ignore lint/suspicious/noConfusingVoidType: most deadlines return nothing
type Ringing = boolean | void;

interface AlarmEvent {
  /** Milliseconds since 1970. */
  now: number;
  /** The object, or its machine, slept: silence until now means nothing. */
  late: boolean;
}

/** An alarm later than this found the object asleep: nobody could have been heard. Milliseconds. */
const LATE = 10_000;
/** When to look again after something failed. Milliseconds. */
const AFTER_FAILURE = 5000;

export class Alarm {
  readonly #clock: AlarmClock;
  readonly #now: () => number;
  readonly #failed: (what: string, error: unknown) => void;
  #armedAt: number | null = null;
  #registered: Deadline[] = [];
  readonly #retries = new Retries();

  constructor(clock: AlarmClock, now: () => number, failed: (what: string, error: unknown) => void) {
    this.#clock = clock;
    this.#now = now;
    this.#failed = failed;
  }

  register(deadline: Deadline): void {
    this.#registered.push(deadline);
  }

  async load(): Promise<void> {
    this.#armedAt = await this.#clock.getAlarm();
  }

  require = (at: number | null): void => {
    if (at === null || at === Number.POSITIVE_INFINITY) return;
    if (this.#armedAt !== null && this.#armedAt <= at) return;
    this.#armedAt = at;
    void this.#clock.setAlarm(at);
  };

  lookAgain(): void {
    this.require(this.#now() + AFTER_FAILURE);
  }

  /** Never throws, and leaves the next alarm set: one that fails six times would never ring again. */
  async rang(scheduled: number): Promise<void> {
    const late = this.#now() - Math.min(scheduled, this.#armedAt ?? scheduled) > LATE;
    this.#armedAt = null;
    for (const deadline of this.#registered) await this.#ring(deadline, late);
    for (const { name, next } of this.#registered) {
      await this.#try(`the next ${name} is not known`, () => {
        const [at, retryAt] = [next(), this.#retries.until(name)];
        // what is past and failed would ring at once, and again
        this.require(at === null || retryAt === null ? at : Math.max(at, retryAt));
      });
    }
  }

  async #ring({ name, ring }: Deadline, late: boolean): Promise<void> {
    const now = this.#now();
    if (!this.#retries.mayTry(name, now)) return;
    const done = await this.#try(`the deadline ${name} failed`, () => ring({ now, late }));
    this.#retries.tried(name, done, now);
  }

  /** False when it failed. */
  async #try(what: string, work: () => Ringing | Promise<Ringing>): Promise<boolean> {
    try {
      return (await work()) !== false;
    } catch (error) {
      this.#failed(what, error);
      this.lookAgain();
      return false;
    }
  }
}
