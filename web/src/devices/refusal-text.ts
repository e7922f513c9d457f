import { plainSentence } from "../../../broker/contract/plain-sentence.ts";
import { accountPrefix } from "../../../broker/contract/topics.ts";
import type { Refusal } from "../../../worker/contract/refusals.ts";

/** Shows the topic without the account's prefix, except where the missing prefix was the mistake. */
export const refusalText = ({ rule, tried }: Refusal, userId: string): string =>
  plainSentence(tried.includes(accountPrefix(userId)) ? rule.replaceAll(accountPrefix(userId), "") : rule);
