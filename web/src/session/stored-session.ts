/**
 * The session in local storage, under two keys. Unreadable data counts as no session. The cached answers are stored
 * beside it and deleted with it.
 */

import type { User } from "../../../worker/contract/account.ts";
import { CHOICES_KEY, type SafeStorage } from "../lib/safe-storage.ts";

export const TOKEN_KEY = "auth_token";
export const USER_KEY = "user";
/** Written by `api/kept-answers.ts`. */
export const ANSWERS_KEY = "last_answers";

export interface SignedIn {
  token: string;
  user: User;
}

function parseUser(text: string | null): User | null {
  if (text === null) return null;
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== "object" || value === null) return null;
    const given = value as Partial<Record<keyof User, unknown>>;
    const { id, email, first_name, last_name, pending_email, time_zone } = given;
    if (typeof id !== "string" || id === "" || typeof email !== "string") return null;
    const name = (given: unknown): string => (typeof given === "string" ? given : "");
    return {
      id,
      email,
      first_name: name(first_name),
      last_name: name(last_name),
      email_verified: given.email_verified === true,
      pending_email: typeof pending_email === "string" ? pending_email : null,
      suspended: typeof given.suspended === "string" ? given.suspended : null,
      time_zone: typeof time_zone === "string" ? time_zone : null,
      clock: given.clock === "24" ? "24" : "12",
    };
  } catch {
    return null;
  }
}

export function readSession(storage: SafeStorage): SignedIn | null {
  const token = storage.read(TOKEN_KEY);
  const user = parseUser(storage.read(USER_KEY));
  return token && user ? { token, user } : null;
}

/** Returns false if storage failed: the session then ends with the page. */
export function writeSession(storage: SafeStorage, session: SignedIn): boolean {
  return storage.write(USER_KEY, JSON.stringify(session.user)) && storage.write(TOKEN_KEY, session.token);
}

export function removeSession(storage: SafeStorage): void {
  storage.remove(TOKEN_KEY);
  storage.remove(USER_KEY);
  storage.remove(ANSWERS_KEY);
  storage.remove(CHOICES_KEY);
}
