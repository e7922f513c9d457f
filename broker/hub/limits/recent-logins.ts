/**
 * Recent logins by address and name. Devices behind one address often share a credential: while some still have its old
 * password, those with the new one must not be blocked.
 */

import type { RecentLoginRows } from "../../storage/uses.ts";

const LATELY_MS = 60 * 60_000;
/** Clients in memory; the oldest are forgotten first. */
const MAX_CLIENTS = 4096;
/** Stored clients of one blocked name, and the longest client identifier that is stored. Characters. */
const MAX_STORED = 100;
const MAX_STORED_ID = 256;

export class RecentLogins {
  readonly #rows: RecentLoginRows;
  /** The last login of each client, by login and client identifier, and of each login. Milliseconds since 1970. */
  #at: Map<string, number> | null = null;

  constructor(rows: RecentLoginRows) {
    this.#rows = rows;
  }

  /** `login` is an address and a digest of the user name or API key. `clientId` is without API keys. */
  note(login: string, clientId: string, now: number): void {
    this.#add([login, `${login} ${clientId}`], now);
  }

  /** `login` is an address and a digest of the user name with its password. In memory only. */
  noteLogin(login: string, now: number): void {
    this.#add([login], now);
  }

  #add(keys: readonly string[], now: number): void {
    const known = this.#known();
    for (const key of keys) {
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

  /**
   * Stores the clients of a blocked name: the block survives hibernation, so they must too. Other logins cost no row. A
   * login with its password is not stored.
   */
  store(blocked: string, now: number): void {
    const [address = "", name] = blocked.split(" ");
    const isLately = (at: number) => Math.abs(now - at) < LATELY_MS;
    const clients = [...this.#known()].flatMap(([key, at]) => {
      const [place, who, ...words] = key.split(" ");
      const isOfBlock = place === address && who === name;
      const row = { login: `${place} ${who}`, clientId: words.join(" "), at };
      return isOfBlock && words.length > 0 && isLately(at) && row.clientId.length <= MAX_STORED_ID
        ? [row]
        : [];
    });
    this.#rows.put(clients.slice(-MAX_STORED), now - LATELY_MS);
  }

  /** After its rows were deleted. */
  forget(): void {
    this.#at = null;
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
