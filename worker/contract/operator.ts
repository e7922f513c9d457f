/** Requests and responses about accounts for operators. */

import * as z from "zod";
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
  /** The account's name in logs. */
  log_name: z.string(),
  created_at: moment(),
  suspended: Suspension.nullable(),
  devices: z.int(),
  channels: z.int(),
  credentials: z.int(),
  api_keys: z.int(),
  tokens: z.int(),
  /** Login sessions. */
  sessions: z.int(),
});
export type AccountSummary = z.infer<typeof AccountSummary>;

/** An entry of the account's block list. */
const KeptOut = z.object({
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
  kept_out: z.array(KeptOut),
});
export type AccountActivity = z.infer<typeof AccountActivity>;

export const AccountDetail = AccountSummary.extend({
  profile: z.enum(PROFILES),
  limits: AccountLimits,
  /** Null when the account's object does not answer. */
  broker: AccountActivity.nullable(),
});
export type AccountDetail = z.infer<typeof AccountDetail>;

/** Sort order of accounts: descending. */
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
  /** An email address, an id, or the name in logs, in full. */
  who: text({ max: 254 }).optional(),
  by: choice(LARGEST_BY).optional(),
  size: size(),
});
export type AccountQuery = z.input<typeof AccountQuery>;

export const SuspensionBody = z.object({
  /** Shown to the account's owner unchanged. */
  reason: text({ max: 500 }),
});
export type SuspensionBody = z.input<typeof SuspensionBody>;

export const EndedSessions = z.object({ ended: z.int() });
export type EndedSessions = z.infer<typeof EndedSessions>;

export const WaitingPerson = z.object({
  email: z.string(),
  created_at: moment(),
  /** When the invitation was sent; null: it was not. */
  invited_at: moment().nullable(),
});
export type WaitingPerson = z.infer<typeof WaitingPerson>;

export const WaitlistQuery = z.object({ size: size() });

/** Emails per call. */
const MAX_INVITED = 50;
export const InvitationBody = z.object({ count: wholeNumber({ min: 1, max: MAX_INVITED }) });
export type InvitationBody = z.input<typeof InvitationBody>;

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

export const ActionQuery = z.object({
  account: uuid()
    .transform((value) => value.toLowerCase())
    .optional(),
  key: z.string().max(64, "Ensure this field has no more than 64 characters.").optional(),
  /** From the Link header of the previous page. */
  before: cursor().optional(),
  size: size(),
});
export type ActionQuery = z.input<typeof ActionQuery>;

/** Counts of accounts in the last minutes, an account a row, the busiest first. */
export const TopQuery = z.object({
  /** At most an hour; default: ten minutes. */
  minutes: pageSize(60).optional(),
  size: size(),
});
export type TopQuery = z.input<typeof TopQuery>;

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
