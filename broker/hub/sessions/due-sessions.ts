/** Sessions that are due: they expire, their wills are published, and lost connections are recorded. */

import { Retries } from "../../retries.ts";
import type { SessionRecord } from "../../storage/sessions.ts";
import { type CommonDependencies, HubModule } from "../module.ts";
import type { RightsInForce } from "../rights/rights-in-force.ts";
import type { TurnPlan } from "../socket/connection.ts";
import type { Lifecycle } from "./lifecycle.ts";
import type { Wills } from "./wills.ts";

/** Sessions per alarm: thousands may be due. */
const MOST_AT_ONCE = 50;

export interface DueSessionsDependencies
  extends Pick<CommonDependencies, "store" | "turns" | "connections" | "wakeAt"> {
  rights: RightsInForce;
  lifecycle: Lifecycle;
  wills: Wills;
}

export class DueSessions extends HubModule<DueSessionsDependencies> {
  readonly #retries = new Retries();

  /** Ends connections that were lost while the object was not running: a slice; the alarm does the rest at once. */
  reconcile(): void {
    const { store, connections, turns, lifecycle, wakeAt } = this.deps;
    if (connections.recorded === store.meta.get("live")) return;
    const gone = store.sessions
      .live()
      .filter(({ connection }) => connection !== null && !connections.has(connection));
    turns.together(() => {
      for (const record of gone.slice(0, MOST_AT_ONCE)) turns.turn((plan) => lifecycle.lost(plan, record));
      turns.turn((plan) => plan.write(() => store.meta.set("live", store.sessions.live().length)));
      if (gone.length > MOST_AT_ONCE) wakeAt(turns.now);
    });
  }

  /** Does what is due for this session before it is resumed. */
  catchUp(record: SessionRecord): void {
    const { store, turns, lifecycle, wills } = this.deps;
    if (record.expiresAt !== null && record.expiresAt <= turns.now) {
      turns.turn((plan) => lifecycle.endOffline(plan, record));
    } else if (store.sessions.isWillDue(record.id, turns.now)) {
      turns.turn((plan) => wills.publishDue(plan, record));
    }
  }

  /** When the next one is due; null for none. Milliseconds since 1970. */
  next(): number | null {
    const { store, turns } = this.deps;
    return this.#retries.next(store.sessions.nextDeadline(), turns.now);
  }

  /** Ends a slice of the due sessions; the alarm fires at once for the rest. Returns false when the rest failed. */
  expire(): boolean {
    const { store, turns, connections, lifecycle, wills, rights } = this.deps;
    const each = (record: SessionRecord, work: (plan: TurnPlan) => void): void =>
      this.#retries.run(String(record.id), turns.now, () => turns.turn(work));
    return turns.together(() => {
      const most = MOST_AT_ONCE + this.#retries.size;
      for (const record of store.sessions.willsDue(turns.now, most)) {
        each(record, (plan) => wills.publishDue(plan, record));
      }
      for (const record of store.sessions.expired(turns.now, most)) {
        each(record, (plan) => lifecycle.endOffline(plan, record));
      }
      return turns.turn((plan) =>
        plan.write(() => {
          store.retained.prune(turns.now);
          // reads all sessions: only after one was removed
          if (lifecycle.takeLeft()) rights.forgetUnused(connections.principals());
        }),
      );
    });
  }
}
