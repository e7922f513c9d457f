/** Digests of random tokens, and comparison in constant time. */

import { Buffer } from "node:buffer";
import { createHash, timingSafeEqual } from "node:crypto";

/** Returns SHA-256 in hex. For random tokens only; passwords need a slow hash. */
export async function digest(text: string): Promise<string> {
  const hash = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return Buffer.from(hash).toString("hex");
}

/** Compares digests, so that the time reveals neither the length nor where the secrets differ. */
export function sameSecret(a: string, b: string): boolean {
  return timingSafeEqual(sha256(a), sha256(b));
}

const sha256 = (text: string) => createHash("sha256").update(text, "utf8").digest();
