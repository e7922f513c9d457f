/**
 * The one way in which anything changes. A turn is a plan and its commit: no write, no transaction; else one; memory
 * changes after it; then packets leave. What one frame, call or alarm sets off is some turns together: they share a time,
 * and what they send leaves as one frame a socket.
 */

import type { Log } from "../../log.ts";
import type { Peer } from "./peer.ts";
import { Plan, type Rules as PlanRules, type Work } from "./plan.ts";

export interface Rules<P extends Peer> extends PlanRules<P> {
  /** Turns that belong together are over; these are the peers that they changed. */
  settled: (touched: readonly P[]) => void;
  failed: () => void;
}

export interface TurnDependencies {
  transaction: (work: () => void) => void;
  /** Milliseconds since 1970. */
  clock: () => number;
  log: Log;
  /** Memory is not what storage is: only what is there after a restart can be believed. */
  distrust: () => void;
}

export class Turns<P extends Peer> {
  readonly #deps: TurnDependencies;
  readonly #rules: Rules<P>;
  readonly #plan: Plan<P>;
  /** Time of the turns that are under way, and of the last ones otherwise. Milliseconds since 1970. */
  now = 0;
  transactions = 0;
  failures = 0;
  #under = 0;
  #isPlanning = false;
  #touched: P[] = [];

  constructor(rules: Rules<P>, deps: TurnDependencies) {
    this.#rules = rules;
    this.#plan = new Plan(rules);
    this.#deps = deps;
  }

  /** Turns of one frame, call or alarm. `now` where it is known already. */
  together<T>(work: () => T, now?: number): T {
    if (this.#under === 0) this.now = now ?? this.#deps.clock();
    this.#under++;
    try {
      return work();
    } finally {
      this.#under--;
      if (this.#under === 0) this.#settle();
    }
  }

  /** They are looked after when these turns are over, whatever comes of them. */
  reached(peer: P): void {
    if (peer.enter(this.now)) this.#touched.push(peer);
  }

  /**
   * Returns whether its own plan was committed; a turn that fails changes nothing. The turns that follow from it run
   * before this returns, up to the first one that fails. Throws inside another turn.
   */
  turn(work: Work<P>): boolean {
    if (this.#isPlanning) throw new Error("A turn inside a turn.");
    if (this.#under === 0) return this.together(() => this.turn(work));
    const next = this.#carryOut(work);
    if (next === null) return false;
    this.#follow(next);
    return true;
  }

  #follow(next: readonly Work<P>[]): void {
    if (next.length === 0) return;
    const { failures } = this;
    for (const work of next) {
      this.turn(work);
      if (this.failures > failures) return;
    }
  }

  /** Plans, commits, and changes memory. Returns what follows, or null when it failed. */
  #carryOut(work: Work<P>): readonly Work<P>[] | null {
    const plan = this.#plan;
    plan.begin(this.now);
    this.#isPlanning = true;
    try {
      work(plan);
      plan.finish();
      if (plan.writes.length > 0) this.#commit(plan.writes);
      for (const peer of plan.peers) this.reached(peer);
      return this.#keep(plan);
    } catch (error) {
      this.failures++;
      this.#deps.log.error("a turn failed", error, (error as Error).stack);
      plan.letGo();
      this.#rules.failed();
      return null;
    } finally {
      this.#isPlanning = false;
    }
  }

  #keep(plan: Plan<P>): readonly Work<P>[] {
    try {
      return plan.keep();
    } catch (error) {
      this.#deps.log.error("memory could not follow a turn", error, (error as Error).stack);
      this.#deps.distrust();
      return [];
    }
  }

  #commit(writes: readonly (() => void)[]): void {
    this.transactions++;
    this.#deps.transaction(() => {
      for (const write of writes) write();
    });
  }

  #settle(): void {
    const touched = this.#touched;
    this.#touched = [];
    for (const peer of touched) peer.leave();
    this.#rules.settled(touched);
  }
}
