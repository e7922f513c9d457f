/** What the owner of an account can look back on. */

import { rowRoute } from "../api/call.ts";
import { addressOf } from "../auth/security-log.ts";
import { listSecurityEvents as list, type SecurityEventRow } from "../db/security-events.ts";
import { securityEventOf } from "../present/user.ts";

export const listSecurityEvents = rowRoute<"listSecurityEvents", SecurityEventRow>(
  list,
  async ({ env, read }) =>
    Promise.all(read.map(async (row) => securityEventOf(row, await addressOf(env, row)))),
);
