/**
 * A directory that need not be asked twice in a row about the same claim: a crowd that comes back with one key asks
 * once. Sound because every change of rights is announced here before it is made: from then until it is in force
 * nothing is remembered, and nothing from before it is used again. Claims are known by a digest with a key of its own,
 * so that no secret lies in memory for it.
 */

import { createHmac, randomBytes } from "node:crypto";
import type { Claim } from "../../contract/client.ts";
import type { Directory, Verdict } from "../../ports.ts";

/** Short, for a change whose announcement was lost altogether. Milliseconds. */
const MAX_AGE = 10_000;
const MAX_REMEMBERED = 4096;

interface Answer {
  /** Also while it is on its way. */
  verdict: Promise<Verdict>;
  /** Of the rights it was judged by, and when the login itself ends; known once the verdict is. */
  version: number;
  until: number;
  at: number;
  epoch: number;
}

/** What it needs of whoever follows changes of rights. */
interface Watch {
  /** Another one after each announcement, and when a change is in force. */
  readonly epoch: number;
  /** No change is announced that is not in force. */
  readonly settled: boolean;
  /** Of the rights in force. */
  readonly version: number;
}

export class RememberedDirectory {
  readonly #directory: Directory;
  readonly #watch: Watch;
  readonly #clock: () => number;
  readonly #key = randomBytes(32);
  #answers = new Map<string, Answer>();

  constructor(directory: Directory, watch: Watch, clock: () => number) {
    this.#directory = directory;
    this.#watch = watch;
    this.#clock = clock;
  }

  authenticate(userId: string, claim: Claim): Promise<Verdict> {
    if (!this.#watch.settled) return this.#directory.authenticate(userId, claim);
    const name = createHmac("sha256", this.#key).update(JSON.stringify(claim)).digest("base64");
    const now = this.#clock();
    const known = this.#answers.get(name);
    if (known !== undefined && this.#holds(known, now)) return known.verdict;
    const verdict = this.#directory.authenticate(userId, claim);
    this.#remember(name, { verdict, version: Infinity, until: Infinity, at: now, epoch: this.#watch.epoch });
    return verdict;
  }

  #holds({ version, until, at, epoch }: Answer, now: number): boolean {
    const { epoch: present, version: inForce } = this.#watch;
    return epoch === present && version >= inForce && now < until && now - at < MAX_AGE;
  }

  #remember(name: string, answer: Answer): void {
    if (this.#answers.size >= MAX_REMEMBERED) this.#answers.clear();
    this.#answers.set(name, answer);
    const forget = () => {
      if (this.#answers.get(name) === answer) this.#answers.delete(name);
    };
    answer.verdict.then((said) => {
      // only a yes is remembered: who was refused may be let in by the next row
      if (!said.accepted) return forget();
      answer.version = said.version;
      if (said.principal.kind === "device") answer.until = said.principal.until ?? Infinity;
    }, forget);
  }
}
