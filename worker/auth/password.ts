/** Passwords: scrypt, with its parameters in the hash, so that they can be raised without anybody noticing. */

import { Buffer } from "node:buffer";
import crypto, { randomBytes, timingSafeEqual } from "node:crypto";
import { unavailable } from "../errors.ts";
import { inTurn } from "./in-turn.ts";

interface Cost {
  N: number;
  r: number;
  p: number;
}

const COST: Cost = { N: 2 ** 14, r: 8, p: 5 };
const KEY_BYTES = 32;
const SALT_BYTES = 16;
/** scrypt needs 128·N·r bytes, 16 MiB. */
const MAX_MEMORY = 64 * 1024 * 1024;

/** `scrypt$N$r$p$salt$key`, the last two in base64url. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  const key = await derive(password, salt, COST);
  return ["scrypt", COST.N, COST.r, COST.p, salt.toString("base64url"), key.toString("base64url")].join("$");
}

/** `stale`: right, but hashed under other parameters than today's. */
export async function verifyPassword(
  password: string,
  stored: string,
): Promise<{ right: boolean; stale: boolean }> {
  const { cost, salt, key } = parse(stored);
  const right = timingSafeEqual(await derive(password, salt, cost), key);
  return { right, stale: right && (cost.N !== COST.N || cost.r !== COST.r || cost.p !== COST.p) };
}

/** Checked where there is no account, so that its absence takes as long as a wrong password. No password has it. */
export const NOBODY: string = [
  "scrypt",
  COST.N,
  COST.r,
  COST.p,
  "A".repeat(22),
  Buffer.alloc(KEY_BYTES).toString("base64url"),
].join("$");

function parse(stored: string): { cost: Cost; salt: Buffer; key: Buffer } {
  const [scheme, N, r, p, salt = "", key = ""] = stored.split("$");
  if (scheme !== "scrypt") throw new Error("A password hash of an unknown kind.");
  return {
    cost: { N: Number(N), r: Number(r), p: Number(p) },
    salt: Buffer.from(salt, "base64url"),
    key: Buffer.from(key, "base64url"),
  };
}

async function derive(password: string, salt: Buffer, cost: Cost): Promise<Buffer> {
  const hash = () =>
    new Promise<Buffer>((resolve, reject) => {
      crypto.scrypt(password, salt, KEY_BYTES, { ...cost, maxmem: MAX_MEMORY }, (error, key) =>
        error ? reject(error) : resolve(key),
      );
    });
  const key = await inTurn(hash);
  if (key === null) throw unavailable();
  return key;
}
