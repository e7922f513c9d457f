/** Limits of an account, as an operator reads and sets them. */

import * as z from "zod";
import { eachLimit } from "./account-limit-names.ts";
import { wholeNumber } from "./fields.ts";

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
