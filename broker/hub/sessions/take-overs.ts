/**
 * Take-overs of sessions by another connection with the same client identifier. One is a client that lost its network;
 * three within a minute are two programs with one client id, of which each ends the other's connection. The owner reads
 * it in the log, once a minute, and in the device's events, which fold.
 */

import { putNewest } from "../../contract/bounded.ts";
import type { Mistake } from "../../contract/mistake.ts";
import type { RefusalLog } from "../limits/refusal-log.ts";
import { HubModule } from "../module.ts";
import type { Connection, TurnPlan } from "../socket/connection.ts";

const MINUTE = 60_000;
/** Take-overs within a minute from which on they are two programs. */
const FIGHT = 3;
/** Sessions in memory. The clients of a forgotten one are counted again. */
const MAX_REMEMBERED = 1000;

const ADVICE = "Give each of the two programs a client id of its own, or stop one.";
export const TAKEN_OVER: Mistake = {
  reason: "Another client connected with the same client id.",
  remedy: ADVICE,
};

type Side = Pick<Connection, "edge">;

/** Where the two connections come from, as far as the account's object knows. */
export function placesOf({ edge: a }: Side, { edge: b }: Side): string {
  const browsers = [a, b].filter(({ browser }) => browser).length;
  const programs = ["two programs", "a program and a page in a browser", "two pages in a browser"][browsers];
  if (a.address === null || b.address === null) return `${programs}`;
  return `${programs} ${a.address === b.address ? "at the same address" : "at two addresses"}`;
}

export interface TakeOverDependencies {
  refusals: RefusalLog;
}

export class TakeOvers extends HubModule<TakeOverDependencies> {
  /** By session key: the times within the last minute. */
  readonly #times = new Map<string, number[]>();

  /** `next` takes the session of `old` over. */
  note(plan: TurnPlan, key: string, old: Connection, next: Connection): void {
    const { now } = plan;
    const times = [...this.#within(key, now), now];
    putNewest(this.#times, key, times, MAX_REMEMBERED);
    if (times.length < FIGHT) return;
    const { session, client } = old;
    const words = `Two programs connect as ${client?.shownClientId}; each ends the other's connection (${placesOf(old, next)}).`;
    plan.fact(() =>
      this.deps.refusals.note(old, session, {
        kind: "connect",
        topic: null,
        words,
        advice: ADVICE,
        merge: { forMs: MINUTE, first: FIGHT },
      }),
    );
  }

  /** Whether two programs have this client id, at present. */
  isFight(key: string, now: number): boolean {
    return this.#within(key, now).length >= FIGHT;
  }

  #within(key: string, now: number): number[] {
    return (this.#times.get(key) ?? []).filter((at) => Math.abs(now - at) < MINUTE);
  }
}
