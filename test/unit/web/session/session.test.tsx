import { afterEach, describe, expect, it } from "vitest";
import {
  mergeUser,
  session,
  sessionLoaded,
  signIn,
  signOut,
  startSession,
} from "../../../../web/src/session/session.ts";
import { ADA as user } from "./ada.ts";

let stop: (() => void) | undefined;

afterEach(() => {
  stop?.();
  localStorage.clear();
  session.set({ status: "loading" });
});

/** The storage event of another tab's write. */
function elsewhere(key: string | null, write: () => void): void {
  write();
  window.dispatchEvent(new StorageEvent("storage", { key }));
}

describe("the session", () => {
  it("is awaited until it is known", async () => {
    const known = sessionLoaded();
    stop = startSession();
    expect(await known).toEqual({ status: "anonymous" });
  });

  it("survives a reload", () => {
    signIn({ token: "t", user });
    session.set({ status: "loading" });
    stop = startSession();
    expect(session.get()).toEqual({ status: "authenticated", token: "t", user });
  });

  it("updates some fields of the user and keeps the others", () => {
    signIn({ token: "t", user });
    mergeUser({ first_name: "Augusta" });
    expect(JSON.parse(localStorage.getItem("user") ?? "")).toEqual({ ...user, first_name: "Augusta" });
    signOut();
    mergeUser({ first_name: "Nobody" });
    expect(session.get()).toEqual({ status: "anonymous" });
  });

  it("begins and ends with the other tabs", () => {
    signIn({ token: "t", user });
    stop = startSession();
    elsewhere("auth_token", () => localStorage.removeItem("auth_token"));
    expect(session.get().status).toBe("anonymous");
    elsewhere("auth_token", () => localStorage.setItem("auth_token", "t2"));
    expect(session.get()).toMatchObject({ status: "authenticated", token: "t2" });
    elsewhere(null, () => localStorage.clear());
    expect(session.get().status).toBe("anonymous");
  });

  it("ignores other stored entries", () => {
    stop = startSession();
    const before = session.get();
    elsewhere("theme", () => localStorage.setItem("theme", "dark"));
    expect(session.get()).toBe(before);
  });
});
