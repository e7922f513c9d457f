/** The request and response schemas of each call in `operator-calls.ts`. */

import * as z from "zod";
import { AccountLimits, AccountLimitsBody } from "./account-limits.ts";
import { endpoints } from "./endpoints.ts";
import {
  AccountDetail,
  AccountQuery,
  AccountSummary,
  Action,
  ActionQuery,
  BusyAccount,
  EndedSessions,
  Examination,
  InvitationBody,
  SuspensionBody,
  TopQuery,
  WaitingPerson,
  WaitlistQuery,
} from "./operator.ts";
import { OPERATOR_CALLS } from "./operator-calls.ts";

/** Round trips include the two of the audit log. */
export const OPERATOR_ENDPOINTS = endpoints(OPERATOR_CALLS, {
  readOperatorDocument: {
    summary: "This document",
    response: z.record(z.string(), z.unknown()),
    roundTrips: 2,
  },
  listAccounts: {
    summary:
      "The account of an e-mail address, an id or a name in the log; or the largest, by what they have",
    query: AccountQuery,
    response: z.array(AccountSummary),
    roundTrips: 3,
  },
  readAccount: {
    summary: "An account: its contents, its activity, and its blocks with their reasons",
    response: AccountDetail,
    problems: [404],
    roundTrips: 3,
  },
  suspendAccount: {
    summary:
      "Suspend an account: its clients are disconnected before the answer, and none can connect; its owner sees the reason",
    request: SuspensionBody,
    response: AccountSummary,
    roundTrips: 4,
  },
  resumeAccount: {
    summary: "Resume a suspended account",
    response: AccountSummary,
    roundTrips: 4,
  },
  endSessions: {
    summary: "Sign everybody out of an account; its devices stay connected",
    response: EndedSessions,
    problems: [404],
    roundTrips: 4,
  },
  readAccountLimits: {
    summary: "The limits of an account",
    response: AccountLimits,
    problems: [404],
    roundTrips: 3,
  },
  updateAccountLimits: {
    summary: "Set an account's own limits; null restores the service's, omitted ones stay",
    request: AccountLimitsBody,
    response: AccountLimits,
    roundTrips: 4,
  },
  listWaitlist: {
    summary: "Who waits, the longest first",
    query: WaitlistQuery,
    response: z.array(WaitingPerson),
    roundTrips: 3,
  },
  inviteWaiting: {
    summary:
      "Invite those who wait the longest: each gets an e-mail with a link that registers this address once, also past MAX_USERS, for 14 days",
    request: InvitationBody,
    response: z.array(WaitingPerson),
    problems: [503],
    roundTrips: 4,
  },
  listBusyAccounts: {
    summary: "What clients of accounts did in the last minutes, as it was counted; the busiest first",
    query: TopQuery,
    response: z.array(BusyAccount),
    problems: [503],
    roundTrips: 2,
  },
  examine: {
    summary:
      "Looks at what the service needs (secrets, bindings, migrations, cron, mail, clocks) and says what to do",
    response: Examination,
    roundTrips: 7,
  },
  listActions: {
    summary: "What operators did, newest first; the Link header names the next page",
    query: ActionQuery,
    response: z.array(Action),
    roundTrips: 3,
  },
});
