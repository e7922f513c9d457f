/**
 * The only way in which state changes. A turn is a plan and its commit: at most one transaction, then memory changes,
 * then packets are sent. A plan without writes needs no transaction. The turns of one frame, call or alarm share their
 * time, and their packets are sent as one frame per socket.
 */

import type { Log } from "../../log.ts";
import { type AfterTurns, BITS, type DueWork, WORK } from "./due-work.ts";
import type { Peer } from "./peer.ts";
import { Plan, type PlanRules, type Work } from "./plan.ts";

export interface TurnRules<P extends Peer> extends PlanRules<P> {
  /** Called after a group of turns, with the peers that they touched. */
  afterTurns: (touched: readonly P[]) => void;
  failed: () => void;
}

export interface TurnDependencies {
  store: { transaction(work: () => void, now: number): void };
  /** Milliseconds since 1970. */
  clock: () => number;
  log: Log;
  due: DueWork;
  /** Memory differs from storage: restart, since only storage can be trusted. */
  distrust: () => void;
}

export class Turns<P extends Peer> {
  readonly #deps: TurnDependencies;
  readonly #rules: TurnRules<P>;
  readonly #plan: Plan<P>;
  /** Time of the current turns, otherwise of the last ones. Milliseconds since 1970. */
  now = 0;
  transactions = 0;
  failures = 0;
  #under = 0;
  #isPlanning = false;
  #touched: P[] = [];

  constructor(rules: TurnRules<P>, deps: TurnDependencies) {
    this.#rules = rules;
    this.#plan = new Plan(rules, deps.due);
    this.#deps = deps;
  }

  /** Groups the turns of one frame, call or alarm. `now` when it is known already. */
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

  /** Includes the peer when this group is settled, whether or not its turns succeed. */
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
      if (plan.writes.length > 0) this.#commit(plan);
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

  #commit(plan: Plan<P>): void {
    this.transactions++;
    this.#deps.store.transaction(() => {
      // a write may plan more, which is part of the same transaction
      for (let done = 0; done < plan.writes.length; plan.finish()) {
        for (; done < plan.writes.length; done++) plan.writes[done]?.();
      }
    }, this.now);
  }

  /** Does the due work from `first` to `last`, also later work in this range that it requires. */
  runDue(first: AfterTurns, last: AfterTurns, handlers: Readonly<Record<AfterTurns, () => void>>): void {
    const { due } = this.#deps;
    for (let at = WORK.indexOf(first); at <= WORK.indexOf(last); at++) {
      const work = WORK[at] as AfterTurns;
      if ((due.bits & BITS[work]) === 0) continue;
      due.bits &= ~BITS[work];
      handlers[work]();
    }
  }

  #settle(): void {
    const touched = this.#touched;
    this.#touched = [];
    for (const peer of touched) peer.leave();
    this.#rules.afterTurns(touched);
  }
}
