/** Limits that can be set per account: the rows of both tables that have an `account` field. */

import * as z from "zod";
import type { LimitWith } from "../../broker/contract/limit-row.ts";
import { BROKER_LIMITS } from "../../broker/contract/limits.ts";
import { API_LIMITS } from "./api-limits.ts";
import { wholeNumber } from "./fields.ts";

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

/** 0: no limit. */
export const AccountLimits = z.object({
  /** The account's own limit; null: the service's. */
  own: z.object(eachLimit(() => z.int().nullable())),
  in_force: z.object(eachLimit(() => z.int())),
});
export type AccountLimits = z.infer<typeof AccountLimits>;

const MOST = 1_000_000_000;

/** Omitted limits stay; null restores the service's. */
export const AccountLimitsBody = z.object(
  eachLimit(() => wholeNumber({ min: 0, max: MOST }).nullable().optional()),
);
export type AccountLimitsBody = z.input<typeof AccountLimitsBody>;
