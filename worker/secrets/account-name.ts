/** What the log calls an account: nobody who reads the log learns its id, and whoever knows the id finds its lines. */

import { createHash } from "node:crypto";

/** The same everywhere and for ever: an id has 122 random bits, so nobody finds it by trying. */
export const accountName = (userId: string): string =>
  createHash("sha256").update(`account|${userId}`).digest("hex").slice(0, 16);

export const isAccountName = (text: string): boolean => /^[0-9a-f]{16}$/.test(text);
