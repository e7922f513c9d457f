/**
 * The advanced clock. The date stands still while work is done, then jumps to the next task or to the next alarm of an
 * object, whichever is first. So a week passes with every alarm at its time, in as long as its work takes.
 */

import { runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { vi } from "vitest";

type Work = () => Promise<unknown>;
interface Task {
  at: number;
  work: Work;
}

export const SECOND = 1000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

export type Stub = DurableObjectStub<undefined>;

export class Clock {
  readonly #tasks: Task[] = [];
  /** Objects whose alarms ring. */
  #stubs: readonly Stub[] = [];
  /** No alarm rings before: the service is down. */
  #downUntil = 0;
  now: number;
  alarms = 0;

  constructor(start: number) {
    this.now = start;
    vi.useFakeTimers({ toFake: ["Date"], now: start });
  }

  ring(stubs: readonly Stub[]): void {
    this.#stubs = stubs;
  }

  at(at: number, work: Work): void {
    this.#tasks.push({ at, work });
  }

  every(interval: number, first: number, work: Work): void {
    this.at(first, async () => {
      this.every(interval, first + interval, work);
      await work();
    });
  }

  downUntil(moment: number): void {
    this.#downUntil = moment;
  }

  async runUntil(end: number): Promise<void> {
    for (;;) {
      const task = this.#tasks.reduce<Task>((first, each) => (each.at < first.at ? each : first), {
        at: end,
        work: async () => {},
      });
      await this.#ringUntil(task.at);
      this.#to(task.at);
      if (task.at >= end) return;
      this.#tasks.splice(this.#tasks.indexOf(task), 1);
      await task.work();
    }
  }

  /** Rings the alarms that are due by then, in their order. */
  async #ringUntil(until: number): Promise<void> {
    const alarms = await Promise.all(this.#stubs.map(async (stub) => ({ stub, due: await this.#due(stub) })));
    for (;;) {
      const [first] = alarms.sort((a, b) => a.due - b.due);
      if (first === undefined || first.due > until) return;
      this.#to(first.due);
      this.alarms++;
      await runDurableObjectAlarm(first.stub);
      first.due = await this.#due(first.stub);
    }
  }

  async #due(stub: Stub): Promise<number> {
    const due = await runInDurableObject(stub, (_, { storage }) => storage.getAlarm());
    return Math.max(due ?? Infinity, this.#downUntil, this.now);
  }

  #to(moment: number): void {
    this.now = Math.max(this.now, moment);
    vi.setSystemTime(this.now);
  }
}
