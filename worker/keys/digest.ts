/** Digests of random tokens, and comparison in constant time. */

import { createHash, timingSafeEqual } from "node:crypto";

const sha256 = (text: string) => createHash("sha256").update(text).digest();

/** Returns SHA-256 in hex. For random tokens only; passwords need a slow hash. */
export const digest = (text: string): string => sha256(text).toString("hex");

/** Names a key, without a hint at it. */
export const fingerprint = (key: string): string => digest(key).slice(0, 8);

/** Compares digests, so that the time reveals neither the length nor where the secrets differ. */
export const sameSecret = (a: string, b: string): boolean => timingSafeEqual(sha256(a), sha256(b));

/** The name of an account in the log. Unsalted: an id has 122 random bits, so it cannot be found by trial. */
export const accountName = (userId: string): string => digest(`account|${userId}`).slice(0, 16);

export const isAccountName = (text: string): boolean => /^[0-9a-f]{16}$/.test(text);
