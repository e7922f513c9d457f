/** Passkeys: what is accepted as one, what logs in with it, and when that ends; also `DELETE /v0/passkeys/{id}/`. */

import { describe, expect, onTestFinished, test, vi } from "vitest";
import { rawSignature } from "../../../../worker/keys/der.ts";
import {
  type Algorithm,
  coseKey,
  derSignature,
  newAuthenticator,
  type Quirks,
} from "../../../support/authenticator.ts";
import { PASSWORD } from "../../../support/golden/world.ts";
import { type Account, api, newAccount, run } from "./client.ts";
import { tokenFrom, verify } from "./emails.ts";

const ORIGIN = "http://api.test";
const MINUTE = 60_000;

const challenge = async (): Promise<string> => (await api("POST /v0/passkeys/challenge/")).body.challenge;

async function withPasskey(
  account?: Account,
  algorithm?: Algorithm,
  form: "register" | "attest" = "register",
) {
  const owner = account ?? (await newAccount());
  const authenticator = await newAuthenticator(ORIGIN, algorithm);
  const fields = await authenticator[form](await challenge());
  const made = await owner.call("POST /v0/passkeys/", { name: "Phone", password: PASSWORD, ...fields });
  expect(made.status, JSON.stringify(made.body)).toBe(201);
  const login = async (quirks: Quirks = {}) =>
    api("POST /v0/login/passkey/", await authenticator.login(await challenge(), quirks));
  return { owner, authenticator, id: made.body.id as string, login };
}

const general = (sentence: string) => ({ errors: { non_field_errors: [sentence] } });
const WRONG_LOGIN = "The login with this passkey failed. Try again, or use your password.";
const WRONG_PASSKEY = "This is no new passkey of this page. Make it again.";
const UNVERIFIED =
  "The passkey did not check who uses it. Turn on its PIN, fingerprint or face check, or use another device.";
const UNSUPPORTED =
  /^The key of this passkey is of a kind that is not verified here: use a device .* RS256 of 2048 to 4096 bits\.$/;

const kinds = async (owner: Account): Promise<string[]> =>
  (await owner.call("GET /v0/security/")).body.map(({ kind }: { kind: string }) => kind);

test("logs in without a password, is listed with its last use, and is gone after its deletion [T440]", async () => {
  const { owner, id, login } = await withPasskey();
  const { status, body } = await login();
  expect([status, body.data.user.email]).toEqual([200, owner.email]);
  const again = (line: string) => api(line, undefined, { token: body.data.token });
  const { body: listed } = await again("GET /v0/passkeys/");
  expect(listed).toEqual([
    { id, name: "Phone", created_at: expect.any(String), last_used_at: expect.any(String) },
  ]);
  expect((await owner.call(`DELETE /v0/passkeys/${id}/`)).status).toBe(204);
  expect((await login()).body).toEqual({
    errors: {
      non_field_errors: ["No account has this passkey. It may have been deleted: log in with your password."],
    },
  });
  expect((await again("GET /v0/passkeys/")).body).toEqual([]);
  expect(await kinds(owner)).toEqual(["passkey_deleted", "login", "passkey_created", "registered"]);
});

describe.each(["ES256", "EdDSA", "RS256"] as const)("a key of %s", (algorithm) => {
  test.each(["register", "attest"] as const)("is added (%s), and logs in", async (form) => {
    const { owner, authenticator, login } = await withPasskey(undefined, algorithm, form);
    expect((await login()).body.data.user.email).toBe(owner.email);
    const foreign = await (await newAuthenticator(ORIGIN, algorithm)).login(await challenge());
    const own = await authenticator.login(await challenge());
    const forged = { ...own, signature: foreign.signature };
    expect((await api("POST /v0/login/passkey/", forged)).body).toEqual(general(WRONG_LOGIN));
  });

  test("is read from the authenticator's data where the browser does not give it", async () => {
    const owner = await newAccount();
    const authenticator = await newAuthenticator(ORIGIN, algorithm);
    const { public_key: _, ...fields } = await authenticator.register(await challenge());
    const made = await owner.call("POST /v0/passkeys/", { name: "P", password: PASSWORD, ...fields });
    expect(made.status, JSON.stringify(made.body)).toBe(201);
    const login = await api("POST /v0/login/passkey/", await authenticator.login(await challenge()));
    expect(login.status).toBe(200);
  });
});

const WRONG: [string, Quirks, string?][] = [
  ["another page's origin", { origin: "https://api.test.example.org" }],
  ["an origin that is no URL", { origin: "api.test" }],
  ["another site", { site: "example.org" }],
  ["a frame of another page", { crossOrigin: true }],
  ["nobody present", { flags: 0x44 }, UNVERIFIED],
  ["a person who did not prove who they are", { flags: 0x41 }, UNVERIFIED],
  ["the other type", { type: "webauthn.other" }],
];

describe("what does not come from a person at our page [T440]", () => {
  test.each(WRONG)("a login with %s is refused, and noted", async (_, quirks, sentence = WRONG_LOGIN) => {
    const { owner, login } = await withPasskey();
    const { status, body } = await login(quirks);
    expect([status, body]).toEqual([400, general(sentence)]);
    expect(await kinds(owner)).toContain("login_failed");
  });

  test.each(WRONG)("a new passkey with %s is refused", async (_, quirks, sentence = WRONG_PASSKEY) => {
    const owner = await newAccount();
    const authenticator = await newAuthenticator(ORIGIN);
    const fields = await authenticator.register(await challenge(), quirks);
    const { status, body } = await owner.call("POST /v0/passkeys/", {
      name: "P",
      password: PASSWORD,
      ...fields,
    });
    expect([status, body]).toEqual([400, general(sentence)]);
    expect((await owner.call("GET /v0/passkeys/")).body).toEqual([]);
  });

  test("a made-up, old or used challenge, a foreign signature and broken bytes are refused [T441]", async () => {
    const { authenticator } = await withPasskey();
    const send = (body: object) => api("POST /v0/login/passkey/", body);
    const used = await authenticator.login(await challenge());
    expect((await send(used)).status).toBe(200);
    expect((await send(used)).status).toBe(400);
    const old = await authenticator.login(await challenge());
    const foreign = await (await newAuthenticator(ORIGIN)).login(await challenge());
    const fresh = await authenticator.login(await challenge());
    const refused: object[] = [
      await authenticator.login("made.up.challenge"),
      await authenticator.login(""),
      { ...fresh, signature: foreign.signature },
      { ...fresh, signature: "AAAA" },
      { ...fresh, client_data: "AAAA" },
      { ...fresh, client_data: Buffer.from("null").toString("base64url") },
      { ...fresh, authenticator_data: "AAAA" },
      { ...foreign, credential_id: authenticator.credentialId },
      foreign,
    ];
    for (const body of refused) expect((await send(body)).status, JSON.stringify(body)).toBe(400);
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 6 * MINUTE });
    onTestFinished(() => void vi.useRealTimers());
    expect((await send(old)).body).toEqual(
      general("More than five minutes passed since the browser was asked. Try again."),
    );
  });

  test("a key of another kind, and one that no browser writes, are two answers", async () => {
    const owner = await newAccount();
    const coordinate = new Uint8Array(32).fill(1);
    const refused = async (cose: number[]) => {
      const fields = await (await newAuthenticator(ORIGIN)).attest(await challenge(), { cose });
      const body = { name: "P", password: PASSWORD, ...fields };
      return (await owner.call("POST /v0/passkeys/", body)).body.errors.non_field_errors[0];
    };
    expect(
      await refused(
        coseKey([
          [1, 2],
          [3, -35],
          [-1, 2],
          [-2, coordinate],
        ]),
      ),
    ).toMatch(UNSUPPORTED);
    expect(
      await refused(
        coseKey([
          [1, 2],
          [3, -7],
          [-1, 3],
          [-2, coordinate],
        ]),
      ),
    ).toMatch(UNSUPPORTED);
    expect(await refused([0xa0])).toBe(WRONG_PASSKEY);
    expect((await owner.call("GET /v0/passkeys/")).body).toEqual([]);
  });

  test("fields that are missing, too long or no base64url are named", async () => {
    const { body } = await api("POST /v0/login/passkey/", {
      credential_id: "a=",
      client_data: "x".repeat(5000),
    });
    expect(Object.keys(body.errors)).toEqual([
      "credential_id",
      "client_data",
      "authenticator_data",
      "signature",
    ]);
    expect(body.errors.credential_id).toEqual(["Enter base64url without padding."]);
  });
});

describe("a new passkey", () => {
  test("needs the password, is no key that another account has, and is one of ten [T442]", async () => {
    const { authenticator } = await withPasskey();
    const owner = await newAccount();
    const add = async (body: object) =>
      owner.call("POST /v0/passkeys/", { name: "P", password: PASSWORD, ...body });
    const fields = async () => (await newAuthenticator(ORIGIN)).register(await challenge());
    expect((await add({ ...(await fields()), password: "wrong" })).body).toEqual({
      errors: { password: ["This password is wrong."] },
    });
    expect((await add(await authenticator.register(await challenge()))).body).toEqual(
      general("This passkey exists already. Make another one."),
    );
    expect((await add({ ...(await fields()), public_key: "AAAA" })).status).toBe(400);
    expect((await add({ ...(await fields()), credential_id: "AAAA" })).status).toBe(400);
    expect((await add(await fields())).status).toBe(201);
    for (let n = 1; n < 10; n++) {
      await run(
        "INSERT INTO passkeys (id, user_id, name, credential_id, public_key, created_at) VALUES (?1, ?2, 'P', ?1, '', 0)",
        crypto.randomUUID(),
        owner.id,
      );
    }
    expect((await add(await fields())).body).toEqual(
      general("There are 10 passkeys, which is the maximum. Delete one first."),
    );
    expect((await owner.call("GET /v0/passkeys/")).body).toHaveLength(10);
  });

  test("ends with a reset, and with a new password where that ends the tokens; else it stays [T442]", async () => {
    const { owner, login } = await withPasskey();
    const next = "Another-horse-8";
    await owner.call("POST /v0/users/password/", { password: PASSWORD, new_password: next });
    expect((await login()).status).toBe(200);
    const change = { password: next, new_password: PASSWORD, delete_tokens: true };
    expect((await owner.call("POST /v0/users/password/", change)).status).toBe(200);
    expect((await login()).status).toBe(400);
    const again = await withPasskey(owner);
    await verify(owner.email);
    await api("POST /v0/forgot-password/", { email: owner.email });
    const token = await tokenFrom(owner.email, "reset");
    expect((await api("POST /v0/reset-password/", { token, password: next })).status).toBe(200);
    expect((await again.login()).status).toBe(400);
  });
});

test("signatures are read whatever the length of their numbers", () => {
  const number = (...digits: number[]) => {
    const bytes = new Uint8Array(32);
    bytes.set(digits, 32 - digits.length);
    return [...bytes];
  };
  const long = Array.from({ length: 32 }, (_, n) => 255 - n);
  for (const [r, s] of [
    [number(1), number(200, 3)],
    [number(0), long],
    [long, number(127)],
    [long, long],
  ] as const) {
    const raw = Uint8Array.from([...r, ...s]);
    expect(rawSignature(derSignature(raw))).toEqual(raw);
    const der = derSignature(raw);
    for (let length = 0; length < der.length; length++)
      expect(rawSignature(der.subarray(0, length))).toBeNull();
    expect(rawSignature(Uint8Array.from([...der, 0]))).toBeNull();
  }
});
