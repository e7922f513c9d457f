/** Messages about names that must be unique. */

import { PAGE_MESSAGES } from "../../../worker/contract/sentences.ts";

/** The server reports that a value must be unique; the page adds the kind of value and its owner. */
export const namedTaken = (errors: readonly string[] | undefined, sentence: string): string[] | undefined =>
  errors?.map((error) => (error === PAGE_MESSAGES.notUnique ? sentence : error));
