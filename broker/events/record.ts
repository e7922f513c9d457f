/** The id and the time of an event. */

import crypto from "node:crypto";
import { TIME_DIGITS } from "../contract/device-events.ts";

/** Returns a UUID (version 8) derived from account and occasion. */
export function stableId(userId: string, occasion: string): string {
  const hash = crypto.createHash("sha256").update(`${userId}\n${occasion}`).digest();
  const byte = (at: number): number => hash[at] ?? 0;
  const bytes = [...hash.subarray(0, 16)];
  bytes[6] = (byte(6) & 0x0f) | 0x80;
  bytes[8] = (byte(8) & 0x3f) | 0x80;
  const hex = bytes.map((each) => each.toString(16).padStart(2, "0")).join("");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

/** Returns the id of an event: like `stableId`, with its time in the first 48 bits, so that it is found by its time. */
export function eventId(userId: string, occasion: string, at: number): string {
  const time = at.toString(16).padStart(TIME_DIGITS, "0");
  return `${time.slice(0, 8)}-${time.slice(8)}${stableId(userId, occasion).slice("01234567-0123".length)}`;
}

/** Event times strictly increase within an account, whatever the clock does. */
export const nextEventTime = (now: number, last: number): number => Math.max(now, last + 1);
