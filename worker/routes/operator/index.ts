/** Every call of an operator has its route here; the type says so. */

import { OPERATOR_ENDPOINTS } from "../../contract/operator-endpoints.ts";
import { apiUrl } from "../../env.ts";
import type { OperatorRoutes } from "../../http/operator-call.ts";
import { openapiDocument } from "../../openapi.ts";
import { endAccountSessions, listAccounts, readAccount } from "./accounts.ts";
import { listActions } from "./actions.ts";
import { readAccountLimits, updateAccountLimits } from "./limits.ts";
import { examine, listBusyAccounts } from "./service.ts";
import { resumeAccount, suspendAccount } from "./suspension.ts";
import { inviteWaiting, listWaitlist } from "./waitlist.ts";

export const OPERATOR_ROUTES: OperatorRoutes = {
  readOperatorDocument: async ({ env }) => ({ ...openapiDocument(OPERATOR_ENDPOINTS, apiUrl(env) ?? "/") }),
  listAccounts,
  readAccount,
  suspendAccount,
  resumeAccount,
  endSessions: endAccountSessions,
  readAccountLimits,
  updateAccountLimits,
  listWaitlist,
  inviteWaiting,
  listBusyAccounts,
  examine,
  listActions,
};
