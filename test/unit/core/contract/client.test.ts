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

  test.each([
    "?SDK=CPPv2&Version=1.33.0",
    "?x-amz-customauthorizer-name=house&SDK=NodeJSv2&Version=1.27.0",
    "?a=1&b=&SDK=",
  ])("the name before %s, which SDKs of AWS append, of every kind of login", (sdk) => {
    expect(claim("c", `lamp${sdk}`, "secret")).toEqual(claim("c", "lamp", "secret"));
    expect(claim("c", `${ACCOUNT}/lamp${sdk}`, "secret")).toEqual(claim("c", `${ACCOUNT}/lamp`, "secret"));
    expect(claim("c", `${DEVICE}:me${sdk}`, "secret")).toEqual(claim("c", `${DEVICE}:me`, "secret"));
    expect(claim(KEY, `${KEY}${sdk}`)).toEqual(claim(KEY, KEY));
    expect(claim(KEY, sdk)).toEqual(claim(KEY));
    expect(claim("c", sdk, "secret")).toBeNull();
    // other question marks are part of a name
    for (const name of ["lamp?x", "lamp?x&SDK=1", "lamp?mySDK=1", "lamp&SDK=1"])
      expect(claim("c", name, "secret")).toMatchObject({ username: name });
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
