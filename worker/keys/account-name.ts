/** The name of an account in the log, which does not reveal its id. */

import { createHash } from "node:crypto";

/** Unsalted: an id has 122 random bits, so the hash cannot be reversed by trial. */
export const accountName = (userId: string): string =>
  createHash("sha256").update(`account|${userId}`).digest("hex").slice(0, 16);

export const isAccountName = (text: string): boolean => /^[0-9a-f]{16}$/.test(text);
