/** The answer of a person to a notice. */

import * as z from "zod";
import { NOTICE_ACTIONS } from "../../broker/contract/watch.ts";
import { endpoints, OBJECT_PROBLEMS } from "./endpoint.ts";
import { choice } from "./fields.ts";
import { Notice } from "./watches.ts";

const AnswerBody = z.object({
  /** Snooze its watch for an hour, or send the command that it offers. */
  action: choice(NOTICE_ACTIONS),
});

export const NOTICE_ANSWER_CALLS = endpoints({
  actOnNotice: {
    method: "POST",
    path: "/v0/notices/{id}/act/",
    access: "user",
    summary:
      "Answer a notice, once: snooze its watch for an hour, or send the command that it offers; with a login session, or with the ticket of its push message as `Authorization: Token`, within an hour",
    request: AnswerBody,
    response: Notice,
    problems: [...OBJECT_PROBLEMS, 409],
  },
});
