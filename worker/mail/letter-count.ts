/**
 * Counts e-mails to one address and of one account, each purpose for itself: a stranger can ask for a reset of any
 * address, and must not use up the e-mails that only its owner can cause, such as the one that restores the account.
 */

import { type Counted, count, type ThrottleEnv } from "../throttle/check.ts";
import type { Email } from "./emails.ts";

export interface CountedLetter {
  kind: Exclude<Email["kind"], "notice">;
  email: string;
  /** The account that causes it; omitted when no session is involved. */
  account?: string;
}

/** Counts all of them or none. */
export const countLetters = (env: ThrottleEnv, letters: readonly CountedLetter[]): Promise<Counted> =>
  count(
    env,
    "letter",
    letters.map(({ kind, ...facts }) => ({ ...facts, purpose: kind })),
  );

/** Notices of watches and their tests. They go to the account's own address. */
export const countNotice = (env: ThrottleEnv, account: string): Promise<Counted> =>
  count(env, "notice-letter", [{ account }]);
