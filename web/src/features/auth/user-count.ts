/** The number of registered users, loaded once at start. The registration screen retries after a failure. */

import type { UserCount } from "../../../../worker/contract/service.ts";
import { callPublic } from "../../api/call-public.ts";

let asked: Promise<UserCount> | null = null;

export function userCount(): Promise<UserCount> {
  asked ??= callPublic("countUsers").catch((error: unknown) => {
    asked = null;
    throw error;
  });
  return asked;
}

export const isFull = ({ total, max }: UserCount): boolean => total > 0 && max > 0 && total >= max;
