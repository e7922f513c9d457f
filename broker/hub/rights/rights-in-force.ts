/** The principals behind the sessions, with their rights compiled once. */

import { type Principal, type Rights, refKey, refOf, rightsOf } from "../../routing/access.ts";
import type { Held } from "../../storage/sql.ts";
import type { Store } from "../../storage/store.ts";

/** Of a principal that is not known any more. */
const NO_RIGHTS: Rights = { mayPublish: () => false, mayRead: () => false, maySubscribe: () => false };

interface InForce {
  principal: Principal;
  rights: Rights;
}

export class RightsInForce {
  readonly #store: Store;
  /** Those that were asked for. */
  readonly #known: Held<Map<string, InForce>>;

  constructor(store: Store) {
    this.#store = store;
    this.#known = store.hold(() => new Map());
  }

  #of(ref: string): InForce | null {
    const known = this.#known.get().get(ref);
    if (known !== undefined) return known;
    const principal = this.#store.principals.get(ref);
    return principal === null ? null : this.#compile(ref, principal);
  }

  #compile(ref: string, principal: Principal): InForce {
    const inForce = { principal, rights: rightsOf(this.#store.meta.get("userId"), principal) };
    this.#known.get().set(ref, inForce);
    return inForce;
  }

  principal = (ref: string): Principal | null => this.#of(ref)?.principal ?? null;
  rights = (ref: string): Rights => this.#of(ref)?.rights ?? NO_RIGHTS;

  /** Whether the directory's latest word says something new. */
  isNews(principal: Principal): boolean {
    return JSON.stringify(this.principal(refKey(refOf(principal)))) !== JSON.stringify(principal);
  }

  /** Writes it down, and puts it in force. */
  learn(principal: Principal): void {
    this.#store.principals.put(principal);
    this.#compile(refKey(refOf(principal)), principal);
  }

  /** It has no right any more, whatever remains of its sessions. */
  revoke(ref: string): void {
    const principal = this.principal(ref);
    if (principal !== null) this.#known.get().set(ref, { principal, rights: NO_RIGHTS });
  }

  /** Principals without a session are not known any more, but for those that are `live` without a row. */
  forgetUnused(live: readonly string[]): void {
    this.#store.principals.removeUnused(live);
    this.#known.drop();
  }
}

/** Grows when what it logs in with changes. */
export const secretOf = (principal: Principal): number =>
  principal.kind === "api-key" ? 0 : principal.secretVersion;
