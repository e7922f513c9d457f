/**
 * PURE. What an import does to an account: from the files of an export, and from what the account has now. Rows that
 * exist are found by their names, so a second run of the same plan changes nothing.
 */

import type { AccountFile } from "./account-file.ts";
import { accountItems } from "./account-items.ts";
import type { ValuesFile } from "./archive.ts";
import { deviceItems } from "./device-items.ts";
import { matchAccount } from "./match.ts";
import { noticeItems } from "./notice-items.ts";
import { type Ids, lost, type PlanContext, type PlannedItem, type PresentAccount } from "./planned.ts";
import { valueItems } from "./value-items.ts";

export interface ImportPlan {
  items: PlannedItem[];
  /** Ids of the export, and those of the same rows in the account. */
  ids: Ids;
}

export interface ImportSource {
  account: AccountFile;
  values: readonly ValuesFile[];
  /** Names of files that were not understood. */
  unknown: readonly string[];
}

/** In the order of the calls: rows come before those that refer to them. */
export function planImport(source: ImportSource, present: PresentAccount, now: number): ImportPlan {
  const { account: exported, values, unknown } = source;
  const ids = matchAccount(exported, present);
  const context: PlanContext = { exported, present, ids, now };
  return {
    ids,
    items: [
      ...accountItems(context),
      ...deviceItems(context),
      ...noticeItems(context),
      ...valueItems(context, values),
      ...unknown.map((file) => lost(`file ${file}`, "An export has no file of this name.")),
    ],
  };
}

/** Whether anything is left to do. Values count: only the account knows which hours it lacks. */
export const hasWork = ({ items }: ImportPlan): boolean => items.some(({ call }) => call !== null);
