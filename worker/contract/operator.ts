/**
 * Calls of operators, who have their own keys. Without a configured key these paths do not exist, and neither the page
 * nor the public document contains them.
 */

import * as z from "zod";
import { PROFILES } from "../../broker/contract/grants.ts";
import { AccountLimits, AccountLimitsBody } from "./account-limits.ts";
import { LARGEST_BY } from "./account-order.ts";
import { endpoints } from "./endpoint.ts";
import { cursor, pageSize } from "./events.ts";
import { choice, moment, text, uuid, wholeNumber } from "./fields.ts";
import { OPERATOR_PAGE } from "./limits.ts";

const Suspension = z.object({ since: moment(), reason: z.string() });

export const AccountSummary = z.object({
  id: uuid(),
  email: z.string(),
  email_verified: z.boolean(),
  /** The account's name in logs. */
  log_name: z.string(),
  created_at: moment(),
  suspended: Suspension.nullable(),
  devices: z.int(),
  channels: z.int(),
  credentials: z.int(),
  api_keys: z.int(),
  /** Of programs. */
  tokens: z.int(),
  guests: z.int(),
  /** Login sessions. */
  sessions: z.int(),
});
export type AccountSummary = z.infer<typeof AccountSummary>;

/** An entry of the account's block list. */
const BlockedClient = z.object({
  /** What is blocked: an address; a login name; a client, by its login; the broker's own restarts. */
  what: z.enum(["address", "name", "client", "restart"]),
  /** The row of its login, or its device's; null when it is no client. */
  id: uuid().nullable(),
  until: moment(),
  /** How many blocks in a row, with this one. */
  times: z.int(),
  why: z.string(),
});

const AccountActivity = z.object({
  connections: z.int(),
  /** Sessions without a connection. */
  resting: z.int(),
  events: z.int(),
  retained: z.int(),
  /** Bytes. */
  storage: z.int(),
  /** Per second, over the last ten: what its clients publish. */
  messages_rate: z.number(),
  bytes_rate: z.number(),
  kept_out: z.array(BlockedClient),
});
export type AccountActivity = z.infer<typeof AccountActivity>;

export const AccountDetail = AccountSummary.extend({
  profile: z.enum(PROFILES),
  limits: AccountLimits,
  /** Null when the account's object does not answer. */
  broker: AccountActivity.nullable(),
});
export type AccountDetail = z.infer<typeof AccountDetail>;

const size = () => pageSize(OPERATOR_PAGE.max).optional();

export const AccountQuery = z.object({
  /** An email address, an id, or the name in logs, in full. */
  who: text({ max: 254 }).optional(),
  by: choice(LARGEST_BY).optional(),
  size: size(),
});
export type AccountQuery = z.input<typeof AccountQuery>;

const SuspensionBody = z.object({
  /** Shown to the account's owner unchanged. */
  reason: text({ max: 500 }),
});

export const EndedSessions = z.object({ ended: z.int() });
export type EndedSessions = z.infer<typeof EndedSessions>;

export const WaitingPerson = z.object({
  email: z.string(),
  created_at: moment(),
  /** When the invitation was sent; null: it was not. */
  invited_at: moment().nullable(),
});
export type WaitingPerson = z.infer<typeof WaitingPerson>;

const WaitlistQuery = z.object({ size: size() });

/** Emails per call. */
const MAX_INVITED = 50;
const InvitationBody = z.object({ count: wholeNumber({ min: 1, max: MAX_INVITED }) });

export const Action = z.object({
  id: uuid(),
  at: moment(),
  /** The name of the key, or the beginning of its digest. */
  key: z.string(),
  /** The call's name in this document, or an unknown path. */
  call: z.string(),
  account: uuid().nullable(),
  said: z.record(z.string(), z.unknown()).nullable(),
  /** The response's status; null: the call was begun, and its outcome is unknown. */
  status: z.int().nullable(),
});
export type Action = z.infer<typeof Action>;

const ActionQuery = z.object({
  account: uuid()
    .transform((value) => value.toLowerCase())
    .optional(),
  key: z.string().max(64, "Ensure this field has no more than 64 characters.").optional(),
  /** From the Link header of the previous page. */
  before: cursor().optional(),
  size: size(),
});

/** Counts of accounts in the last minutes, an account a row, the busiest first. */
const TopQuery = z.object({
  /** At most an hour; default: ten minutes. */
  minutes: pageSize(60).optional(),
  size: size(),
});

export const BusyAccount = z.object({
  /** The account's name in logs. */
  log_name: z.string(),
  connections: z.int(),
  disconnections: z.int(),
  messages_in: z.int(),
  messages_out: z.int(),
  bytes_in: z.int(),
  bytes_out: z.int(),
  refusals: z.int(),
  failures: z.int(),
  /** Attempts to deliver notices. */
  notices: z.int(),
});
export type BusyAccount = z.infer<typeof BusyAccount>;

export const Check = z.object({
  what: z.string(),
  state: z.enum(["ok", "warn", "fail"]),
  /** The state, and what to do about it. */
  says: z.string(),
});
export type Check = z.infer<typeof Check>;

export const Examination = z.object({
  version: z.string(),
  /** By the Worker's clock. */
  at: moment(),
  checks: z.array(Check),
  /** The beginning of each key's digest, for comparing two installations without a secret. */
  keys: z.record(z.string(), z.array(z.string())),
});
export type Examination = z.infer<typeof Examination>;

export const OPERATOR_CALLS = endpoints({
  readOperatorDocument: {
    method: "GET",
    path: "/v0/operator/openapi.json",
    access: "operator",
    summary: "This document",
    response: z.record(z.string(), z.unknown()),
  },
  listAccounts: {
    method: "GET",
    path: "/v0/operator/accounts/",
    access: "operator",
    summary:
      "The account of an e-mail address, an id or a name in the log; or the largest, by what they have",
    query: AccountQuery,
    response: z.array(AccountSummary),
  },
  readAccount: {
    method: "GET",
    path: "/v0/operator/accounts/{id}/",
    access: "operator",
    summary: "An account: its contents, its activity, and its blocks with their reasons",
    response: AccountDetail,
    problems: [404],
  },
  suspendAccount: {
    method: "PUT",
    path: "/v0/operator/accounts/{id}/suspension/",
    access: "operator",
    summary:
      "Suspend an account: its clients are disconnected before the answer, and none can connect; its owner sees the reason",
    request: SuspensionBody,
    response: AccountSummary,
  },
  resumeAccount: {
    method: "DELETE",
    path: "/v0/operator/accounts/{id}/suspension/",
    access: "operator",
    summary: "Resume a suspended account",
    response: AccountSummary,
  },
  endSessions: {
    method: "DELETE",
    path: "/v0/operator/accounts/{id}/sessions/",
    access: "operator",
    summary: "Sign everybody out of an account; its devices stay connected",
    response: EndedSessions,
    problems: [404],
  },
  readAccountLimits: {
    method: "GET",
    path: "/v0/operator/accounts/{id}/limits/",
    access: "operator",
    summary: "The limits of an account",
    response: AccountLimits,
    problems: [404],
  },
  updateAccountLimits: {
    method: "PUT",
    path: "/v0/operator/accounts/{id}/limits/",
    access: "operator",
    summary: "Set an account's own limits; null restores the service's, omitted ones stay",
    request: AccountLimitsBody,
    response: AccountLimits,
  },
  listWaitlist: {
    method: "GET",
    path: "/v0/operator/waitlist/",
    access: "operator",
    summary: "Who waits, the longest first",
    query: WaitlistQuery,
    response: z.array(WaitingPerson),
  },
  inviteWaiting: {
    method: "POST",
    path: "/v0/operator/waitlist/invitations/",
    access: "operator",
    summary:
      "Invite those who wait the longest: each gets an e-mail with a link that registers this address once, also past MAX_USERS, for 14 days",
    request: InvitationBody,
    response: z.array(WaitingPerson),
    problems: [503],
  },
  listBusyAccounts: {
    method: "GET",
    path: "/v0/operator/top/",
    access: "operator",
    summary: "What clients of accounts did in the last minutes, as it was counted; the busiest first",
    query: TopQuery,
    response: z.array(BusyAccount),
    problems: [503],
  },
  examine: {
    method: "GET",
    path: "/v0/operator/doctor/",
    access: "operator",
    summary:
      "Looks at what the service needs (secrets, bindings, migrations, cron, mail, clocks) and says what to do",
    response: Examination,
  },
  listActions: {
    method: "GET",
    path: "/v0/operator/log/",
    access: "operator",
    summary: "What operators did, newest first; the Link header names the next page",
    query: ActionQuery,
    response: z.array(Action),
  },
});
