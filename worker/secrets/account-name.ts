/** What the log calls an account: nobody who reads the log learns its id, and its lines can be found. */

import { Buffer } from "node:buffer";
import { createHmac } from "node:crypto";

/** The same everywhere: in the API's lines, in the broker's, and in the database, where an operator looks it up. */
export const accountName = (env: { LOOKUP_KEY?: string | undefined }, userId: string): string =>
  createHmac("sha256", Buffer.from(env.LOOKUP_KEY ?? "", "base64"))
    .update(`account|${userId}`)
    .digest("hex")
    .slice(0, 16);
