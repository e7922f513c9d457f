/**
 * Packets that have begun and whose rest is yet to come. One alone is as long as a packet may be; all of an account
 * together are bounded here: beyond that the one that has been unfinished longest goes.
 */

import { because, REASONS, type Reason } from "../../session/reason.ts";
import type { Connection } from "./connection.ts";

const MIB = 1_048_576;
/** Bytes that the unfinished packets of an account hold together. */
const MOST = 16 * MIB;

const TOO_MUCH = because(
  REASONS.quotaExceeded,
  "The account's unfinished packets hold more than 16 MiB, and this one waited longest for its rest: send packets faster, or smaller ones.",
);

export class IncompletePacket {
  /** Bytes of each, the one that began first before all others. */
  readonly held = new Map<Connection, number>();
  #bytes = 0;

  /** A frame came; `isNew` where what is unfinished now began with it. */
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
