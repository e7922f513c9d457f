/** Every call of an operator has its route here; the type says so. */

import type { OperatorCallName } from "../../contract/operator-calls.ts";
import { OPERATOR_ENDPOINTS } from "../../contract/operator-endpoints.ts";
import { apiUrl } from "../../env.ts";
import type { Routes } from "../../http/call.ts";
import { openapiDocument } from "../../openapi.ts";
import { endAccountSessions, listAccounts, readAccount } from "./accounts.ts";
import { listActions } from "./actions.ts";
import { readAccountLimits, updateAccountLimits } from "./limits.ts";
import { examine, listBusyAccounts } from "./service.ts";
import { resumeAccount, suspendAccount } from "./suspension.ts";
import { inviteWaiting, listWaitlist } from "./waitlist.ts";

export const OPERATOR_ROUTES: Pick<Routes, OperatorCallName> = {
  readOperatorDocument: {
    act: async ({ env }) => ({ ...openapiDocument(OPERATOR_ENDPOINTS, apiUrl(env) ?? "/") }),
  },
  listAccounts: { act: listAccounts },
  readAccount: { act: readAccount },
  suspendAccount: { act: suspendAccount },
  resumeAccount: { act: resumeAccount },
  endSessions: { act: endAccountSessions },
  readAccountLimits: { act: readAccountLimits },
  updateAccountLimits: { act: updateAccountLimits },
  listWaitlist: { act: listWaitlist },
  inviteWaiting: { act: inviteWaiting },
  listBusyAccounts: { act: listBusyAccounts },
  examine: { act: examine },
  listActions: { act: listActions },
};
