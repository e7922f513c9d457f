/**
 * Clients that logged in lately, by address and name. Devices behind one address often share a credential: when some of
 * them still have its old password, those with the new one must get in all the same.
 */

import type { RecentLoginRows } from "../../storage/recent-logins.ts";

const LATELY_MS = 60 * 60_000;
/** Clients that are remembered; the oldest are forgotten first. */
const MAX_CLIENTS = 4096;
/** Clients of one blocked name that are stored, and the characters of a client identifier that is. */
const MAX_STORED = 100;
const MAX_STORED_ID = 256;

export class RecentLogins {
  readonly #rows: RecentLoginRows;
  /** When a client logged in last, by login and client identifier, and a login's last. Milliseconds since 1970. */
  #at: Map<string, number> | null = null;

  constructor(rows: RecentLoginRows) {
    this.#rows = rows;
  }

  /** `login` is an address and a digest of the user name or API key. `clientId` is without API keys. */
  note(login: string, clientId: string, now: number): void {
    const known = this.#known();
    for (const key of [login, `${login} ${clientId}`]) {
      known.delete(key);
      known.set(key, now);
    }
    for (const key of known.keys()) {
      if (known.size <= 2 * MAX_CLIENTS) break;
      known.delete(key);
    }
  }

  has(login: string, clientId: string | null, now: number): boolean {
    const at = this.#known().get(clientId === null ? login : `${login} ${clientId}`);
    return at !== undefined && Math.abs(now - at) < LATELY_MS;
  }

  /** Stores the clients of a login that is blocked: its block outlasts a hibernation, too. Other logins cost no row. */
  store(login: string, now: number): void {
    const clients = [...this.#known()]
      .filter(([key, at]) => key.startsWith(`${login} `) && Math.abs(now - at) < LATELY_MS)
      .map(([key, at]) => ({ login, clientId: key.slice(login.length + 1), at }))
      .filter(({ clientId }) => clientId.length <= MAX_STORED_ID);
    this.#rows.put(clients.slice(-MAX_STORED), now - LATELY_MS);
  }

  #known(): Map<string, number> {
    this.#at ??= new Map(
      this.#rows.all().flatMap(({ login, clientId, at }): [string, number][] => [
        [login, at],
        [`${login} ${clientId}`, at],
      ]),
    );
    return this.#at;
  }
}
