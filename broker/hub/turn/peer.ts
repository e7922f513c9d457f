/** What a turn needs of a connection. */

import type { PublishTemplate } from "../../codec/encoder.ts";
import type { Session } from "../../session/session.ts";

/** A PUBLISH that its readers share, and the part of one reader. */
interface Addressed extends PublishTemplate {
  packetId: number;
  dup: boolean;
}

/** Bytes, or a shared PUBLISH. */
export type Part = Uint8Array | Addressed;

export interface Peer {
  readonly session: Session;
  /** As the present plan leaves it; null when no plan has touched it. */
  readonly planned: Session | null;
  /** Sets the session for the present plan; null when the plan is dropped. */
  plan(session: Session | null): void;
  commit(): void;
  /** A turn touches it. Returns false when an earlier turn of the group has. */
  enter(now: number): boolean;
  leave(): void;
  push(part: Part): void;
  pushDroppable(part: Uint8Array): void;
}
