/** One alarm for many deadlines. Each module registers its own; the alarm is set for the nearest. */

import { Retries } from "./retries.ts";

export interface AlarmClock {
  getAlarm(): Promise<number | null>;
  setAlarm(at: number): Promise<void>;
}

export interface Deadline {
  name: string;
  /** When it is due next; null for never. Milliseconds since 1970. */
  next(): number | null;
  /**
   * Does the work that is due. It is called on every alarm, so that a forgotten deadline is found. A throw, or false,
   * means failure: it is retried after 5 seconds, then after twice as long each time, up to an hour.
   */
  ring(alarm: AlarmEvent): Ringing | Promise<Ringing>;
}

// biome-ignore lint/suspicious/noConfusingVoidType: most deadlines return nothing
type Ringing = boolean | void;

interface AlarmEvent {
  /** Milliseconds since 1970. */
  now: number;
  /** The object or its machine was asleep: silence until now proves nothing. */
  late: boolean;
}

/** After an alarm this late the object was asleep, and received nothing meanwhile. Milliseconds. */
const LATE = 10_000;
/** Delay before the next try after a failure. Milliseconds. */
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

  require = (due: number | null): void => {
    if (due === null || due === Number.POSITIVE_INFINITY) return;
    // the platform refuses a time before 1970, and then no alarm would be set
    const at = Math.max(due, 1);
    if (this.#armedAt !== null && this.#armedAt <= at) return;
    this.#armedAt = at;
    void this.#clock.setAlarm(at);
  };

  lookAgain(): void {
    this.require(this.#now() + AFTER_FAILURE);
  }

  /** Never throws, and sets the next alarm: after six failures the platform stops calling. */
  async rang(scheduled: number): Promise<void> {
    const late = this.#now() - Math.min(scheduled, this.#armedAt ?? scheduled) > LATE;
    this.#armedAt = null;
    for (const deadline of this.#registered) await this.#ring(deadline, late);
    for (const { name, next } of this.#registered) {
      await this.#try(`the next ${name} is not known`, () => {
        const [at, retryAt] = [next(), this.#retries.until(name)];
        // a failed deadline in the past would be retried without a pause
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

  /** Returns false on failure. */
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
