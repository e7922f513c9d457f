/**
 * Readings of an account for the operator: totals, at most once a minute and when a connection ends, taken while other
 * work runs. They need no timer and no row. Counts since the last reading are in the attachments, so hibernation loses
 * less than a minute of the other counts.
 */

import { Histogram } from "../../contract/histogram.ts";
import type { Meter, MeterReading } from "../../ports.ts";
import type { StepRefusal } from "../../session/effect.ts";
import type { DueWork } from "../turn/due-work.ts";
import type { Traffic } from "./attachment.ts";
import type { Connection } from "./connection.ts";
import type { Connections } from "./connections.ts";

/** Time between two readings of a busy account. Milliseconds. */
export const BUSY_MS = 60_000;
/** Time between two readings caused by ended connections, and between two that found nothing. Milliseconds. */
const AGAIN = 1000;

type Counts = Omit<MeterReading, "account">;

const NOTHING_YET: Traffic = { messagesIn: 0, messagesOut: 0, bytesIn: 0, bytesOut: 0 };
const none = (): Counts => ({
  begun: 0,
  ended: 0,
  ...NOTHING_YET,
  failures: 0,
  refused: { connect: 0, publish: 0, subscribe: 0, limit: 0 },
  answers: new Histogram(),
});

export class MeterReader {
  readonly #meter: Meter;
  readonly #connections: Connections;
  readonly #account: () => string;
  #counts = none();
  #counted = false;
  /** A minute before the next reading; -Infinity until it is known, after waking. Milliseconds since 1970. */
  lookedAt = -Infinity;
  /** A connection ended since the last reading. */
  #hasEnds = false;
  readonly #due: DueWork;

  constructor(meter: Meter, connections: Connections, account: () => string, due: DueWork) {
    this.#meter = meter;
    this.#connections = connections;
    this.#account = account;
    this.#due = due;
  }

  refused(kind: StepRefusal["kind"]): void {
    // a device's mistake is not refused
    if (kind === "message" || kind === "protocol") return;
    this.#counts.refused[kind]++;
    this.#counted = true;
  }

  failed(): void {
    this.#counts.failures++;
    this.#counted = true;
  }

  answered(milliseconds: number): void {
    this.#counts.answers.note(milliseconds);
    this.#counted = true;
  }

  ended(connection: Connection, now: number): void {
    this.#take(connection, now);
    this.#counts.ended++;
    this.#hasEnds = true;
    this.#due.require("readMeter");
    this.#counted = true;
  }

  /**
   * Takes a reading after turns or an alarm, if one is due: an end, or `BUSY_MS` from `lookedAt` in either direction,
   * since a clock may go back. Returns the connections whose counts were taken: their attachments must be saved.
   */
  read(now: number): readonly Connection[] {
    if (this.lookedAt === -Infinity) this.lookedAt = this.#lastTold();
    const since = Math.abs(now - this.lookedAt);
    if (since < BUSY_MS && (!this.#hasEnds || (since < AGAIN && !this.#isOver()))) {
      this.#requireAgain();
      return [];
    }
    const untold = this.#connections.all().filter(isUntold);
    for (const connection of untold) this.#take(connection, now);
    const hasNews = untold.length > 0 || this.#counted;
    if (hasNews) this.#tell();
    // a reading that found nothing is not repeated with each turn
    this.lookedAt = hasNews ? now : now - BUSY_MS + AGAIN;
    this.#requireAgain();
    return untold;
  }

  /** Ends wait for the next reading. */
  #requireAgain(): void {
    if (this.#hasEnds) this.#due.require("readMeter");
  }

  #lastTold(): number {
    return Math.max(0, ...this.#connections.all().map(({ metered }) => metered?.at ?? 0));
  }

  /** After the last connection has ended no later turn may come. */
  #isOver = (): boolean => this.#connections.all().every(({ session }) => session.state === "closed");

  #tell(): void {
    const counts = this.#counts;
    this.#counts = none();
    this.#counted = false;
    this.#hasEnds = false;
    this.#meter.add({ account: this.#account(), ...counts });
  }

  #take(connection: Connection, now: number): void {
    const { traffic, metered } = connection;
    const before = metered ?? NOTHING_YET;
    if (metered === undefined) this.#counts.begun++;
    for (const name of Object.keys(NOTHING_YET) as (keyof Traffic)[]) {
      this.#counts[name] += traffic[name] - before[name];
    }
    connection.meter(now);
  }
}

/** Bytes without messages are pings: they cause no reading. */
const isUntold = ({ client, traffic, metered }: Connection): boolean =>
  client !== null &&
  (metered === undefined ||
    traffic.messagesIn !== metered.messagesIn ||
    traffic.messagesOut !== metered.messagesOut);
