/**
 * The calls of operators, who have their own keys. Without a configured key these paths do not exist, and neither the
 * page nor the public document contains them.
 */

import type { CallRow } from "./public-calls.ts";

export const OPERATOR_CALLS = {
  readOperatorDocument: { method: "GET", path: "/v0/operator/openapi.json", access: "operator" },
  listAccounts: { method: "GET", path: "/v0/operator/accounts/", access: "operator" },
  readAccount: { method: "GET", path: "/v0/operator/accounts/{id}/", access: "operator" },
  suspendAccount: { method: "PUT", path: "/v0/operator/accounts/{id}/suspension/", access: "operator" },
  resumeAccount: { method: "DELETE", path: "/v0/operator/accounts/{id}/suspension/", access: "operator" },
  endSessions: { method: "DELETE", path: "/v0/operator/accounts/{id}/sessions/", access: "operator" },
  readAccountLimits: { method: "GET", path: "/v0/operator/accounts/{id}/limits/", access: "operator" },
  updateAccountLimits: { method: "PUT", path: "/v0/operator/accounts/{id}/limits/", access: "operator" },
  listWaitlist: { method: "GET", path: "/v0/operator/waitlist/", access: "operator" },
  inviteWaiting: { method: "POST", path: "/v0/operator/waitlist/invitations/", access: "operator" },
  listBusyAccounts: { method: "GET", path: "/v0/operator/top/", access: "operator" },
  examine: { method: "GET", path: "/v0/operator/doctor/", access: "operator" },
  listActions: { method: "GET", path: "/v0/operator/log/", access: "operator" },
} as const satisfies Record<string, CallRow & { access: "operator" }>;

export type OperatorCallName = keyof typeof OPERATOR_CALLS;
