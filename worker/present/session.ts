import { sessionIdOf } from "../../broker/contract/bearer.ts";
import { type OpenSession, UNKNOWN_PROGRAM } from "../contract/user.ts";
import type { SessionRow } from "../db/sessions.ts";
import { moment } from "./moment.ts";

/** `usedAt`: milliseconds since 1970; null before the first use. */
export const openSessionOf = (
  row: SessionRow,
  { usedAt, current }: { usedAt: number | null; current: string },
): OpenSession => ({
  id: sessionIdOf(row.token_hash),
  created_at: moment(row.created_at),
  last_used_at: moment(usedAt ?? row.created_at),
  browser: row.browser ?? UNKNOWN_PROGRAM,
  current: row.token_hash === current,
});
