/**
 * Who was let in from where, lately. Devices behind one address often share a credential: when some of them still have its
 * old password, those with the new one must get in all the same.
 */

const LATELY_MS = 60 * 60_000;
/** Clients that are remembered; the oldest are forgotten first. A hibernation forgets all. */
const MAX_CLIENTS = 4096;

export class RecentLogins {
  /** When a client, or any client with a name, was let in last, by address and name. Milliseconds since 1970. */
  readonly #at = new Map<string, number>();

  /** `name` is a digest of the user name or API key. */
  note(address: string, name: string, clientId: string, now: number): void {
    for (const key of [`${address} ${name}`, `${address} ${name} ${clientId}`]) {
      this.#at.delete(key);
      this.#at.set(key, now);
    }
    for (const key of this.#at.keys()) {
      if (this.#at.size <= 2 * MAX_CLIENTS) break;
      this.#at.delete(key);
    }
  }

  has(address: string, name: string, clientId: string | null, now: number): boolean {
    const at = this.#at.get(clientId === null ? `${address} ${name}` : `${address} ${name} ${clientId}`);
    return at !== undefined && Math.abs(now - at) < LATELY_MS;
  }
}
