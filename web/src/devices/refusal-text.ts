import { accountPrefix } from "../../../broker/contract/topics.ts";
import type { Refusal } from "../../../worker/contract/refusal.ts";

/** Without the account's own prefix the sentence can be read; where the prefix was missing it is what matters. */
export const refusalText = ({ rule, tried }: Refusal, userId: string): string =>
  tried.includes(accountPrefix(userId)) ? rule.replaceAll(accountPrefix(userId), "") : rule;
