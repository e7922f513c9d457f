/**
 * The login state. loading → anonymous | authenticated (start); anonymous → authenticated (signIn); authenticated →
 * authenticated (mergeUser); authenticated → anonymous (signOut); and changes by other tabs.
 */

import type { User } from "../../../worker/contract/account.ts";
import { localStore } from "../lib/safe-storage.ts";
import { createStore, useStore } from "../lib/store.ts";
import {
  readSession,
  removeSession,
  type SignedIn,
  TOKEN_KEY,
  USER_KEY,
  writeSession,
} from "./stored-session.ts";

export type PageSession =
  | { status: "loading" }
  | { status: "anonymous" }
  | ({ status: "authenticated" } & SignedIn);

export const session = createStore<PageSession>({ status: "loading" });
export const useSession = (): PageSession => useStore(session);

const fromStorage = (): PageSession => {
  const stored = readSession(localStore);
  return stored ? { status: "authenticated", ...stored } : { status: "anonymous" };
};

const sameSession = (a: PageSession, b: PageSession): boolean => JSON.stringify(a) === JSON.stringify(b);

/** Reads the stored session and follows other tabs. Returns the function that stops it. */
export function startSession(): () => void {
  session.set(fromStorage());
  const follow = (event: StorageEvent) => {
    if (event.key !== null && event.key !== TOKEN_KEY && event.key !== USER_KEY) return;
    const next = fromStorage();
    // The other tab writes two keys one after the other; ignore the state in between.
    if (!sameSession(next, session.get())) session.set(next);
  };
  window.addEventListener("storage", follow);
  return () => window.removeEventListener("storage", follow);
}

/** Resolves when the login state is known. */
export function sessionLoaded(): Promise<PageSession> {
  const now = session.get();
  if (now.status !== "loading") return Promise.resolve(now);
  return new Promise((resolve) => {
    const stop = session.subscribe(() => {
      stop();
      resolve(session.get());
    });
  });
}

export function signIn(signedIn: SignedIn): void {
  writeSession(localStore, signedIn);
  session.set({ status: "authenticated", token: signedIn.token, user: signedIn.user });
}

let isEnding = false;

/** The user logs out: from now on a 401 does not mean that the session ended elsewhere. */
export function beginSignOut(): void {
  isEnding = true;
}

export const isSigningOut = (): boolean => isEnding;

export function signOut(): void {
  isEnding = false;
  removeSession(localStore);
  session.set({ status: "anonymous" });
}

export function mergeUser(fields: Partial<User>): void {
  const now = session.get();
  if (now.status === "authenticated") signIn({ token: now.token, user: { ...now.user, ...fields } });
}

const NOBODY: User = {
  id: "",
  first_name: "",
  last_name: "",
  email: "",
  email_verified: true,
  pending_email: null,
  suspended: null,
  time_zone: null,
  clock: "12",
};

/** The signed-in user, for guarded screens. */
export function useUser(): User {
  const now = useSession();
  // Guarded screens may render once more during a logout.
  return now.status === "authenticated" ? now.user : NOBODY;
}
