/** A connection, as far as a turn is concerned. */

import type { PublishTemplate } from "../../codec/encoder.ts";
import type { Session } from "../../session/session.ts";

/** A PUBLISH that its readers share, and what is one reader's own. */
interface Addressed extends PublishTemplate {
  packetId: number;
  dup: boolean;
}

/** What leaves: bytes as they are, or a shared PUBLISH. */
export type Part = Uint8Array | Addressed;

export interface Peer {
  readonly session: Session;
  /** What the present plan makes of it; null where no plan has come to it. */
  readonly planned: Session | null;
  /** The present plan makes this of its session; null where the plan is given up. */
  plan(session: Session | null): void;
  commit(): void;
  /** A turn has come to it. False when an earlier one of those that belong together has. */
  enter(now: number): boolean;
  leave(): void;
  push(part: Part): void;
  pushDroppable(part: Uint8Array): void;
}
