/** An account as an AsyncAPI document. */

import * as z from "zod";
import { VIEWS } from "../../broker/contract/grants.ts";
import { endpoints } from "./endpoint.ts";
import { choice } from "./fields.ts";

const AsyncApiQuery = z.object({
  /** The view of its topics; default: `account`. */
  view: choice(VIEWS).optional(),
});

/** https://www.asyncapi.com/docs/reference/specification/v3.0.0 */
const AsyncApi = z.looseObject({ asyncapi: z.literal("3.0.0") });

export const ASYNCAPI_CALLS = endpoints({
  readAsyncapi: {
    method: "GET",
    path: "/v0/asyncapi.json",
    access: "token",
    scopes: ["setup:read"],
    summary:
      "The account's broker, channels, devices and logins as an AsyncAPI 3 document, without passwords; at most ten seconds old, with an `ETag`",
    also: 304,
    query: AsyncApiQuery,
    response: AsyncApi,
    problems: [503],
  },
});
