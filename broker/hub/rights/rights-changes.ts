/** Follows changes of rights: announced, read, put in force. */

import type { Log } from "../../log.ts";
import type { Directory } from "../../ports.ts";
import { type PrincipalRef, refKey, refOf } from "../../routing/access.ts";
import type { Store } from "../../storage/store.ts";

/** How long after an announcement the change is read without being told. Milliseconds. */
const PATIENCE = 2000;
/** After so long without an answer to an announced change nothing passes any more. Milliseconds. */
const LAST_PATIENCE = 10_000;
/** How old the rights may grow while the object is awake. Milliseconds. */
const MAX_AGE = 60_000;

export type Review = Awaited<ReturnType<Directory["review"]>>;

export interface RightsDependencies {
  store: Store;
  directory: Directory;
  clock: () => number;
  log: Log;
  /** Puts these rights in force, and drops whoever has none. False when that failed. */
  follow: (refs: readonly PrincipalRef[], review: Review) => boolean;
}

export class RightsChanges {
  readonly #deps: RightsDependencies;
  #checkedAt: number;
  #announced = 0;
  #running: Promise<void> = Promise.resolve();
  #rereading: Promise<void> | null = null;
  /** Rights may be old, and nobody is there who remembers since when: nothing passes until they were read again. */
  held: boolean;
  /** Another one after each announcement, and when a change is in force. */
  epoch = 0;

  constructor(deps: RightsDependencies) {
    this.#deps = deps;
    this.#checkedAt = deps.clock();
    this.held = deps.store.meta.get("rightsStaleAt") !== 0;
  }

  /** No change is announced that is not in force. */
  get settled(): boolean {
    return this.#deps.store.meta.get("rightsStaleAt") === 0;
  }

  /** Of the rights in force. */
  get version(): number {
    return this.#deps.store.meta.get("rightsVersion");
  }

  announce(): void {
    this.epoch++;
    this.#announced++;
    this.#deps.store.meta.set("rightsStaleAt", this.#deps.clock());
  }

  /** When to read again unasked; null when there is no need. */
  get deadline(): number | null {
    const since = this.#deps.store.meta.get("rightsStaleAt");
    return since === 0 ? null : Math.max(since, this.#checkedAt) + PATIENCE;
  }

  /** An announced change was not followed by word that it is done. Never rejects. */
  async recover(): Promise<void> {
    const { store, clock, log } = this.#deps;
    try {
      await this.apply();
    } catch (error) {
      this.#checkedAt = clock();
      const since = store.meta.get("rightsStaleAt");
      if (since !== 0 && clock() - since > LAST_PATIENCE) this.held = true;
      log.warn("rights cannot be read", error);
    }
  }

  /**
   * Somebody was judged by rights older than those in force: a change overtook the answer, or the database went back to a
   * backup. Who comes meanwhile waits for the same read. Never rejects.
   */
  reread(): Promise<void> {
    this.#rereading ??= this.recover().finally(() => {
      this.#rereading = null;
    });
    return this.#rereading;
  }

  /** A change whose announcement was lost is seen here; costs one look at the version. Null when it is too soon. */
  checkSoon(now: number): Promise<void> | null {
    if (now - this.#checkedAt < MAX_AGE) return null;
    this.#checkedAt = now;
    return this.#check();
  }

  async #check(): Promise<void> {
    const { store, directory, log } = this.#deps;
    const { meta } = store;
    try {
      const { version } = await directory.review(meta.get("userId"), []);
      if (version !== meta.get("rightsVersion")) await this.apply();
    } catch (error) {
      log.warn("rights cannot be checked", error);
    }
  }

  /** Reads the rights of everyone with a session and puts them in force. One after the other. */
  apply(): Promise<void> {
    const run = this.#running.then(
      () => this.#apply(),
      () => this.#apply(),
    );
    this.#running = run;
    return run;
  }

  async #apply(): Promise<void> {
    const { store, directory, clock, follow } = this.#deps;
    for (;;) {
      const announced = this.#announced;
      const refs = store.principals.all().map(refOf);
      const review = await directory.review(store.meta.get("userId"), refs);
      const asked = new Set(refs.map(refKey));
      // Reads are made one after the other, and of a database that does not lie: a version below the one of an earlier
      // read means that it went back. Only a read that a change overtook may say so without being right.
      const floor = announced === this.#announced ? 0 : store.meta.get("rightsVersion");
      const version = Math.max(review.version, floor);
      if (!follow(refs, { ...review, version })) throw new Error("The new rights could not be put in force.");
      this.epoch++;
      this.#checkedAt = clock();
      // whoever came in between was let in by older rights, perhaps
      const missed = store.principals.all().some((each) => !asked.has(refKey(refOf(each))));
      if (missed) continue;
      // a change announced meanwhile is remembered here, with its deadline: only a forgotten one holds everybody
      this.held = false;
      if (announced === this.#announced) store.meta.set("rightsStaleAt", 0);
      return;
    }
  }
}
