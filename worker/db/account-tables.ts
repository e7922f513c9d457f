/**
 * What a reset of the password does to each table of the database. An account whose address was never verified is
 * cleared: a stranger may have registered it, and everything that acts or grants access goes.
 * `broker/storage/account-tables.ts` is the list of the tables in the account's object.
 */

import type { Tables } from "./tables.ts";

/** An SQL condition of the rows that go; `ALL`: every row of the account. */
type Rows = string;

export type AtReset =
  /** Deleted by every reset, also of a verified address. */
  | { ended: Rows }
  /** Deleted when the account is cleared; `kept`: why the other rows stay. */
  | { cleared: Rows; kept?: string }
  /** Deleted by the foreign key to a table whose rows are deleted. */
  | { with: keyof Tables }
  /** Stays, because; `reset`: assignments that restore defaults when the account is cleared. */
  | { kept: string; reset?: string };

const ALL: Rows = "1";
const NOT_OF_AN_ACCOUNT = "no account writes it";
const DATA = "data that holds no login and sends nothing by itself";

export const ACCOUNT_TABLES: Record<keyof Tables, AtReset> = {
  api_keys: { cleared: ALL },
  channels: { kept: DATA },
  credential_channels: { with: "credentials" },
  credentials: { cleared: ALL },
  device_channels: { kept: DATA },
  device_links: { cleared: ALL },
  // the topics and payloads of an adopted device are what a client announced
  devices: { cleared: "found IS NOT NULL", kept: DATA },
  // a thief would end the links that restore an old address with a reset; an unverified account has none
  email_links: { ended: "purpose <> 'undo'" },
  erasures: { kept: NOT_OF_AN_ACCOUNT },
  invitations: { kept: NOT_OF_AN_ACCOUNT },
  job_runs: { kept: NOT_OF_AN_ACCOUNT },
  known_browsers: { ended: ALL },
  mail_outbox: { kept: "sealed letters to the owner's address; their links end with the other tables" },
  operator_actions: { kept: NOT_OF_AN_ACCOUNT },
  reset_links: { kept: "it contains the attempt that used the link up" },
  schedules: { cleared: ALL },
  sessions: { ended: ALL },
  tokens: { cleared: ALL },
  users: {
    kept: "the account itself; an operator's limits and suspension hold",
    reset:
      "first_name = '', last_name = '', time_zone = NULL, clock = NULL, mqtt_profile = 'full', home_assistant = 0",
  },
  waitlist: { kept: NOT_OF_AN_ACCOUNT },
  webhook_secrets: { cleared: ALL },
};
