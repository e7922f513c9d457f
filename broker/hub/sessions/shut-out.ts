/** Ends every connection of a suspended account. `admission.ts` rejects new ones with the reason. */

import { because, REASONS, type Reason, SUSPENDED } from "../../session/reason.ts";
import type { Review } from "../rights/rights-changes.ts";
import type { Connection } from "../socket/connection.ts";
import type { Connections } from "../socket/connections.ts";

interface Dropping {
  drop(connection: Connection, reason: Reason): void;
}

/** Their sessions are stored as after any other end. Returns true: it cannot fail. */
export function shutOut({ rights }: Review, connections: Connections, ingress: Dropping): true {
  if (rights.suspended !== true) return true;
  const reason = because(REASONS.administrativeAction, SUSPENDED);
  for (const connection of [...connections.holders()]) ingress.drop(connection, reason);
  return true;
}
