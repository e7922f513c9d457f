import { applyD1Migrations } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, test } from "vitest";
import type { ConnectPacket } from "../../../../broker/protocol/packet.ts";
import { accountOf } from "../../../../worker/gateway/account-of.ts";
import { REFUSALS } from "../../../../worker/gateway/refusal.ts";
import { lookupHash } from "../../../../worker/secrets/lookup.ts";
import { loadKeys, seal } from "../../../../worker/secrets/seal.ts";

const account = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, "0")}`;
const DEVICE = "d0000000-0000-4000-8000-000000000001";
const KEY = "key-of-the-first-account";
const UNKNOWN = { refused: REFUSALS.badCredentials };

const run = (sql: string, ...params: unknown[]) =>
  env.DB.prepare(sql)
    .bind(...params)
    .run();

async function credential(id: string, userId: string, username: string, password: string) {
  const place = { table: "credentials", column: "password_sealed", id, userId };
  const sealed = await seal(await loadKeys(env), password, place);
  await run(
    "INSERT INTO credentials (id, user_id, name, username, password_sealed, created_at) VALUES (?, ?, 'c', ?, ?, 0)",
    id,
    userId,
    username,
    sealed,
  );
}

beforeAll(async () => {
  await applyD1Migrations(env.DB, env.TEST_MIGRATIONS);
  for (let n = 1; n <= 9; n++) {
    await run(
      "INSERT INTO users (id, email, password_hash, created_at) VALUES (?, ?, 'h', 0)",
      account(n),
      `${n}@x.example`,
    );
    await credential(`crowd-${n}`, account(n), "crowd", `pw-${n}`);
    if (n <= 8) await credential(`eight-${n}`, account(n), "eight", n < 3 ? "shared" : `pw-${n}`);
  }
  await run(
    "INSERT INTO api_keys (id, user_id, key_hash, key_sealed, created_at) VALUES ('k', ?, ?, '', 0)",
    account(1),
    await lookupHash(env, KEY),
  );
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
  accountOf(env, {
    clientId,
    username,
    password: typeof password === "string" ? new TextEncoder().encode(password) : password,
  } as ConnectPacket);

describe("whose client is this", () => {
  test("an API key names its account, alone or repeated as user name", async () => {
    expect(await find(`${KEY}__1`)).toEqual({ userId: account(1) });
    expect(await find(`${KEY}__1`, KEY)).toEqual({ userId: account(1) });
    expect(await find("no-such-key__1")).toEqual(UNKNOWN);
  });

  test("a device id names its account; whether the password fits is asked there", async () => {
    expect(await find("c", `${DEVICE}:who`, "whatever")).toEqual({ userId: account(2) });
    expect(await find("c", `${DEVICE.toUpperCase()}:who`, "x")).toEqual({ userId: account(2) });
    expect(await find("c", `${account(7)}:who`, "x")).toEqual(UNKNOWN);
  });

  test("a user name with its account in front needs no search", async () => {
    expect(await find("c", `${account(9)}/crowd`, "pw-9")).toEqual({ userId: account(9) });
    expect(await find("c", `${account(9)}/${DEVICE}:crowd`, "pw-9")).toEqual({ userId: account(9) });
    expect(await find("c", `${account(99)}/crowd`, "pw-9")).toEqual(UNKNOWN);
  });

  test("a bare user name of eight accounts goes where exactly one password fits", async () => {
    expect(await find("c", "eight", "pw-8")).toEqual({ userId: account(8) });
    expect(await find("c", "eight", "shared")).toEqual(UNKNOWN);
    expect(await find("c", "eight", "wrong")).toEqual(UNKNOWN);
    expect(await find("c", "nobody", "pw-8")).toEqual(UNKNOWN);
  });

  test("a bare user name of nine accounts goes nowhere", async () => {
    expect(await find("c", "crowd", "pw-1")).toEqual(UNKNOWN);
  });

  test("a client that claims nothing is told so", async () => {
    expect(await find("c")).toEqual({ refused: REFUSALS.notAuthorized });
    expect(await find("c", "crowd")).toEqual({ refused: REFUSALS.notAuthorized });
  });

  test("a password that is no text fits nowhere", async () => {
    expect(await find("c", "eight", Uint8Array.of(0xff, 0xfe))).toEqual(UNKNOWN);
  });
});
