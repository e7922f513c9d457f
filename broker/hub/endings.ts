/** Connections that ended, on their way into the log: who it was, why, and what went over it. */

import type { Connection } from "../connection.ts";
import type { ConnectionEnd } from "../ports.ts";
import type { Reason } from "../protocol/reason.ts";

export class Endings {
  tell: (end: Omit<ConnectionEnd, "account">) => void = () => {};
  #noted: { connection: Connection; reason: Reason }[] = [];

  note(connection: Connection, reason: Reason): void {
    this.#noted.push({ connection, reason });
  }

  /** The turn did not happen, or happens again. */
  forget(): void {
    this.#noted = [];
  }

  /** The turn is done, and its packets have left. */
  write(now: number): void {
    if (this.#noted.length === 0) return;
    for (const { connection, reason } of this.#noted.splice(0)) {
      const { client, traffic } = connection;
      if (client === null) continue;
      const { kind, shownClientId: clientId, version: protocol, since } = client;
      const { code, words } = reason;
      this.tell({
        kind,
        clientId,
        protocol,
        code,
        words,
        seconds: Math.round((now - since) / 1000),
        ...traffic,
      });
    }
  }
}
