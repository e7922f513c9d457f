/**
 * What a reset of the password does to each table of the database. An account whose address was never verified is
 * cleared: a stranger may have registered it, and everything that acts or grants access goes.
 * `broker/storage/schema.ts` is the list of the tables in the account's object.
 */

import { type Table as AnyTable, eq, isNotNull, ne, type SQL } from "drizzle-orm";
import type * as schema from "./schema.ts";
import {
  apiKeys,
  apps,
  credentials,
  deviceLinks,
  devices,
  emailLinks,
  knownBrowsers,
  oauthCodes,
  passkeys,
  schedules,
  sessions,
  tokens,
  type users,
  webhookSecrets,
} from "./schema.ts";

type Schema = typeof schema;
type TableName = {
  [Key in keyof Schema]: Schema[Key] extends AnyTable ? Schema[Key]["_"]["name"] : never;
}[keyof Schema];

/** The rows of the account that go: all, or those of the condition. */
interface Rows<Table> {
  table: Table;
  where?: SQL;
}

/** Tables without rights of clients. */
type Ended =
  | typeof apps
  | typeof emailLinks
  | typeof knownBrowsers
  | typeof oauthCodes
  | typeof passkeys
  | typeof sessions;
type Cleared =
  | typeof apiKeys
  | typeof credentials
  | typeof deviceLinks
  | typeof devices
  | typeof schedules
  | typeof tokens
  | typeof webhookSecrets;

type AtReset =
  /** Deleted by every reset, also of a verified address. */
  | { ended: Rows<Ended> }
  /** Deleted when the account is cleared; `kept`: why the other rows stay; `always`: those that every reset deletes. */
  | { cleared: Rows<Cleared>; kept?: string; always?: SQL }
  /** Deleted by the foreign key to a table whose rows are deleted. */
  | { with: TableName }
  /** Stays, because. */
  | { kept: string };

const NOT_OF_AN_ACCOUNT = "no account writes it";
const DATA = "data that holds no login and sends nothing by itself";

/** Access tokens of apps. */
export const APP_TOKENS = eq(tokens.kind, "app");

export const ACCOUNT_TABLES: Record<TableName, AtReset> = {
  api_keys: { cleared: { table: apiKeys } },
  app_logins: { with: "tokens" },
  // a thief who knew the password may have connected one
  apps: { ended: { table: apps } },
  channels: { kept: DATA },
  credential_channels: { with: "credentials" },
  credentials: { cleared: { table: credentials } },
  device_channels: { kept: DATA },
  device_links: { cleared: { table: deviceLinks } },
  // the topics and payloads of an adopted device are what a client announced
  devices: { cleared: { table: devices, where: isNotNull(devices.found) }, kept: DATA },
  // a thief would end the links that restore an old address with a reset; an unverified account has none
  email_links: { ended: { table: emailLinks, where: ne(emailLinks.purpose, "undo") } },
  erasures: { kept: NOT_OF_AN_ACCOUNT },
  invitations: { kept: NOT_OF_AN_ACCOUNT },
  job_runs: { kept: NOT_OF_AN_ACCOUNT },
  known_browsers: { ended: { table: knownBrowsers } },
  mail_outbox: { kept: "sealed letters to the owner's address; their links end with the other tables" },
  oauth_clients: { kept: NOT_OF_AN_ACCOUNT },
  oauth_codes: { ended: { table: oauthCodes } },
  operator_actions: { kept: NOT_OF_AN_ACCOUNT },
  // a thief who knew the password may have added one
  passkeys: { ended: { table: passkeys } },
  reset_links: { kept: "it contains the attempt that used the link up" },
  schedules: { cleared: { table: schedules } },
  // it can show the owner of the address who used the account before; names in it are data
  security_events: { kept: "a record of what happened, which grants nothing" },
  sessions: { ended: { table: sessions } },
  tokens: { cleared: { table: tokens }, always: APP_TOKENS },
  users: { kept: "the account itself; an operator's limits and suspension hold. See `CLEARED_USER`" },
  waitlist: { kept: NOT_OF_AN_ACCOUNT },
  webhook_secrets: { cleared: { table: webhookSecrets } },
};

/** The settings of an account that is cleared. */
export const CLEARED_USER: Partial<typeof users.$inferSelect> = {
  first_name: "",
  last_name: "",
  time_zone: null,
  clock: null,
  mqtt_profile: "full",
  home_assistant: 0,
  history: null,
};
