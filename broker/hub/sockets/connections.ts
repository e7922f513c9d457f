/** The live connections: by their own id, and by the session they have. */

import type { Connection } from "./connection.ts";

export class Connections {
  /** Every socket that is open, whatever its state. */
  readonly #all = new Map<string, Connection>();
  /** Those whose CONNECT was accepted. */
  readonly #holders = new Map<number, Connection>();

  add(connection: Connection): void {
    this.#all.set(connection.id, connection);
    if (connection.client !== null) this.#holders.set(connection.client.sessionId, connection);
  }

  /** Its CONNECT was accepted. */
  holds(connection: Connection, session: number): void {
    this.#holders.set(session, connection);
  }

  /** It does not have its session any more. */
  release(connection: Connection): void {
    const session = connection.client?.sessionId;
    // one that took it over may be there already
    if (session !== undefined && this.#holders.get(session) === connection) this.#holders.delete(session);
  }

  remove(connection: Connection): void {
    this.#all.delete(connection.id);
  }

  get(id: string): Connection | undefined {
    return this.#all.get(id);
  }

  has(id: string): boolean {
    return this.#all.has(id);
  }

  all(): Connection[] {
    return [...this.#all.values()];
  }

  /** How many were let in. */
  get accepted(): number {
    return this.#holders.size;
  }

  /** Those that were let in. */
  holders(): Iterable<Connection> {
    return this.#holders.values();
  }

  /** Who has the session, as the present plan leaves it. */
  holder(session: number): Connection | undefined {
    const connection = this.#holders.get(session);
    return (connection?.planned ?? connection?.session)?.state === "connected" ? connection : undefined;
  }
}
