/** Digests of random tokens, and comparison in constant time. */

import { Buffer } from "node:buffer";
import { createHash, timingSafeEqual } from "node:crypto";

/** SHA-256 in hex. Right for what is random already (session and reset tokens), wrong for passwords. */
export async function digest(text: string): Promise<string> {
  const hash = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return Buffer.from(hash).toString("hex");
}

/** Compares digests: the time tells neither where two secrets differ nor how long they are. */
export function sameSecret(a: string, b: string): boolean {
  return timingSafeEqual(sha256(a), sha256(b));
}

const sha256 = (text: string) => createHash("sha256").update(text, "utf8").digest();
