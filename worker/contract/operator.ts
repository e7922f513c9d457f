/** What whoever runs the service asks about accounts, and is answered. */

import { z } from "zod";
import { PROFILES } from "../../broker/contract/grants.ts";
import { AccountLimits } from "./account-limits.ts";
import { cursor, pageSize } from "./event.ts";
import { choice, moment, text, uuid, wholeNumber } from "./fields.ts";
import { OPERATOR_PAGE } from "./limits.ts";

const Suspension = z.object({ since: moment(), reason: z.string() });

export const AccountSummary = z.object({
  id: uuid(),
  email: z.string(),
  email_verified: z.boolean(),
  /** What the log calls it. */
  log_name: z.string(),
  created_at: moment(),
  suspended: Suspension.nullable(),
  devices: z.int(),
  channels: z.int(),
  credentials: z.int(),
  api_keys: z.int(),
  tokens: z.int(),
  /** Browsers and programs that are signed in. */
  sessions: z.int(),
});
export type AccountSummary = z.infer<typeof AccountSummary>;

/** Somebody, or something, that the account's broker does not let in for a while. */
const KeptOut = z.object({
  /** An address; a name with which logins failed; a client, by what it logged in with; the broker's own restarts. */
  what: z.enum(["address", "name", "client", "restart"]),
  /** The row that it logged in with, or its device's; null for what is no client. */
  id: uuid().nullable(),
  until: moment(),
  /** How often in a row, this time included. */
  times: z.int(),
  why: z.string(),
});

const AccountActivity = z.object({
  connections: z.int(),
  /** Sessions that are kept while nobody has them. */
  resting: z.int(),
  events: z.int(),
  retained: z.int(),
  /** Bytes. */
  storage: z.int(),
  /** A second, over the last ten: what its clients publish. */
  messages_rate: z.number(),
  bytes_rate: z.number(),
  kept_out: z.array(KeptOut),
});
export type AccountActivity = z.infer<typeof AccountActivity>;

export const AccountDetail = AccountSummary.extend({
  profile: z.enum(PROFILES),
  limits: AccountLimits,
  /** Null where the account's broker does not answer. */
  broker: AccountActivity.nullable(),
});
export type AccountDetail = z.infer<typeof AccountDetail>;

/** What accounts are put in order by: the most of it first, or the newest. */
export const LARGEST_BY = [
  "devices",
  "channels",
  "credentials",
  "api_keys",
  "sessions",
  "created_at",
] as const;

const size = () => pageSize(OPERATOR_PAGE.max).optional();

export const AccountQuery = z.object({
  /** An e-mail address, an id, or the name in the log, whole. */
  who: text({ max: 254 }).optional(),
  by: choice(LARGEST_BY).optional(),
  size: size(),
});
export type AccountQuery = z.input<typeof AccountQuery>;

export const SuspensionBody = z.object({
  /** Shown to the account's owner, as it is. */
  reason: text({ max: 500 }),
});
export type SuspensionBody = z.input<typeof SuspensionBody>;

export const EndedSessions = z.object({ ended: z.int() });
export type EndedSessions = z.infer<typeof EndedSessions>;

export const WaitingPerson = z.object({
  email: z.string(),
  created_at: moment(),
  /** When the letter was written; null: it was not. */
  invited_at: moment().nullable(),
});
export type WaitingPerson = z.infer<typeof WaitingPerson>;

export const WaitlistQuery = z.object({ size: size() });

/** Letters of one call. */
const MAX_INVITED = 50;
export const InvitationBody = z.object({ count: wholeNumber({ min: 1, max: MAX_INVITED }) });
export type InvitationBody = z.input<typeof InvitationBody>;

export const Action = z.object({
  id: uuid(),
  at: moment(),
  /** Whose key it was: the name beside it, or the beginning of its digest. */
  key: z.string(),
  /** The call's name in this document, or the path that there is none of. */
  call: z.string(),
  account: uuid().nullable(),
  said: z.record(z.string(), z.unknown()).nullable(),
  /** What it was answered; null: it was begun, and what came of it nobody wrote down. */
  status: z.int().nullable(),
});
export type Action = z.infer<typeof Action>;

export const ActionQuery = z.object({
  account: uuid()
    .transform((value) => value.toLowerCase())
    .optional(),
  key: z.string().max(64, "Ensure this field has no more than 64 characters.").optional(),
  /** As the Link header of the page before says it. */
  before: cursor().optional(),
  size: size(),
});
export type ActionQuery = z.input<typeof ActionQuery>;

/** What accounts' brokers counted in the last minutes, an account a row; those with the most messages first. */
export const TopQuery = z.object({
  /** Of an hour at most; ten where nothing is said. */
  minutes: pageSize(60).optional(),
  size: size(),
});
export type TopQuery = z.input<typeof TopQuery>;

export const BusyAccount = z.object({
  /** What the log calls it. */
  log_name: z.string(),
  connections: z.int(),
  disconnections: z.int(),
  messages_in: z.int(),
  messages_out: z.int(),
  bytes_in: z.int(),
  bytes_out: z.int(),
  refusals: z.int(),
  failures: z.int(),
});
export type BusyAccount = z.infer<typeof BusyAccount>;

export const Check = z.object({
  what: z.string(),
  state: z.enum(["ok", "warn", "fail"]),
  /** What is so, and what to do about it. */
  says: z.string(),
});
export type Check = z.infer<typeof Check>;

export const Examination = z.object({
  version: z.string(),
  /** By the Worker's clock. */
  at: moment(),
  checks: z.array(Check),
  /** The beginning of the digest of each key, so that two places can be compared that tell no secret. */
  keys: z.record(z.string(), z.array(z.string())),
});
export type Examination = z.infer<typeof Examination>;
