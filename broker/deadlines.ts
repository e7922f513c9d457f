/** One alarm for many deadlines. It is set when one comes nearer; when it fires, the nearest is looked for again. */

/** The platform's alarm. */
export interface AlarmClock {
  getAlarm(): Promise<number | null>;
  setAlarm(at: number): Promise<void>;
}

/** An alarm later than this found the object, or its machine, asleep: nobody could have been heard. Milliseconds. */
const LATE = 10_000;

export class Deadlines {
  #clock: AlarmClock;
  #armedAt: number | null = null;

  constructor(clock: AlarmClock) {
    this.#clock = clock;
  }

  /** On waking. */
  async load(): Promise<void> {
    this.#armedAt = await this.#clock.getAlarm();
  }

  /** Wakes up then, or earlier. */
  require(at: number | null): void {
    if (at === null || (this.#armedAt !== null && this.#armedAt <= at)) return;
    this.#armedAt = at;
    void this.#clock.setAlarm(at);
  }

  /** The alarm rang. True when it rang so late that silence until now means nothing. */
  rang(scheduled: number, now: number): boolean {
    const due = Math.min(scheduled, this.#armedAt ?? scheduled);
    this.#armedAt = null;
    return now - due > LATE;
  }

  forget(): void {
    this.#armedAt = null;
  }
}
