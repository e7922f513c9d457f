/** What may be there once only, and is there. */

import { MESSAGES } from "../../../worker/contract/messages.ts";

/** The server says that something must be unique; the page knows what, and who has it. */
export const namedTaken = (errors: readonly string[] | undefined, sentence: string): string[] | undefined =>
  errors?.map((error) => (error === MESSAGES.notUnique ? sentence : error));
