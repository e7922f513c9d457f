import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, test } from "vitest";
import type { ConnectPacket } from "../../../../broker/session/packet.ts";
import { findAccount } from "../../../../worker/gateway/account-lookup.ts";
import { GATEWAY_REFUSALS } from "../../../../worker/gateway/connect-refusal.ts";
import { lookupHash } from "../../../../worker/keys/keys.ts";
import { seal } from "../../../../worker/keys/seal.ts";
import { run } from "../api/client.ts";

const account = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, "0")}`;
const DEVICE = "d0000000-0000-4000-8000-000000000001";
const KEY = "key-of-the-first-account";
const UNKNOWN = { refused: GATEWAY_REFUSALS.badCredentials };
const REAL_KEY = `sw${"k".repeat(40)}`;

async function credential(id: string, userId: string, username: string, password: string, serverMade = 0) {
  const place = { table: "credentials", column: "password_sealed", id, userId };
  const sealed = await seal(env, password, place);
  await run(
    "INSERT INTO credentials (id, user_id, name, username, password_sealed, created_at, server_made) VALUES (?, ?, 'c', ?, ?, 0, ?)",
    id,
    userId,
    username,
    sealed,
    serverMade,
  );
}

const person = (n: number) =>
  run(
    `INSERT INTO users (id, email, password_hash, created_at)
     VALUES (?1, ?2, 'h', 0)`,
    account(n),
    `${n}@x.example`,
  );

beforeAll(async () => {
  for (let n = 1; n <= 9; n++) {
    await person(n);
    await credential(`crowd-${n}`, account(n), "crowd", `pw-${n}`);
    if (n <= 8) await credential(`eight-${n}`, account(n), "eight", n < 3 ? "shared" : `pw-${n}`);
  }
  await credential("taken", account(1), "abcdefghij", "pw-1");
  await credential("ours", account(2), "abcdefghij", "pw-2", 1);
  await credential("alone", account(3), "alone", "pw-3");
  for (const [id, key] of Object.entries({ k: KEY, real: REAL_KEY })) {
    await run(
      "INSERT INTO api_keys (id, user_id, key_hash, key_sealed, created_at) VALUES (?, ?, ?, '', 0)",
      id,
      account(1),
      lookupHash(env, key),
    );
  }
  await run(
    "INSERT INTO devices (id, user_id, name, created_at) VALUES (?, ?, 'Lamp', 0)",
    DEVICE,
    account(2),
  );
});

const find = (
  clientId: string,
  username: string | null = null,
  password: string | Uint8Array | null = null,
) =>
  findAccount(env, {
    clientId,
    username,
    password: typeof password === "string" ? new TextEncoder().encode(password) : password,
  } as ConnectPacket);

describe("the account of a client", () => {
  test("is found by an API key, alone or repeated as user name", async () => {
    expect(await find(`${KEY}__1`)).toEqual({ userId: account(1) });
    expect(await find(`${KEY}__1`, KEY)).toEqual({ userId: account(1) });
    expect(await find("no-such-key__1")).toEqual(UNKNOWN);
  });

  test("is found by a device id; the account checks the password", async () => {
    expect(await find("c", `${DEVICE}:who`, "whatever")).toEqual({ userId: account(2) });
    expect(await find("c", `${DEVICE.toUpperCase()}:who`, "x")).toEqual({ userId: account(2) });
    expect(await find("c", `${account(7)}:nobody`, "x")).toEqual(UNKNOWN);
  });

  test("is found by the credential where the device is gone, so that the account can say so", async () => {
    expect(await find("c", `${account(7)}:alone`, "pw-3")).toEqual({ userId: account(3) });
    expect(await find("c", `${account(7)}:alone`, "wrong")).toMatchObject({
      ...UNKNOWN,
      notices: [{ userId: account(3) }],
    });
  });

  test("learns of its user name without the password", async () => {
    for (const [username, owner] of [
      ["alone", 3],
      [`${account(3)}/alone`, 3],
      [`${DEVICE}:alone`, 3],
    ] as const) {
      expect(await find("c", username)).toMatchObject({
        refused: GATEWAY_REFUSALS.notAuthorized,
        notices: [
          {
            userId: account(owner),
            note: { clientName: username, words: "The user name came without its password." },
          },
        ],
      });
    }
    expect(await find("c", "nobody")).toEqual({ refused: GATEWAY_REFUSALS.notAuthorized });
  });

  test("is in the user name with an account", async () => {
    expect(await find("c", `${account(9)}/crowd`, "pw-9")).toEqual({ userId: account(9) });
    expect(await find("c", `${account(9)}/${DEVICE}:crowd`, "pw-9")).toEqual({ userId: account(9) });
    expect(await find("c", `${account(99)}/crowd`, "pw-9")).toEqual(UNKNOWN);
  });

  test("is the one whose password fits among eight accounts with the user name", async () => {
    expect(await find("c", "eight", "pw-8")).toEqual({ userId: account(8) });
    expect(await find("c", "eight", "wrong")).toEqual(UNKNOWN);
    expect(await find("c", "nobody", "pw-8")).toEqual(UNKNOWN);
  });

  test("is found by a generated name at once, whatever names others chose", async () => {
    expect(await find("c", "abcdefghij", "pw-2")).toEqual({ userId: account(2) });
    expect(await find("c", "abcdefghij", "wrong")).toEqual({ userId: account(2) });
    expect(await find("c", `${account(1)}/abcdefghij`, "pw-1")).toEqual({ userId: account(1) });
  });

  test("is found by an API key as password, with any other fields", async () => {
    for (const username of [null, "", "crowd", "abcdefghij", REAL_KEY, `${account(9)}/crowd`]) {
      expect(await find("c", username, REAL_KEY)).toEqual({ userId: account(1) });
    }
  });

  test("is not found by empty fields", async () => {
    expect(await find(`${KEY}__1`, "", "")).toEqual({ userId: account(1) });
    expect(await find("c", "", "")).toEqual({ refused: GATEWAY_REFUSALS.notAuthorized });
  });

  test("is not found without a login, with the reason", async () => {
    expect(await find("c")).toEqual({ refused: GATEWAY_REFUSALS.notAuthorized });
    expect(await find("c", "crowd")).toEqual({ refused: GATEWAY_REFUSALS.notAuthorized });
  });

  test("is not found by a password that is not text", async () => {
    expect(await find("c", "eight", Uint8Array.of(0xff, 0xfe))).toEqual(UNKNOWN);
  });
});

describe("a refused client is recorded in the account's own log", () => {
  /** The account, the reason and the remedy of each entry. */
  const notices = async (username: string, password: string, clientId = "c") => {
    const search = await find(clientId, username, password);
    if (!("refused" in search)) throw new Error(`It was let into ${search.userId}.`);
    expect(search.refused).toBe(GATEWAY_REFUSALS.badCredentials);
    return (search.notices ?? []).map(({ userId, note }) => {
      expect(note).toMatchObject({ clientId, clientName: username });
      const { kind, ...remedy } = note.remedy as { kind: string; credentialId: string };
      return [userId, note.words, kind, remedy.credentialId];
    });
  };

  test("for another account with the same name and password [T150]", async () => {
    const words = expect.stringContaining("the same user name with the same password");
    expect(await notices("eight", "shared")).toEqual([
      [account(1), words, "username", "eight-1"],
      [account(2), words, "username", "eight-2"],
    ]);
    expect(await notices("eight", "wrong")).toEqual([]);
  });

  test("for too many accounts with the name, of which the first 32 are checked [T150]", async () => {
    const words = expect.stringContaining("More than 8 accounts");
    expect(await notices("crowd", "pw-9")).toEqual([[account(9), words, "username", "crowd-9"]]);
    expect(await notices("crowd", "wrong")).toEqual([]);
    for (let n = 10; n <= 42; n++) {
      await person(n);
      await credential(`crowd-${n}`, account(n), "crowd", `pw-${n}`);
    }
    expect(await notices("crowd", "pw-32")).toEqual([[account(32), words, "username", "crowd-32"]]);
    expect(await notices("crowd", "pw-33")).toEqual([]);
  });

  test("for a wrong password, where one account alone has the name [T151]", async () => {
    const words = "The password does not match the credential with this user name.";
    expect(await notices("alone", "wrong")).toEqual([[account(3), words, "password", "alone"]]);
    expect(await notices("nobody", "wrong")).toEqual([]);
  });

  test("for an unknown key in place of the password [T151]", async () => {
    const key = `sw${"x".repeat(40)}`;
    const words = "The account has no such API key.";
    expect(await notices("alone", key)).toEqual([[account(3), words, "password", "alone"]]);
    expect(await notices("abcdefghij", key)).toEqual([[account(2), words, "password", "ours"]]);
    const named = `${account(9)}/crowd`;
    expect(await notices(named, key)).toEqual([[account(9), words, "password", "crowd-9"]]);
    for (const username of ["eight", "nobody", key]) expect(await notices(username, key)).toEqual([]);
  });

  test("for an expired earlier password, as distinct from a wrong one [T152]", async () => {
    const place = { table: "credentials", column: "earlier_sealed", id: "alone", userId: account(3) };
    const sealed = await seal(env, "pw-before", place);
    const until = (at: number) =>
      run(
        "UPDATE credentials SET earlier_sealed = ?, earlier_since = 0, earlier_until = ? WHERE id = 'alone'",
        sealed,
        at,
      );
    await until(Date.now() + 60_000);
    expect(await find("c", "alone", "pw-before")).toEqual({ userId: account(3) });
    expect(await find("c", "alone", "pw-3")).toEqual({ userId: account(3) });
    await until(Date.now() - 1);
    const words = expect.stringContaining("was rotated");
    expect(await notices("alone", "pw-before")).toEqual([[account(3), words, "password", "alone"]]);
  });
});
