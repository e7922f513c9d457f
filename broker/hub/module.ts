import type { BrokerLimits } from "../contract/limits.ts";
import type { Log } from "../log.ts";
import type { BrokerStore } from "../storage/store.ts";
import type { Connection } from "./socket/connection.ts";
import type { Connections } from "./socket/connections.ts";
import type { DueWork } from "./turn/due-work.ts";
import type { Turns } from "./turn/turns.ts";

/** What many modules use; a module picks from it. */
export interface CommonDependencies {
  store: BrokerStore;
  limits: BrokerLimits;
  connections: Connections;
  turns: Turns<Connection>;
  /** The work after the turns. */
  due: DueWork;
  log: Log;
  /** Milliseconds since 1970. */
  clock: () => number;
  /** Sets the alarm, unless it rings earlier. Null sets none. */
  wakeAt: (at: number | null) => void;
  waitUntil: (work: Promise<unknown>) => void;
}

/** A module of the hub, constructed with the modules and values that it uses. */
export abstract class HubModule<Dependencies> {
  protected readonly deps: Dependencies;

  constructor(deps: Dependencies) {
    this.deps = deps;
  }
}
