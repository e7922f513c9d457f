/** The principals behind the sessions, with their rights compiled once. */

import { type Principal, type Rights, refKey, refOf, rightsOf } from "../routing/access.ts";
import type { Store } from "../storage/store.ts";

/** Of a principal that is not known any more. */
const NO_RIGHTS: Rights = { mayPublish: () => false, mayRead: () => false, maySubscribe: () => false };

interface Person {
  principal: Principal;
  rights: Rights;
}

export class People {
  #store: Store;
  #known = new Map<string, Person | null>();

  constructor(store: Store) {
    this.#store = store;
  }

  #person(ref: string): Person | null {
    const known = this.#known.get(ref);
    if (known !== undefined) return known;
    const principal = this.#store.principals.get(ref);
    return principal === null ? null : this.#compile(ref, principal);
  }

  #compile(ref: string, principal: Principal): Person {
    const person = { principal, rights: rightsOf(this.#store.meta.get("userId"), principal) };
    this.#known.set(ref, person);
    return person;
  }

  principal = (ref: string): Principal | null => this.#person(ref)?.principal ?? null;
  rights = (ref: string): Rights => this.#person(ref)?.rights ?? NO_RIGHTS;

  /** The directory's latest word. True when it says something new. */
  learn(principal: Principal): boolean {
    const ref = refKey(refOf(principal));
    if (JSON.stringify(this.principal(ref)) === JSON.stringify(principal)) return false;
    this.#store.principals.put(principal);
    this.#compile(ref, principal);
    return true;
  }

  /** After a transaction was rolled back, or principals went. */
  forget(): void {
    this.#known.clear();
  }
}

/** Grows when what it logs in with changes. */
export const secretOf = (principal: Principal): number =>
  principal.kind === "api-key" ? 0 : principal.secretVersion;
