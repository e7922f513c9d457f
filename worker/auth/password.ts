/**
 * Password hashing: scrypt, with its parameters in the hash, so that they can be raised later. Instead of scrypt's
 * parallelism p, `rounds` rounds run one after the other, each over the previous key: a hash blocks its thread, and ten
 * short blocks are better than a long one. The cost of guessing is the same.
 */

import { Buffer } from "node:buffer";
import crypto, { randomBytes, timingSafeEqual } from "node:crypto";
import { unavailable } from "../errors.ts";
import { air, type Client, inTurn } from "./in-turn.ts";

interface Cost {
  N: number;
  r: number;
  p: number;
  /** How often scrypt is applied. */
  rounds: number;
}

/** Of new hashes. Only `development.ts` lowers it, which no deployed file imports. */
export const COST: Cost = { N: 2 ** 13, r: 8, p: 1, rounds: 10 };
const KEY_BYTES = 32;
const SALT_BYTES = 16;
/** scrypt needs 128·N·r bytes, 8 MiB; the rest allows higher parameters. */
const MAX_MEMORY = 64 * 1024 * 1024;

/** `scrypt$N$r$p$rounds$salt$key`, the last two in base64url. */
export async function hashPassword(password: string, client: Client): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  return written(COST, salt, await derive(password, client, salt, COST));
}

/** `stale`: right, but hashed with other parameters than today's. */
export async function verifyPassword(
  password: string,
  stored: string,
  client: Client,
): Promise<{ right: boolean; stale: boolean }> {
  const { cost, salt, key } = parse(stored);
  const right = timingSafeEqual(await derive(password, client, salt, cost), key);
  return { right, stale: right && !stored.startsWith(`${written(COST)}$`) };
}

function written(cost: Cost, ...parts: Buffer[]): string {
  const { N, r, p, rounds } = cost;
  return ["scrypt", N, r, p, rounds, ...parts.map((part) => part.toString("base64url"))].join("$");
}

/** Verified for an unknown account, so that it takes as long as a wrong password. No password matches it. */
export const NOBODY: string = written(COST, Buffer.alloc(SALT_BYTES), Buffer.alloc(KEY_BYTES));

function parse(stored: string): { cost: Cost; salt: Buffer; key: Buffer } {
  const [scheme, N, r, p, rounds, salt, key] = stored.split("$");
  if (scheme !== "scrypt" || salt === undefined || key === undefined)
    throw new Error("A password hash of an unknown kind.");
  return {
    cost: { N: Number(N), r: Number(r), p: Number(p), rounds: Number(rounds) },
    salt: Buffer.from(salt, "base64url"),
    key: Buffer.from(key, "base64url"),
  };
}

function scrypt(secret: string | Buffer, salt: Buffer, { N, r, p }: Cost): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    crypto.scrypt(secret, salt, KEY_BYTES, { N, r, p, maxmem: MAX_MEMORY }, (error, key) =>
      error ? reject(error) : resolve(key),
    );
  });
}

async function derive(password: string, client: Client, salt: Buffer, cost: Cost): Promise<Buffer> {
  const hash = async () => {
    let key = await scrypt(password, salt, cost);
    for (let round = 1; round < cost.rounds; round++) {
      await air();
      key = await scrypt(key, salt, cost);
    }
    return key;
  };
  const key = await inTurn(client, hash);
  if (key === null) throw unavailable();
  return key;
}
