/** The principals of sessions, with compiled rights. */

import { type AsksOwner, rulingOf } from "../../contract/asking.ts";
import { putNewest } from "../../contract/bounded.ts";
import {
  type CommandedOn,
  hasPatterns,
  type Principal,
  type Rights,
  refKey,
  refOf,
  rightsOf,
} from "../../routing/access.ts";
import type { Held } from "../../storage/sql.ts";
import type { BrokerStore } from "../../storage/store.ts";
import { clientIdOf } from "../session-key.ts";

const NO_RIGHTS: Rights = {
  mayPublish: () => false,
  mayRead: () => false,
  maySubscribe: () => false,
  root: "",
};

export interface Owner {
  readonly ref: string;
  /** The session key, which contains the client identifier. */
  readonly key: string;
}

interface InForce {
  principal: Principal;
  rights: (key: string) => Rights;
}

/** Compiled rights per principal whose grants contain %c. Beyond this the oldest are compiled again. */
const MAX_REMEMBERED = 1000;

function compiled(
  userId: string,
  principal: Principal,
  { commandedOn, asksFirst }: Pick<RightsInForce, "commandedOn" | "asksFirst">,
): InForce["rights"] {
  if (!hasPatterns(principal)) {
    const rights = rightsOf(userId, principal, "", commandedOn, asksFirst);
    return () => rights;
  }
  const byKey = new Map<string, Rights>();
  return (key) => {
    const known = byKey.get(key);
    if (known !== undefined) return known;
    const rights = rightsOf(userId, principal, clientIdOf(key));
    putNewest(byKey, key, rights, MAX_REMEMBERED);
    return rights;
  };
}

export class RightsInForce {
  readonly #store: BrokerStore;
  readonly #known: Held<Map<string, InForce>>;

  constructor(store: BrokerStore) {
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
    const inForce = {
      principal,
      rights: compiled(this.#store.meta.get("userId"), principal, this),
    };
    this.#known.get().set(ref, inForce);
    return inForce;
  }

  /** Looked up for each new topic of a token: adopting a device changes no principal. */
  commandedOn: CommandedOn = (topic) =>
    this.#store.rightsCopy.commandedOn(this.#store.meta.get("userId"), topic);
  /** The same: a message of MQTT cannot wait for a person. */
  asksFirst: AsksOwner = (deviceId, caller) => {
    const askFirst = this.#store.rightsCopy.askFirstOf(deviceId);
    return askFirst !== null && rulingOf("MQTT PUBLISH to the control topic", caller, askFirst) !== "goes";
  };
  principal = (ref: string): Principal | null => this.#of(ref)?.principal ?? null;
  rights = ({ ref, key }: Owner): Rights => this.#of(ref)?.rights(key) ?? NO_RIGHTS;

  /** Whether a token or a link is over. Its offline session may be left, with a will. */
  hasExpired({ ref }: Pick<Owner, "ref">, now: number): boolean {
    const principal = this.principal(ref);
    return principal !== null && "until" in principal && (principal.until ?? Infinity) <= now;
  }

  isNews(principal: Principal): boolean {
    return textOf(this.principal(refKey(refOf(principal)))) !== textOf(principal);
  }

  store(principal: Principal): void {
    this.#store.principals.put(principal);
    this.#compile(refKey(refOf(principal)), principal);
  }

  revoke(ref: string): void {
    const principal = this.principal(ref);
    if (principal !== null) this.#known.get().set(ref, { principal, rights: () => NO_RIGHTS });
  }

  /** Forgets principals without a session, except those that are `live` without a row. */
  forgetUnused(live: readonly string[]): void {
    for (const ref of this.#store.principals.unused(live)) this.forget(ref);
  }

  forget(ref: string): void {
    this.#store.principals.remove(ref);
    this.#known.get().delete(ref);
  }
}

export const secretOf = (principal: Principal): number =>
  principal.kind === "api-key" || principal.kind === "token" ? 0 : principal.secretVersion;

/** Stable text of a principal: a row has its keys in another order than the directory. */
const textOf = (principal: Principal | null): string =>
  JSON.stringify(principal, (_, value: unknown) =>
    typeof value === "object" && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort())
      : value,
  );
