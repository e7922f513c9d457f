/**
 * What the API did, counted in the isolate and told by a request that comes along: the first, then one in ten seconds, and
 * at once where something failed. What an isolate counted after that goes with it.
 */

import { Calls, type Point } from "./point.ts";

const EVERY_MS = 10_000;
const FAILED_EVERY_MS = 1000;
/** The platform takes 25 points of one invocation; the others wait for the next. */
const AT_ONCE = 20;

export interface Answered {
  method: string;
  /** As the contract has it, with `{id}` in place of ids. */
  path: string;
  status: number;
  milliseconds: number;
}

/** Others are one: whoever makes methods up must not fill the table. */
const METHODS = new Set(["GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS"]);

export class Requests {
  #calls = new Map<string, { method: string; path: string; calls: Calls }>();
  #toldAt = Number.NEGATIVE_INFINITY;

  /** What is to be told now, and after that forgotten here. */
  note({ path, status, milliseconds, ...said }: Answered, now: number): Point[] {
    const method = METHODS.has(said.method) ? said.method : "other";
    const key = `${method} ${path}`;
    const { calls } = this.#calls.get(key) ?? this.#begin(key, method, path);
    calls.note(status, milliseconds);
    const patience = status >= 500 ? FAILED_EVERY_MS : EVERY_MS;
    // a clock that went back must not silence it
    if (Math.abs(now - this.#toldAt) < patience) return [];
    this.#toldAt = now;
    return this.#take();
  }

  #begin(key: string, method: string, path: string) {
    const begun = { method, path, calls: new Calls() };
    this.#calls.set(key, begun);
    return begun;
  }

  #take(): Point[] {
    const points: Point[] = [];
    for (const [key, { method, path, calls }] of this.#calls) {
      if (points.length === AT_ONCE) break;
      points.push(calls.point(path, method));
      this.#calls.delete(key);
    }
    return points;
  }
}
