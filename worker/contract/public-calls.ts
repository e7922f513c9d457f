/** The public calls of the API, apart from the others: public pages contain only these. */

import type { PlainScope } from "../../broker/contract/scopes.ts";

/** The reference page. */
export const REFERENCE_PATH = "/v0/reference";

export interface CallRow {
  method: "GET" | "POST" | "PUT" | "DELETE";
  /**
   * With the trailing slash, unless it ends like a file; without it is the same call. `{id}` and `{scheduleId}` are UUIDs; `{topic}` is the rest of
   * the path, as parsed by `message-topic.ts`.
   */
  path: string;
  /** `user`: only a login session. `token`: a session, or a token with all `scopes`. */
  access: "public" | "user" | "token" | "operator";
  scopes?: readonly PlainScope[];
  /** The message scope that a token needs; the account's object compares its filters with the topic. */
  messages?: "messages:read" | "messages:publish";
}

export const PUBLIC_CALLS = {
  health: { method: "GET", path: "/v0/health/", access: "public" },
  brokerInfo: { method: "GET", path: "/v0/broker/", access: "public" },
  countUsers: { method: "GET", path: "/v0/count/users/", access: "public" },
  register: { method: "POST", path: "/v0/register/", access: "public" },
  login: { method: "POST", path: "/v0/login/", access: "public" },
  forgotPassword: { method: "POST", path: "/v0/forgot-password/", access: "public" },
  validateResetToken: { method: "POST", path: "/v0/validate-reset-token/", access: "public" },
  resetPassword: { method: "POST", path: "/v0/reset-password/", access: "public" },
  verifyEmail: { method: "POST", path: "/v0/verify-email/", access: "public" },
  undoEmail: { method: "POST", path: "/v0/undo-email/", access: "public" },
  joinWaitlist: { method: "POST", path: "/v0/waitlist_entries/", access: "public" },
  openLink: { method: "POST", path: "/v0/device-link/", access: "public" },
} as const satisfies Record<string, CallRow & { access: "public" }>;
