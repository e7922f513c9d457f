/** Ended connections for the operator's log: who, why, and the totals. */

import type { ConnectionEnd } from "../../ports.ts";
import type { Reason } from "../../session/reason.ts";
import type { DueWork } from "../turn/due-work.ts";
import type { Connection } from "./connection.ts";

export class ConnectionLog {
  readonly #tell: (end: Omit<ConnectionEnd, "account">, connection: Connection) => void;
  readonly #due: DueWork;
  readonly #ends: { connection: Connection; reason: Reason }[] = [];

  constructor(tell: (end: Omit<ConnectionEnd, "account">, connection: Connection) => void, due: DueWork) {
    this.#tell = tell;
    this.#due = due;
  }

  note(connection: Connection, reason: Reason): void {
    this.#ends.push({ connection, reason });
    this.#due.require("logConnectionEnds");
  }

  write(now: number): void {
    for (const { connection, reason } of this.#ends.splice(0)) {
      const { client, traffic } = connection;
      if (client === null) continue;
      const { kind, shownClientId: clientId, version: protocol, since } = client;
      const { code, words } = reason;
      const seconds = Math.round((now - since) / 1000);
      this.#tell({ kind, clientId, protocol, code, words, seconds, ...traffic }, connection);
    }
  }
}
