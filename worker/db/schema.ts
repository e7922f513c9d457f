/**
 * The database schema: the one declaration of every stored column. Rows, statements and stored copies follow from it.
 * A change needs a migration: a file of `migrations/` with the next number, named here. A test compares the migrations
 * with this schema.
 *
 * Times are milliseconds since 1970. Secrets are digests (`…_hash`) or sealed (`…_sealed`).
 */

import { sql } from "drizzle-orm";
import { check, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { ON_CONNECT } from "../../broker/contract/control.ts";
import { PROFILES, VIEWS } from "../../broker/contract/grants.ts";
import { MISSED } from "../../broker/contract/schedule.ts";
import { CLOCKS, SECURITY_KINDS } from "../contract/account.ts";

/** The files of `migrations/`, in their order. */
export const MIGRATIONS = [
  "0000_tables.sql",
  "0001_security.sql",
  "0002_controls.sql",
  "0003_guests.sql",
  "0004_guest_note.sql",
  "0005_tiles.sql",
  "0006_passkeys.sql",
  "0007_on_connect.sql",
  "0008_ask_first.sql",
  "0009_apps.sql",
  "0010_history.sql",
];

/** Whose page or program a token is for. `app`: an assistant that logged in by OAuth. */
export const TOKEN_KINDS = ["program", "guest", "app"] as const;

const id = () => text("id").primaryKey();
const owner = () =>
  text("user_id")
    .notNull()
    .references(() => users.id, { onDelete: "cascade" });
/** SQLite has no booleans: rows contain 0 or 1. */
const flag = (name: string) => integer(name, { mode: "boolean" }).notNull().default(false).$type<0 | 1>();
const createdAt = () => integer("created_at").notNull();

export const users = sqliteTable(
  "users",
  {
    id: id(),
    /** Trimmed, lower case. */
    email: text("email").notNull(),
    email_state: text("email_state", { enum: ["unverified", "verified"] })
      .notNull()
      .default("unverified"),
    first_name: text("first_name").notNull().default(""),
    last_name: text("last_name").notNull().default(""),
    password_hash: text("password_hash").notNull(),
    /** Incremented with every change of the rights of the account's clients. */
    rights_version: integer("rights_version").notNull().default(0),
    /** The profile for its clients, within the service's limits. */
    mqtt_profile: text("mqtt_profile", { enum: PROFILES }).notNull().default("full"),
    /** Its devices are announced to Home Assistant. */
    home_assistant: flag("home_assistant"),
    /** JSON: the messages that the history keeps; null: none. */
    history: text("history"),
    /** Since when the account is suspended, and the reason for its owner; null when it is not. */
    suspended_at: integer("suspended_at"),
    suspended_reason: text("suspended_reason"),
    /** JSON: the account's own limits, by their names in `ACCOUNT_LIMITS`. */
    own_limits: text("own_limits").notNull().default('{"version":1,"value":{}}'),
    /** IANA name; null: that of the browser. */
    time_zone: text("time_zone"),
    /** How times of day are shown; null: 12 hours. */
    clock: text("clock", { enum: CLOCKS }),
    /** When a reset cleared it, because its address was not verified; null: never. */
    cleared_at: integer("cleared_at"),
    created_at: createdAt(),
  },
  (t) => [uniqueIndex("users_email").on(t.email)],
);

export const sessions = sqliteTable(
  "sessions",
  {
    token_hash: text("token_hash").primaryKey(),
    user_id: owner(),
    created_at: createdAt(),
    expires_at: integer("expires_at").notNull(),
    /** A short name of the browser, such as `Firefox on Windows`; null for a session of an earlier release. */
    browser: text("browser"),
  },
  (t) => [index("sessions_user").on(t.user_id, t.created_at), index("sessions_expiry").on(t.expires_at)],
);

export const apiKeys = sqliteTable(
  "api_keys",
  {
    id: id(),
    user_id: owner(),
    /** Keyed hash for looking the key up. */
    key_hash: text("key_hash").notNull(),
    key_sealed: text("key_sealed").notNull(),
    created_at: createdAt(),
  },
  (t) => [uniqueIndex("api_keys_hash").on(t.key_hash), index("api_keys_user").on(t.user_id, t.created_at)],
);

export const channels = sqliteTable(
  "channels",
  {
    id: id(),
    user_id: owner(),
    name: text("name").notNull(),
    /** With the account's prefix. */
    topic: text("topic").notNull(),
    description: text("description").notNull().default(""),
    /** JSON: where its messages contain numbers, their units and names; null when it is no series. */
    series: text("series"),
    created_at: createdAt(),
  },
  (t) => [
    uniqueIndex("channels_topic").on(t.user_id, t.topic),
    index("channels_user").on(t.user_id, t.created_at),
  ],
);

export const credentials = sqliteTable(
  "credentials",
  {
    id: id(),
    user_id: owner(),
    name: text("name").notNull(),
    username: text("username").notNull(),
    password_sealed: text("password_sealed").notNull(),
    /** The previous password, when it was replaced, and the end of its overlap. */
    earlier_sealed: text("earlier_sealed"),
    earlier_since: integer("earlier_since"),
    earlier_until: integer("earlier_until"),
    /** Incremented when clients must log in again. */
    secret_version: integer("secret_version").notNull().default(1),
    /** The server made the user name: it is unique. */
    server_made: flag("server_made"),
    view: text("view", { enum: VIEWS }).notNull().default("account"),
    /** JSON: filters below the account's prefix, and what each allows. */
    grants: text("grants").notNull().default('{"version":1,"value":[]}'),
    /** The device that its clients act as. */
    device_id: text("device_id").references(() => devices.id, { onDelete: "set null" }),
    created_at: createdAt(),
  },
  (t) => [
    uniqueIndex("credentials_username").on(t.user_id, t.username),
    index("credentials_user").on(t.user_id, t.created_at),
    /** For a client that names no account. */
    index("credentials_bare_username").on(t.username),
    uniqueIndex("credentials_server_made").on(t.username).where(sql`${t.server_made} = 1`),
    index("credentials_device").on(t.device_id),
    index("credentials_earlier").on(t.earlier_until),
  ],
);

export const devices = sqliteTable(
  "devices",
  {
    id: id(),
    user_id: owner(),
    name: text("name").notNull(),
    /** The state until it is first switched. */
    state: flag("state"),
    /** Seconds that a command waits for an offline device; 0: it does not wait. */
    command_ttl: integer("command_ttl").notNull().default(86_400),
    /** Seconds after which it is switched off; 0: never. */
    auto_off: integer("auto_off").notNull().default(0),
    off_on_disconnect: flag("off_on_disconnect"),
    /** What a new session of it is sent. */
    on_connect: text("on_connect", { enum: ON_CONNECT }).notNull().default("nothing"),
    /** JSON: the callers about whom its owner is asked first; null for none. */
    ask_first: text("ask_first"),
    /** JSON: how a discovered device is switched, and where it was announced; null for our own kind. */
    found: text("found"),
    /** JSON: the keys that lists show; null: the first two numbers. */
    shown_values: text("shown_values"),
    /** JSON: the owner's names of keys; null for none. */
    value_labels: text("value_labels"),
    /** JSON: its controls; null for none. */
    controls: text("controls"),
    /** Free text that groups devices; empty for none. */
    room: text("room").notNull().default(""),
    /** Shown on the dashboard. */
    pinned: flag("pinned"),
    /** JSON: place and size of its tiles on the dashboard; null until they are arranged. */
    tiles: text("tiles"),
    created_at: createdAt(),
  },
  (t) => [
    index("devices_user").on(t.user_id, t.created_at),
    check("devices_state", sql`${t.state} in (0, 1)`),
  ],
);

const channel = () =>
  text("channel_id")
    .notNull()
    .references(() => channels.id, { onDelete: "cascade" });

export const deviceChannels = sqliteTable(
  "device_channels",
  {
    device_id: text("device_id")
      .notNull()
      .references(() => devices.id, { onDelete: "cascade" }),
    channel_id: channel(),
    /** The order in which they were chosen. */
    position: integer("position").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.device_id, t.channel_id] }),
    index("device_channels_channel").on(t.channel_id),
  ],
);

export const credentialChannels = sqliteTable(
  "credential_channels",
  {
    credential_id: text("credential_id")
      .notNull()
      .references(() => credentials.id, { onDelete: "cascade" }),
    channel_id: channel(),
    position: integer("position").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.credential_id, t.channel_id] }),
    index("credential_channels_channel").on(t.channel_id),
  ],
);

/** Ended accounts whose objects must still be erased. The account's row is gone: no foreign key. */
export const erasures = sqliteTable("erasures", {
  user_id: text("user_id").primaryKey(),
  created_at: createdAt(),
});

/** The bearer of the token acts as this device until it expires. */
export const deviceLinks = sqliteTable(
  "device_links",
  {
    id: id(),
    token_hash: text("token_hash").notNull(),
    user_id: owner(),
    device_id: text("device_id")
      .notNull()
      .references(() => devices.id, { onDelete: "cascade" }),
    created_at: createdAt(),
    expires_at: integer("expires_at").notNull(),
  },
  (t) => [
    uniqueIndex("device_links_token").on(t.token_hash),
    index("device_links_device").on(t.device_id),
    index("device_links_user").on(t.user_id),
    index("device_links_expiry").on(t.expires_at),
  ],
);

/** Logins without a password. The browser keeps the secret key. */
export const passkeys = sqliteTable(
  "passkeys",
  {
    id: id(),
    user_id: owner(),
    name: text("name").notNull(),
    /** What the authenticator calls it: base64url. */
    credential_id: text("credential_id").notNull(),
    /** SubjectPublicKeyInfo: base64url. */
    public_key: text("public_key").notNull(),
    created_at: createdAt(),
    last_used_at: integer("last_used_at"),
    /** When the challenge of its last login was made. */
    challenged_at: integer("challenged_at").notNull().default(0),
    /** The digest of the session that it began last. */
    session_hash: text("session_hash"),
  },
  (t) => [
    uniqueIndex("passkeys_credential").on(t.credential_id),
    index("passkeys_user").on(t.user_id, t.created_at),
  ],
);

// Tables for proving addresses, and for the emails.

export const emailLinks = sqliteTable(
  "email_links",
  {
    token_hash: text("token_hash").primaryKey(),
    user_id: owner(),
    /** Whether it proves the address, moves the account to it, or restores it. */
    purpose: text("purpose", { enum: ["verify", "change", "undo"] }).notNull(),
    email: text("email").notNull(),
    /** The session that asked for the change, which stays signed in. */
    session_hash: text("session_hash"),
    created_at: createdAt(),
    expires_at: integer("expires_at").notNull(),
  },
  (t) => [
    index("email_links_user").on(t.user_id, t.purpose),
    index("email_links_email").on(t.email, t.purpose),
    index("email_links_expiry").on(t.expires_at),
  ],
);

/** Browsers that have logged in before: exempt from the throttle of strangers, nothing else. */
export const knownBrowsers = sqliteTable(
  "known_browsers",
  {
    token_hash: text("token_hash").primaryKey(),
    user_id: owner(),
    created_at: createdAt(),
    expires_at: integer("expires_at").notNull(),
  },
  (t) => [
    index("known_browsers_user").on(t.user_id, t.created_at),
    index("known_browsers_expiry").on(t.expires_at),
  ],
);

/** Password links. A row is written whether or not the address is registered. */
export const resetLinks = sqliteTable(
  "reset_links",
  {
    token_hash: text("token_hash").primaryKey(),
    /** Keyed hash of the address: finds the links that a new one ends, also without an account. */
    email_hash: text("email_hash").notNull(),
    user_id: text("user_id").references(() => users.id, { onDelete: "cascade" }),
    created_at: createdAt(),
    expires_at: integer("expires_at").notNull(),
    /** The request that used it up. */
    used_by: text("used_by"),
  },
  (t) => [
    index("reset_links_email").on(t.email_hash),
    index("reset_links_user").on(t.user_id),
    index("reset_links_expiry").on(t.expires_at),
  ],
);

export const waitlist = sqliteTable(
  "waitlist",
  {
    email: text("email").primaryKey(),
    created_at: createdAt(),
    /** When an invitation was sent; null for none. */
    invited_at: integer("invited_at"),
  },
  (t) => [index("waitlist_order").on(t.created_at)],
);

/** Invitations: they register their address even when the service is full. */
export const invitations = sqliteTable(
  "invitations",
  {
    token_hash: text("token_hash").primaryKey(),
    email: text("email").notNull(),
    created_at: createdAt(),
    expires_at: integer("expires_at").notNull(),
  },
  (t) => [index("invitations_email").on(t.email), index("invitations_expiry").on(t.expires_at)],
);

/** Emails to be sent. Sealed: a reset email contains a token. */
export const mailOutbox = sqliteTable(
  "mail_outbox",
  {
    id: id(),
    kind: text("kind").notNull(),
    letter_sealed: text("letter_sealed").notNull(),
    created_at: createdAt(),
    attempts: integer("attempts").notNull().default(0),
    /** When to try next; null when sent or given up. */
    next_attempt_at: integer("next_attempt_at"),
    sent_at: integer("sent_at"),
  },
  (t) => [index("mail_outbox_next").on(t.next_attempt_at), index("mail_outbox_created").on(t.created_at)],
);

// Tables for operators: the audit log, and the runs of the cron.

/** One row a call. It outlives its account: no foreign key. */
export const operatorActions = sqliteTable(
  "operator_actions",
  {
    id: id(),
    at: integer("at").notNull(),
    /** The name of the key, or the beginning of its digest. */
    key_name: text("key_name").notNull(),
    call: text("call").notNull(),
    account_id: text("account_id"),
    /** JSON: the body. */
    said: text("said"),
    /** The response's status; null when the outcome is unknown. */
    status: integer("status"),
  },
  (t) => [
    index("operator_actions_at").on(t.at, t.id),
    index("operator_actions_account").on(t.account_id, t.at),
  ],
);

/** One row: the last run of the jobs. */
export const jobRuns = sqliteTable("job_runs", {
  name: text("name").primaryKey(),
  at: integer("at").notNull(),
  /** JSON: the names of the jobs that failed. */
  failed: text("failed").notNull().default('{"version":1,"value":[]}'),
});

/** What an owner can look back on. A row is written in the batch of the change that it reports. */
export const securityEvents = sqliteTable(
  "security_events",
  {
    id: id(),
    user_id: owner(),
    at: integer("at").notNull(),
    kind: text("kind", { enum: SECURITY_KINDS }).notNull(),
    /** A sentence for the owner, without secrets. */
    detail: text("detail").notNull(),
    /** How many failed logins the row stands for. */
    count: integer("count").notNull().default(1),
    address_sealed: text("address_sealed"),
    browser: text("browser"),
  },
  (t) => [index("security_events_user").on(t.user_id, t.at), index("security_events_at").on(t.at)],
);

/** Schedules of devices. Their runs are in the account's object. */
export const schedules = sqliteTable(
  "schedules",
  {
    id: id(),
    user_id: owner(),
    device_id: text("device_id")
      .notNull()
      .references(() => devices.id, { onDelete: "cascade" }),
    name: text("name").notNull(),
    state: flag("state"),
    /** JSON: values of controls; null for none. */
    set_values: text("set_values"),
    /** JSON: `Timing` of broker/contract/schedule.ts. */
    timing: text("timing").notNull(),
    time_zone: text("time_zone").notNull(),
    /** JSON: `Place`; null without a sun time. */
    place: text("place"),
    missed: text("missed", { enum: MISSED }).notNull(),
    /** Seconds. */
    grace: integer("grace").notNull(),
    enabled: flag("enabled"),
    created_at: createdAt(),
    /** When it was created or changed: planned from there on. */
    since: integer("since").notNull(),
  },
  (t) => [index("schedules_user").on(t.user_id), index("schedules_device").on(t.device_id, t.created_at)],
);

/** Tokens for programs, and those of guests. Their last use is in the account's object. */
export const tokens = sqliteTable(
  "tokens",
  {
    id: id(),
    user_id: owner(),
    name: text("name").notNull(),
    kind: text("kind", { enum: TOKEN_KINDS }).notNull().default("program"),
    token_hash: text("token_hash").notNull(),
    /** JSON: scopes of `broker/contract/scopes.ts`. */
    scopes: text("scopes").notNull(),
    created_at: createdAt(),
    /** Valid from then on; null: since it was made. */
    starts_at: integer("starts_at"),
    /** Null: it does not expire. */
    expires_at: integer("expires_at"),
    /** The owner's words for a guest, shown on its page; null: none. */
    note: text("note"),
    /** Of an app: its owner is asked before each switch, whatever the device says. */
    asks_first: flag("asks_first"),
  },
  (t) => [uniqueIndex("tokens_hash").on(t.token_hash), index("tokens_user").on(t.user_id, t.created_at)],
);

/** Programs that log in by OAuth: one row for each client of an account. */
export const apps = sqliteTable(
  "apps",
  {
    id: id(),
    user_id: owner(),
    /** The address of its metadata document, or the id of its registration. */
    client_id: text("client_id").notNull(),
    name: text("name").notNull(),
    /** Of its address, or where it is redirected to. */
    host: text("host").notNull(),
    created_at: createdAt(),
  },
  (t) => [uniqueIndex("apps_client").on(t.user_id, t.client_id)],
);

/** Logins of an app, such as one on each computer. The access token is its row in `tokens`. */
export const appLogins = sqliteTable(
  "app_logins",
  {
    token_id: text("token_id")
      .primaryKey()
      .references(() => tokens.id, { onDelete: "cascade" }),
    user_id: owner(),
    app_id: text("app_id")
      .notNull()
      .references(() => apps.id, { onDelete: "cascade" }),
    /** Digest of the digits that all its refresh tokens share. */
    login_hash: text("login_hash").notNull(),
    /** Digest of the one refresh token that is valid. */
    refresh_hash: text("refresh_hash").notNull(),
    /** When it ends unless it is used. */
    expires_at: integer("expires_at").notNull(),
  },
  (t) => [
    uniqueIndex("app_logins_login").on(t.login_hash),
    index("app_logins_app").on(t.app_id),
    index("app_logins_expiry").on(t.expires_at),
  ],
);

/** Authorization codes (RFC 6749, 4.1.2). A used one stays until it expires, so that a second use is recognised. */
export const oauthCodes = sqliteTable(
  "oauth_codes",
  {
    code_hash: text("code_hash").primaryKey(),
    user_id: owner(),
    client_id: text("client_id").notNull(),
    name: text("name").notNull(),
    host: text("host").notNull(),
    redirect_uri: text("redirect_uri").notNull(),
    /** PKCE (RFC 7636), S256. */
    challenge: text("challenge").notNull(),
    /** JSON: the granted scopes. */
    scopes: text("scopes").notNull(),
    asks_first: flag("asks_first"),
    expires_at: integer("expires_at").notNull(),
    used_at: integer("used_at"),
    /** The login that it began. */
    token_id: text("token_id"),
  },
  (t) => [index("oauth_codes_user").on(t.user_id), index("oauth_codes_expiry").on(t.expires_at)],
);

/** Clients that registered themselves (RFC 7591). */
export const oauthClients = sqliteTable(
  "oauth_clients",
  {
    id: id(),
    name: text("name").notNull(),
    /** JSON. */
    redirect_uris: text("redirect_uris").notNull(),
    created_at: createdAt(),
    /** An account has allowed it. */
    used: flag("used"),
    expires_at: integer("expires_at").notNull(),
  },
  (t) => [index("oauth_clients_expiry").on(t.used, t.expires_at)],
);

/** The webhooks themselves are in the account's object. Here their secrets are sealed again after a key rotation. */
export const webhookSecrets = sqliteTable(
  "webhook_secrets",
  {
    id: id(),
    user_id: owner(),
    target_id: text("target_id").notNull(),
    secret_sealed: text("secret_sealed").notNull(),
    created_at: createdAt(),
    /** Null for the current secret; a previous one signs until then, too. */
    until: integer("until"),
  },
  (t) => [index("webhook_secrets_target").on(t.user_id, t.target_id, t.created_at)],
);
