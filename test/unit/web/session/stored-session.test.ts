import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { safeStorage } from "../../../../web/src/lib/safe-storage.ts";
import { readSession, removeSession, writeSession } from "../../../../web/src/session/stored-session.ts";
import { ADA as user } from "./ada.ts";

const forbidden = safeStorage(() => {
  throw new DOMException("The operation is insecure.", "SecurityError");
});

/** An own storage: the tests share the browser's. */
function memory(entries: Record<string, string> = {}) {
  const map = new Map(Object.entries(entries));
  const storage = {
    getItem: (key: string) => map.get(key) ?? null,
    setItem: (key: string, value: string) => void map.set(key, value),
    removeItem: (key: string) => void map.delete(key),
  } as Storage;
  return { map, storage: safeStorage(() => storage) };
}

describe("the stored session", () => {
  it("is stored under two keys", () => {
    const { map, storage } = memory();
    expect(writeSession(storage, { token: "t", user })).toBe(true);
    expect([...map.keys()].sort()).toEqual(["auth_token", "user"]);
    expect(readSession(storage)).toEqual({ token: "t", user });
    removeSession(storage);
    expect(map.size).toBe(0);
  });

  it.each([
    ["nothing", {}],
    ["no user", { auth_token: "t" }],
    ["no token", { user: JSON.stringify(user) }],
    ["an empty token", { auth_token: "", user: JSON.stringify(user) }],
    ["half a user", { auth_token: "t", user: '{"id":"u1"' }],
    ["a user without an id", { auth_token: "t", user: '{"email":"a@b.c"}' }],
    ["null", { auth_token: "t", user: "null" }],
    ["a list", { auth_token: "t", user: "[]" }],
  ])("is absent with %s", (_what, entries: Record<string, string>) => {
    expect(readSession(memory(entries).storage)).toBeNull();
  });

  it("never throws on any content [F40]", () => {
    fc.assert(
      fc.property(fc.string(), fc.oneof(fc.string(), fc.json()), (auth_token, stored) => {
        expect(() => readSession(memory({ auth_token, user: stored }).storage)).not.toThrow();
      }),
    );
  });

  it("is absent without a storage, and reports that [F40]", () => {
    expect(readSession(forbidden)).toBeNull();
    expect(writeSession(forbidden, { token: "t", user })).toBe(false);
    expect(() => removeSession(forbidden)).not.toThrow();
  });
});
