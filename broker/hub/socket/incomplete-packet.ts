/**
 * Limits the bytes that incomplete packets of an account hold together. Beyond the limit, the connection whose packet
 * has been incomplete longest is dropped.
 */

import { because, REASONS, type Reason } from "../../session/reason.ts";
import type { Connection } from "./connection.ts";

const MIB = 1_048_576;
/** Bytes. */
const MOST = 16 * MIB;

const TOO_MUCH = because(
  REASONS.quotaExceeded,
  "The account's unfinished packets hold more than 16 MiB, and this one has waited the longest: send packets faster, or smaller ones.",
);

export class IncompletePacket {
  /** Bytes per connection, ordered by when the packet began. */
  readonly held = new Map<Connection, number>();
  #bytes = 0;

  /** Called after a frame. `isNew`: the incomplete packet began with this frame. */
  note(connection: Connection, isNew: boolean): void {
    const bytes = connection.decoder.pendingLength;
    if (isNew) this.forget(connection);
    if (bytes === 0) {
      this.forget(connection);
      return;
    }
    this.#bytes += bytes - (this.held.get(connection) ?? 0);
    this.held.set(connection, bytes);
  }

  forget(connection: Connection): void {
    this.#bytes -= this.held.get(connection) ?? 0;
    this.held.delete(connection);
  }

  bound(drop: (connection: Connection, reason: Reason) => void): void {
    if (this.#bytes <= MOST) return;
    for (const connection of this.held.keys()) {
      if (this.#bytes <= MOST) return;
      this.forget(connection);
      drop(connection, TOO_MUCH);
    }
  }
}
