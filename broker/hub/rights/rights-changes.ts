/** Follows changes of rights: announced, read, put in force. */

import { putNewest } from "../../contract/bounded.ts";
import type { AccountRights, Directory, LoginWithSecret, TokenLogin } from "../../ports.ts";
import type { Principal, PrincipalRef } from "../../routing/access.ts";
import { changedIds, type RightsDifference } from "../../storage/rights-copy.ts";
import { type CommonDependencies, HubModule } from "../module.ts";
import { principalOf } from "./authenticator.ts";
import { sessionPrincipal, tokenPrincipal } from "./token-principal.ts";

// Maps the rights that were read to the principals with sessions.

/** In the order of `refs`; null for a principal that is gone, or has not begun. */
export function review(
  refs: readonly PrincipalRef[],
  { logins, devices, sessions = [] }: AccountRights,
  now: number,
): (Principal | null)[] {
  const keys = new Set(logins.flatMap(({ kind, id }) => (kind === "api-key" ? [id] : [])));
  const rows = new Map(
    logins.flatMap((row): [string, LoginWithSecret][] =>
      row.kind === "api-key" || row.kind === "token" ? [] : [[row.id, row]],
    ),
  );
  const tokens = new Map(
    logins.flatMap((row): [string, TokenLogin][] => (row.kind === "token" ? [[row.id, row]] : [])),
  );
  const deviceOf = new Map(devices.map((device) => [device.deviceId, device]));
  return refs.map((ref) => {
    if (ref.kind === "api-key") return keys.has(ref.keyId) ? ref : null;
    if (ref.kind === "token") {
      const token = tokens.get(ref.tokenId);
      if (token !== undefined) return (token.from ?? 0) <= now ? tokenPrincipal(token) : null;
      const session = sessions.find(({ digest }) => digest === ref.tokenId);
      return session === undefined ? null : sessionPrincipal(session);
    }
    const row = rows.get(ref.credentialId);
    if (row === undefined) return null;
    if (ref.kind === "credential")
      return principalOf(row, null, row.kind === "credential" ? row.view : "account");
    const device = deviceOf.get(ref.deviceId);
    return device === undefined ? null : principalOf(row, device, ref.view);
  });
}

/** How long after an announcement the rights are read again without another one. Milliseconds. */
const PATIENCE = 2000;
/** After this long without rights, nothing is served any more. Milliseconds. */
const LAST_PATIENCE = 10_000;
/** While the object is awake, the version of the rights is compared with the database's this often. Milliseconds. */
export const MAX_AGE_MS = 60_000;

/**
 * The rights that were read, and the principals whose login or device differs from the copy, as they will be: null for a
 * deleted login. Other principals cannot have changed, so the cost follows the change.
 */
export interface Review {
  rights: AccountRights;
  difference: RightsDifference;
  refs: readonly PrincipalRef[];
  principals: readonly (Principal | null)[];
}

export interface RightsDependencies
  extends Pick<CommonDependencies, "store" | "clock" | "log" | "waitUntil"> {
  directory: Pick<Directory, "read" | "version">;
  /** Puts these rights in force, and ends sessions without any. Returns false on failure. */
  follow: (review: Review) => boolean;
}

/** The database is asked about a name at most once in this time. Milliseconds. */
const ASK_INTERVAL = 10_000;
const MAX_NAMES = 4096;

/** Names that the database was asked about: a client that retries an unknown name causes no query each time. */
class AskedNames {
  readonly #at = new Map<string, number>();

  forget(name: string): void {
    this.#at.delete(name);
  }

  /** After a clock was set back it may ask again. */
  mayAsk(name: string, now: number): boolean {
    const last = this.#at.get(name);
    if (last !== undefined && Math.abs(now - last) < ASK_INTERVAL) return false;
    putNewest(this.#at, name, now, MAX_NAMES);
    return true;
  }
}

export class RightsChanges extends HubModule<RightsDependencies> {
  /** When the version was last compared, or the rights were last read. Milliseconds since 1970. */
  checkedAt = this.deps.clock();
  #announced = 0;
  #running: Promise<void> = Promise.resolve();
  #next: Promise<void> | null = null;
  #rereading: Promise<boolean> | null = null;
  /** The rights may be old since an unknown time: nothing is served until they were read. */
  held = this.deps.store.meta.get("rightsStaleAt") !== 0;
  /** Incremented when rights are put in force: an authentication meanwhile is repeated. */
  epoch = 0;
  readonly #asked = new AskedNames();

  announce(): void {
    this.#announced++;
    this.deps.store.meta.set("rightsStaleAt", this.deps.clock());
  }

  /** When to read again without an announcement; null when there is no need. */
  get deadline(): number | null {
    const since = this.deps.store.meta.get("rightsStaleAt");
    return since === 0 ? null : Math.max(since, this.checkedAt) + PATIENCE;
  }

  /**
   * Reads the rights after an announcement without a confirmation. Returns false when they cannot be read; never
   * rejects.
   */
  async recover(): Promise<boolean> {
    const { store, clock, log } = this.deps;
    try {
      await this.apply();
      return true;
    } catch (error) {
      this.checkedAt = clock();
      const since = store.meta.get("rightsStaleAt");
      if (since !== 0 && clock() - since > LAST_PATIENCE) this.held = true;
      log.warn("rights cannot be read", error);
      return false;
    }
  }

  /** Reads the rights again after a row of them could not be read: an earlier release wrote it. */
  mend(): void {
    const { store, waitUntil } = this.deps;
    store.unreadable.isMet = false;
    store.meta.set("rightsVersion", -1);
    waitUntil(this.reread());
  }

  /** Reads the rights without an announced change. Concurrent calls share one read. Returns false on failure. */
  reread(): Promise<boolean> {
    this.#rereading ??= this.recover().finally(() => {
      this.#rereading = null;
    });
    return this.#rereading;
  }

  /**
   * The copy rejects a login that the database may accept: an unknown name, or another secret. `known`: the database
   * was asked a moment ago, or has the same version.
   */
  async askAbout(name: string, isUnknown: boolean): Promise<"read" | "known" | "failed"> {
    if (!this.#asked.mayAsk(name, this.deps.clock())) {
      // the answer may be on its way
      if (this.#rereading === null) return "known";
      return (await this.#rereading) ? "read" : "failed";
    }
    if (!isUnknown && (await this.#isCurrent())) return "known";
    if (await this.reread()) return "read";
    this.#asked.forget(name);
    return "failed";
  }

  /** Changes made without the API raise the version, too. An unreadable version counts as unchanged. */
  async #isCurrent(): Promise<boolean> {
    const { store, directory, log } = this.deps;
    try {
      return (await directory.version(store.meta.get("userId"))) === store.meta.get("rightsVersion");
    } catch (error) {
      log.warn("rights cannot be checked", error);
      return true;
    }
  }

  /** Compares the version, at most every `MAX_AGE_MS`: a change whose announcement was lost is noticed here. */
  async check(now: number): Promise<void> {
    this.checkedAt = now;
    if (!(await this.#isCurrent())) await this.recover();
  }

  /** Reads the rights and puts them in force, one read after the other. Calls before the next one begins share it. */
  apply(): Promise<void> {
    this.#next ??= this.#afterThePresentOne();
    return this.#next;
  }

  #afterThePresentOne(): Promise<void> {
    const begin = () => {
      this.#next = null;
      return this.#apply();
    };
    this.#running = this.#running.then(begin, begin);
    return this.#running;
  }

  async #apply(): Promise<void> {
    const { store, directory, clock, follow } = this.deps;
    const announced = this.#announced;
    const read = await directory.read(store.meta.get("userId"));
    // Reads are sequential: a lower version than before means that the database was restored. Only a read during a
    // change may be lower without being right.
    const floor = announced === this.#announced ? 0 : store.meta.get("rightsVersion");
    const rights = { ...read, version: Math.max(read.version, floor) };
    const { meta, principals, rightsCopy } = store;
    const difference = rightsCopy.difference(rights);
    // without a version the principals may not match the copy: an earlier change was put in force by half
    const refs = meta.get("rightsVersion") < 0 ? principals.all() : principals.of(changedIds(difference));
    if (!follow({ rights, difference, refs, principals: review(refs, rights, clock()) })) {
      throw new Error("The new rights could not be put in force.");
    }
    this.epoch++;
    this.checkedAt = clock();
    // a change announced meanwhile has its own deadline: only a forgotten one blocks the account
    this.held = false;
    if (announced === this.#announced) store.meta.set("rightsStaleAt", 0);
  }
}
