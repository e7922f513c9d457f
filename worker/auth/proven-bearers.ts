/**
 * The sessions and tokens that were right in this isolate. For others nothing is spent before the account's object or
 * the database has confirmed them: no body is read, and no allowance of the account is used.
 */

import { keepNewest } from "../../broker/contract/bounded.ts";

const MAX_ENTRIES = 10_000;
const proven = new Set<string>();

/** Returns what the caller presents: the text after the scheme, or the ticket of a stream; empty for nothing. */
export function bearerIn({ headers, url }: Request): string {
  const header = headers.get("Authorization");
  if (header !== null) return header.trim().split(/\s+/)[1] ?? "";
  return new URL(url).searchParams.get("ticket") ?? "";
}

export const isProven = (bearer: string): boolean => proven.has(bearer);

export function prove(bearer: string): void {
  proven.delete(bearer);
  proven.add(bearer);
  keepNewest(proven, MAX_ENTRIES);
}

export const disprove = (bearer: string): boolean => proven.delete(bearer);
