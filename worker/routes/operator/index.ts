/** The routes of all operator calls. */

import { type Routes, route } from "../../api/call.ts";
import type { OperatorCallName } from "../../contract/api.ts";
import { OPERATOR_CALLS } from "../../contract/operator.ts";
import { apiUrl } from "../../env.ts";
import { openapiDocument } from "../../openapi.ts";
import * as accounts from "./accounts.ts";
import * as service from "./service.ts";
import * as waitlist from "./waitlist.ts";

const MODULES = {
  ...accounts,
  ...service,
  ...waitlist,
  readOperatorDocument: route<"readOperatorDocument">(async ({ env }) => ({
    ...openapiDocument(OPERATOR_CALLS, apiUrl(env) ?? "/"),
  })),
};

/** Does not compile when a module lacks a call's route, or exports anything else. */
export const OPERATOR_ROUTES: Pick<Routes, OperatorCallName> &
  Record<Exclude<keyof typeof MODULES, OperatorCallName>, never> = MODULES;
