/** Of a suspended account nobody stays. Who asks to come in meanwhile is told so by `admission`. */

import { because, REASONS, type Reason, SUSPENDED } from "../../session/reason.ts";
import type { Review } from "../rights/rights-changes.ts";
import type { Connection } from "../socket/connection.ts";
import type { Connections } from "../socket/connections.ts";

interface Dropping {
  drop(connection: Connection, reason: Reason): void;
}

/** Their sessions are kept as after any other end. Answers true: it cannot fail. */
export function shutOut({ rights }: Review, connections: Connections, ingress: Dropping): true {
  if (rights.suspended !== true) return true;
  const reason = because(REASONS.administrativeAction, SUSPENDED);
  for (const connection of [...connections.holders()]) ingress.drop(connection, reason);
  return true;
}
