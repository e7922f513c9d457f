/** The account's own limits, from its row. */

import { type BrokerLimits, OWN_LIMITS, type OwnLimits } from "../../broker/contract/limits.ts";
import { ACCOUNT_LIMITS, type AccountLimitName } from "../contract/account-limit-names.ts";
import type { ApiLimits } from "../contract/api-limits.ts";
import { limitsColumn } from "./json-columns.ts";
import type { users } from "./schema.ts";

type Row = Pick<typeof users.$inferSelect, "own_limits">;

export const ownLimits = ({ own_limits }: Row): Partial<Record<AccountLimitName, number>> =>
  limitsColumn.read(own_limits);

/** By variable name. Names of a later release are ignored. */
export const ownVariables = (row: Row): Partial<ApiLimits & BrokerLimits> =>
  named(row, Object.keys(ACCOUNT_LIMITS));

/** The limits that the object enforces. */
export const brokerLimitsOf = (row: Row): OwnLimits =>
  named(
    row,
    Object.entries(ACCOUNT_LIMITS).flatMap(([name, variable]) => (ofBroker.has(variable) ? [name] : [])),
  );

const ofBroker: ReadonlySet<string> = new Set(OWN_LIMITS);

function named(row: Row, names: readonly string[]): Record<string, number> {
  const own: Record<string, number> = ownLimits(row);
  const variables: Record<string, string> = ACCOUNT_LIMITS;
  return Object.fromEntries(
    names.flatMap((name) => (own[name] === undefined ? [] : [[variables[name] ?? name, own[name]]])),
  );
}
