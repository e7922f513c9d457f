/** Of a suspended account nobody stays. Who asks to come in meanwhile is told so by `admission`. */

import { because, REASONS, type Reason, SUSPENDED } from "../../protocol/reason.ts";
import type { Review } from "../rights/rights-changes.ts";
import type { Connection } from "../sockets/connection.ts";
import type { Connections } from "../sockets/connections.ts";

interface Dropping {
  drop(connection: Connection, reason: Reason): void;
}

/** Their sessions are kept as after any other end. Answers true: it cannot fail. */
export function shutOut({ rights }: Review, connections: Connections, reception: Dropping): true {
  if (rights.suspended !== true) return true;
  const reason = because(REASONS.administrativeAction, SUSPENDED);
  for (const connection of [...connections.holders()]) reception.drop(connection, reason);
  return true;
}
