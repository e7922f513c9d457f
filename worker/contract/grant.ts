/** What a credential may do beside its channels: filters below the account's prefix. */

import { accountPrefix } from "../../broker/contract/topics.ts";
import { utf8Length } from "../../broker/contract/utf8.ts";
import { boolean, dictionary, list, text } from "./fields.ts";
import { MAX_FILTER_BYTES, MAX_GRANTS } from "./limits.ts";

const GrantBody = dictionary({
  /** With or without the account's prefix. Its syntax is checked before it is stored. */
  filter: text(),
  publish: boolean().optional(),
  subscribe: boolean().optional(),
}).refine(({ publish, subscribe }) => publish === true || subscribe === true, {
  message: "A grant must allow to publish or to subscribe.",
});

export const grantList = () => list(GrantBody, MAX_GRANTS);

/** The stored filter, below the account's prefix. */
export const storedFilter = (userId: string, given: string): string =>
  given.startsWith(accountPrefix(userId)) ? given.slice(accountPrefix(userId).length) : given;

/** The fault of a filter [MQTT-4.7.1-1] [MQTT-4.7.1-2]. */
export function filterMistakes(filter: string): string[] {
  const levels = filter.split("/");
  const mistakes: string[] = [];
  if (filter === "") mistakes.push("A filter may not be empty.");
  if (levels[0] === "$share") mistakes.push("A filter may not begin with $share: it holds for groups, too.");
  if (levels.slice(0, -1).includes("#") || levels.some((level) => /[+#]/.test(level) && level.length > 1)) {
    mistakes.push("+ and # stand for whole levels of a filter, # for the last.");
  }
  if (/\p{Cc}/u.test(filter)) mistakes.push("A filter may not contain control characters.");
  if (utf8Length(filter) > MAX_FILTER_BYTES) {
    mistakes.push(`Ensure this field has no more than ${MAX_FILTER_BYTES} bytes.`);
  }
  return mistakes;
}
