/** What is noted of a call: the token or the login session that made it. */

import type { SessionRef } from "../auth/guard.ts";
import { clientAddress } from "../throttle/address.ts";
import type { BearerUse } from "./call.ts";

interface CallOf {
  session: SessionRef;
  /** Null for a session. */
  tokenId: string | null;
  userId: string;
  now: number;
}

export const bearerUse = ({ session, tokenId, userId, now }: CallOf, request: Request): BearerUse =>
  tokenId === null
    ? { session: session.tokenHash, userId, now }
    : { tokenId, userId, address: clientAddress(request), now };
