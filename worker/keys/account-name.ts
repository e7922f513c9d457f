/** The name of an account in the log: it does not reveal the id, and a person who has the id finds its lines. */

import { createHash } from "node:crypto";

/** The same everywhere and for ever: an id has 122 random bits, so nobody finds it by trying. */
export const accountName = (userId: string): string =>
  createHash("sha256").update(`account|${userId}`).digest("hex").slice(0, 16);

export const isAccountName = (text: string): boolean => /^[0-9a-f]{16}$/.test(text);
