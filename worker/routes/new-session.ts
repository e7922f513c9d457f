/** The beginning of a session, once a person has proven who they are. */

import { noteAccount } from "../account/account.ts";
import { addRightsLater } from "../account/change-rights.ts";
import type { Call } from "../api/call.ts";
import { browserName } from "../auth/browser-name.ts";
import { prove } from "../auth/failed-callers.ts";
import { becomeKnown } from "../auth/known-browser.ts";
import { noteChange } from "../auth/security-log.ts";
import type { LoginSession } from "../contract/sign-in.ts";
import { rememberBrowser } from "../db/known-browsers.ts";
import { markUsed, wasUsedFor } from "../db/passkeys.ts";
import { openSession, pruneSessions } from "../db/sessions.ts";
import type { UserRow } from "../db/users.ts";
import { digest } from "../keys/digest.ts";
import { newBearer } from "../keys/random.ts";
import { userOf } from "../present/user.ts";

type LoginCall = Call<"login"> | Call<"loginWithPasskey">;

export const browserOf = ({ request }: Pick<LoginCall, "request">): string =>
  browserName(request.headers.get("User-Agent"));

/** The first call of the session costs no search, also from an address with many failures. */
export function began({ concerns }: Pick<LoginCall, "concerns">, userId: string, token: string): void {
  concerns(userId);
  noteAccount(userId);
  prove(token);
}

const DISPLACED = {
  kind: "session_ended",
  detail: "The oldest session ended, because an account has at most 10",
} as const;

interface Proof {
  /** How somebody logged in: a sentence without its full stop. */
  detail: string;
  /** The passkey that it was, and the time of the challenge that it answered, which works once. */
  passkey?: { passkeyId: string; challengedAt: number };
  /** What else is written with it. */
  beside?: D1PreparedStatement[];
}

/** Returns null if the password has changed in the meantime, or the challenge was used before. */
export async function beginSession(
  call: LoginCall,
  user: UserRow,
  { detail, passkey, beside = [] }: Proof,
): Promise<LoginSession | null> {
  const { env, now } = call;
  const token = newBearer("session", user.id);
  const tokenHash = digest(token);
  const use = passkey && { ...passkey, tokenHash, now };
  const { opened } = await addRightsLater(call, user.id, {
    used: use ? [markUsed(env.DB, use)] : [],
    opened: openSession(env.DB, { tokenHash, now, browser: browserOf(call) }, user, use && wasUsedFor(use)),
    ...(await goesWith(call, user.id, { tokenHash, detail })),
    beside,
  });
  if (opened.meta.changes !== 1) return null;
  began(call, user.id, token);
  return { data: { token, user: userOf(user) } };
}

/** Directly after the new session, because the first row is written only with it. */
const goesWith = async (
  call: LoginCall,
  userId: string,
  { tokenHash, detail }: { tokenHash: string; detail: string },
) => ({
  noted: await noteChange(call, userId, { kind: "login", detail }),
  pruned: pruneSessions(call.env.DB, userId),
  displaced: await noteChange(call, userId, DISPLACED),
  known: rememberBrowser(call.env.DB, userId, tokenHash, becomeKnown(call)),
});
