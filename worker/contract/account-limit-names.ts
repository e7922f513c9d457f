/** Names of the limits that can be set per account: the rows of both tables that have an `account` field. */

import type { LimitWith } from "../../broker/contract/limit-row.ts";
import { BROKER_LIMITS } from "../../broker/contract/limits.ts";
import { API_LIMITS } from "./api-limits.ts";

const ROWS = { ...API_LIMITS, ...BROKER_LIMITS };
type Rows = typeof ROWS;

type OwnName = LimitWith<"account", Rows>;
/** The name of a limit in an operator's call. */
export type AccountLimitName = Rows[OwnName]["account"];

/** The variable of each limit. */
export const ACCOUNT_LIMITS = Object.fromEntries(
  Object.entries(ROWS).flatMap(([variable, row]) => ("account" in row ? [[row.account, variable]] : [])),
) as { [Variable in OwnName as Rows[Variable]["account"]]: Variable };

const NAMES = Object.keys(ACCOUNT_LIMITS) as AccountLimitName[];
export const eachLimit = <Value>(of: (name: AccountLimitName) => Value) =>
  Object.fromEntries(NAMES.map((name) => [name, of(name)])) as Record<AccountLimitName, Value>;
