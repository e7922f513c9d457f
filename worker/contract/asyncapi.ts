import * as z from "zod";
import { VIEWS } from "../../broker/contract/grants.ts";
import { choice } from "./fields.ts";

export const AsyncApiQuery = z.object({
  /** The view of its topics; default: `account`. */
  view: choice(VIEWS).optional(),
});

/** https://www.asyncapi.com/docs/reference/specification/v3.0.0 */
export const AsyncApi = z.looseObject({ asyncapi: z.literal("3.0.0") });
