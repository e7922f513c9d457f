/** The person of an account, the password, login sessions, and the end of the account. */

import * as z from "zod";
import { endpoints } from "./endpoint.ts";
import { boolean, choice, moment, named, secret, text, uuid, wholeNumber } from "./fields.ts";
import { PASSWORD_MIN_LENGTH } from "./limits.ts";
import { MESSAGES } from "./sentences.ts";

const PASSWORD_RULES: readonly { name: string; sentence: string; met: (password: string) => boolean }[] = [
  {
    name: "length",
    sentence: MESSAGES.passwordTooShort,
    met: (password) => [...password].length >= PASSWORD_MIN_LENGTH,
  },
  {
    name: "uppercase",
    sentence: "Password must contain an uppercase letter",
    met: (password) => /\p{Lu}/u.test(password),
  },
  {
    name: "lowercase",
    sentence: "Password must contain a lowercase letter",
    met: (password) => /\p{Ll}/u.test(password),
  },
  { name: "digit", sentence: "Password must contain a digit", met: (password) => /\p{Nd}/u.test(password) },
  {
    name: "special",
    sentence: "Password must contain a special character",
    met: (password) => /[^\p{L}\p{N}]/u.test(password),
  },
];

const missedRules = (password: string): string[] =>
  PASSWORD_RULES.filter((rule) => !rule.met(password)).map((rule) => rule.sentence);

/** How times of day are shown: of 12 or of 24 hours. */
export const CLOCKS = ["12", "24"] as const;

export const User = named("User", {
  id: uuid(),
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
  /** A link in an email to it was opened. */
  email_verified: z.boolean(),
  /** Becomes the address when the link in its email is opened. */
  pending_email: z.string().nullable(),
  /** Why the account is suspended; null when it is not. */
  suspended: z.string().nullable(),
  /** IANA name of the zone in which times are shown; null: that of the browser. */
  time_zone: z.string().nullable(),
  clock: z.enum(CLOCKS),
});
export type User = z.infer<typeof User>;

export const MAX_PASSWORD = 128;

export const email = () =>
  text({ max: 254 })
    .transform((value) => value.toLowerCase())
    .pipe(z.email("Enter a valid email address."))
    .meta({ format: "email" });

/** A new password: each violated rule is one sentence. */
export const newPassword = () =>
  secret({ max: MAX_PASSWORD })
    .superRefine((value, context) => {
      for (const message of missedRules(value)) context.addIssue({ code: "custom", message });
    })
    .meta({ examples: ["Quiet-Harbour-7"] });

/** Tokens do not end with the password, unless it asks for that. */
export const deleteTokens = () => boolean().optional();

export const Detail = named("Detail", { detail: z.string() });
export type Detail = z.infer<typeof Detail>;

/** A new password; `tokens` and `guests`: how many tokens of programs and links of guests stay valid. */
export const ChangedPassword = named("ChangedPassword", {
  detail: z.string(),
  tokens: z.number().int(),
  guests: z.number().int(),
});
export type ChangedPassword = z.infer<typeof ChangedPassword>;

const UpdatedUser = named("UpdatedUser", { data: User });

const UserUpdate = named("UserUpdate", {
  first_name: text({ max: 150 }),
  last_name: text({ max: 150 }),
  email: email(),
  /** Required when the address changes. */
  password: secret({ max: MAX_PASSWORD }).optional(),
  /** IANA name, or null for that of the browser. Left out, it stays. */
  time_zone: text({ max: 64 }).nullable().optional(),
  clock: choice(CLOCKS).optional(),
});

const PasswordChange = named("PasswordChange", {
  password: secret({ max: MAX_PASSWORD }),
  new_password: newPassword(),
  delete_tokens: deleteTokens(),
});

/** The browser of a session whose program is not known. */
export const UNKNOWN_PROGRAM = "Unknown program";

/** A login session. */
export const OpenSession = named("OpenSession", {
  id: uuid(),
  created_at: moment(),
  /** To the hour. */
  last_used_at: moment(),
  /** Such as `Firefox on Windows`. */
  browser: z.string(),
  /** It is the session of this call. */
  current: z.boolean(),
});
export type OpenSession = z.infer<typeof OpenSession>;

/** What the account's owner can look back on. */
export const SECURITY_KINDS = [
  "registered",
  "login",
  "login_failed",
  "passkey_created",
  "passkey_deleted",
  "session_ended",
  "password_changed",
  "password_reset",
  "email_verified",
  "email_change_requested",
  "email_change_cancelled",
  "email_changed",
  "email_restored",
  "api_key_created",
  "api_key_deleted",
  "credential_created",
  "credential_changed",
  "credential_rotated",
  "credential_deleted",
  "token_created",
  "token_deleted",
  "guest_created",
  "guest_changed",
  "guest_deleted",
  "app_allowed",
  "app_connected",
  "app_ended",
  "ask_first_changed",
  "order_allowed",
  "order_denied",
  "exported",
  "imported",
  "suspended",
  "resumed",
  "limits_changed",
  "sessions_ended",
] as const;
export type SecurityKind = (typeof SECURITY_KINDS)[number];

const SecurityEvent = named("SecurityEvent", {
  at: moment(),
  kind: z.enum(SECURITY_KINDS),
  /** One sentence. */
  detail: z.string(),
  /** From where; null where it is not known, or for failed logins from several addresses. */
  address: z.string().nullable(),
  /** Such as `Firefox on Windows`; null where it is not known. */
  browser: z.string().nullable(),
});
export type SecurityEvent = z.infer<typeof SecurityEvent>;

/** What an import reads: the files of an export, or those of a Mosquitto. */
const IMPORT_SOURCES = ["export", "mosquitto"] as const;
export type ImportedFrom = (typeof IMPORT_SOURCES)[number];

/** More than the rows of the largest export. */
const MAX_IMPORTED = 1_000_000;

/** What became of an import. One that changed nothing is not reported. */
const ImportReport = named("ImportReport", {
  from: choice(IMPORT_SOURCES),
  /** Rows that were made or changed. */
  made: wholeNumber({ min: 1, max: MAX_IMPORTED }),
  failed: wholeNumber({ min: 0, max: MAX_IMPORTED }),
});

/** Proves that the caller is the owner, not somebody at a browser that is signed in. */
const PasswordProof = z.object({ password: secret({ max: MAX_PASSWORD }) });

export const ACCOUNT_CALLS = endpoints({
  readUser: {
    method: "GET",
    path: "/v0/users/",
    access: "user",
    summary: "The account",
    response: User,
    whileSuspended: true,
  },
  updateUser: {
    method: "PUT",
    path: "/v0/users/",
    access: "user",
    summary:
      "Change the account; a new e-mail address needs the password, and applies when the link in its e-mail is opened",
    request: UserUpdate,
    response: UpdatedUser,
    throttle: "update-user",
    problems: [409],
  },
  changePassword: {
    method: "POST",
    path: "/v0/users/password/",
    access: "user",
    summary:
      "Change the password; every other session ends before the answer, and with `delete_tokens` every token; devices stay connected",
    request: PasswordChange,
    response: ChangedPassword,
    throttle: "change-password",
    problems: [503],
  },
  listSessions: {
    method: "GET",
    path: "/v0/sessions/",
    access: "user",
    summary: "The account's login sessions, newest first",
    response: z.array(OpenSession),
    problems: [503],
  },
  deleteSession: {
    method: "DELETE",
    path: "/v0/sessions/{id}/",
    access: "user",
    summary: "End a login session; it and its streams are dead before the answer",
  },
  listSecurityEvents: {
    method: "GET",
    path: "/v0/security/",
    access: "user",
    summary:
      "Logins, and what was changed about logins, keys and the account; newest first, 90 days, at most 1,000",
    response: z.array(SecurityEvent),
    whileSuspended: true,
  },
  sendVerification: {
    method: "POST",
    path: "/v0/users/verification/",
    access: "user",
    summary: "Send the e-mail with the link again, to the address that is not confirmed yet",
    response: Detail,
    throttle: "verification",
  },
  cancelPendingEmail: {
    method: "DELETE",
    path: "/v0/users/pending-email/",
    access: "user",
    summary: "Give up the change to a new e-mail address; the link in its e-mail no longer works",
  },
  exportAccount: {
    method: "GET",
    path: "/v0/export/",
    access: "user",
    summary:
      "All of the account as a zip archive: JSON, values as CSV, password and access files for Mosquitto; it contains secrets",
    media: ["application/zip"],
    throttle: "export",
    whileSuspended: true,
    problems: [413, 429, 503],
  },
  exportWithPassword: {
    method: "POST",
    path: "/v0/export/",
    access: "user",
    summary: "The same archive, for a caller who proves to be the owner by the password",
    request: PasswordProof,
    media: ["application/zip"],
    throttle: "export",
    whileSuspended: true,
    problems: [413, 429, 503],
  },
  reportImport: {
    method: "POST",
    path: "/v0/imports/",
    access: "user",
    summary: "Note in the security log that an import ended; it runs through the other calls",
    request: ImportReport,
    throttle: "import",
  },
  deleteUser: {
    method: "DELETE",
    path: "/v0/users/",
    access: "user",
    summary: "Delete the account and its data; its clients are disconnected before the answer",
    request: PasswordProof,
    throttle: "delete-user",
    whileSuspended: true,
    problems: [503],
  },
});
