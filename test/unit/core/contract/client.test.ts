import { describe, expect, test } from "vitest";
import { claimOf } from "../../../../broker/contract/client.ts";

const KEY = `sw${"aB3".repeat(13)}x`;
const DEVICE = "0f000000-0000-4000-8000-000000000003";
const ACCOUNT = "0f000000-0000-4000-8000-000000000001";

const claim = (clientId: string, username: string | null = null, password: string | null = null) =>
  claimOf({ clientId, username, password });

describe("CONNECT claims", () => {
  test("an API key in the client id, alone or with a suffix", () => {
    const expected = { kind: "api-key", key: KEY, view: "account" };
    expect(claim(`${KEY}__phone`)).toEqual(expected);
    expect(claim(`${KEY}__phone`, KEY, KEY)).toEqual(expected);
    expect(claim(`${KEY}__phone`, "me")).toBeNull();
  });

  test("an API key as password, with any client id and user name", () => {
    const expected = { kind: "api-key", key: KEY, view: "root" };
    for (const username of [null, "", "me", `${DEVICE}:me`]) {
      expect(claim("mqttjs_1", username, KEY)).toEqual(expected);
    }
    expect(claim("", null, KEY)).toEqual(expected);
    expect(claim("c", "me", `${KEY}x`)).toMatchObject({ kind: "credential" });
    expect(claim("c", null, `${KEY}x`)).toBeNull();
  });

  test("no login where the fields are empty", () => {
    expect(claim(`${KEY}__x`, "", "")).toEqual({ kind: "api-key", key: KEY, view: "account" });
    for (const [username, password] of [
      ["", ""],
      ["me", ""],
      ["", "secret"],
    ]) {
      expect(claim("c", username, password)).toBeNull();
    }
  });

  test("a credential, or a device with one, with or without the account", () => {
    expect(claim("c", "me", "secret")).toEqual({ kind: "credential", username: "me", password: "secret" });
    expect(claim("c", `${ACCOUNT}/me`, "secret")).toMatchObject({ username: "me" });
    expect(claim("c", `${DEVICE}:me`, "secret")).toEqual({
      kind: "device",
      deviceId: DEVICE,
      username: "me",
      password: "secret",
    });
    expect(claim("c", "nobody:me", "secret")).toBeNull();
  });
});
