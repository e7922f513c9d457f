import * as z from "zod";
import { boolean, choice, moment, named, secret, text, uuid } from "./fields.ts";
import { PASSWORD_MIN_LENGTH } from "./limits.ts";
import { MESSAGES } from "./messages.ts";

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

export const Session = named("Session", { data: z.object({ token: z.string(), user: User }) });
export type LoginSession = z.infer<typeof Session>;

export const UserCount = named("UserCount", { total: z.int(), max: z.int() });
export type UserCount = z.infer<typeof UserCount>;

/** A key that cannot be read is empty and sorted last. */
export const ApiKey = named("ApiKey", { id: uuid(), key: z.string(), created_at: moment() });
export type ApiKey = z.infer<typeof ApiKey>;

const MAX_PASSWORD = 128;

const email = () =>
  text({ max: 254 })
    .transform((value) => value.toLowerCase())
    .pipe(z.email("Enter a valid email address."))
    .meta({ format: "email" });

export const Login = named("Login", { email: email(), password: secret({ max: MAX_PASSWORD }) });
export type Login = z.input<typeof Login>;

/** A new password: each violated rule is one sentence. */
const newPassword = () =>
  secret({ max: MAX_PASSWORD })
    .superRefine((value, context) => {
      for (const message of missedRules(value)) context.addIssue({ code: "custom", message });
    })
    .meta({ examples: ["Quiet-Harbour-7"] });

const linkToken = () => text({ max: 128 });

export const Register = z
  .object({
    email: email(),
    password: newPassword(),
    confirm_password: z.unknown().optional(),
    /** The token of an invitation to this address: it registers even when the service is full. */
    invitation: linkToken().optional(),
  })
  .refine((body) => body.confirm_password === undefined || body.confirm_password === body.password, {
    path: ["confirm_password"],
    message: MESSAGES.passwordsDiffer,
  })
  .meta({ id: "Register" });
export type Register = z.input<typeof Register>;

export const ForgotPassword = named("ForgotPassword", { email: email() });
export type ForgotPassword = z.input<typeof ForgotPassword>;

export const ValidateResetToken = named("ValidateResetToken", { token: linkToken() });
export type ValidateResetToken = z.input<typeof ValidateResetToken>;

export const VerifyEmail = z.object({ token: linkToken() });
export type VerifyEmail = z.input<typeof VerifyEmail>;

export const UndoEmail = z.object({ token: linkToken() });
export type UndoEmail = z.input<typeof UndoEmail>;

/** Tokens do not end with the password, unless it asks for that. */
const deleteTokens = () => boolean().optional();

export const ResetPassword = named("ResetPassword", {
  token: linkToken(),
  password: newPassword(),
  delete_tokens: deleteTokens(),
});
export type ResetPassword = z.input<typeof ResetPassword>;

export const Detail = named("Detail", { detail: z.string() });
export type Detail = z.infer<typeof Detail>;

/** A new password; `tokens`: how many tokens stay valid. */
export const ChangedPassword = named("ChangedPassword", { detail: z.string(), tokens: z.number().int() });
export type ChangedPassword = z.infer<typeof ChangedPassword>;

export const CheckedResetToken = named("CheckedResetToken", {
  detail: z.string(),
  /** The address was never verified: the reset deletes everything in the account that logs in or acts. */
  clears: z.boolean(),
  /** Valid tokens, which a reset keeps unless it asks for their deletion. */
  tokens: z.number().int(),
});
export type CheckedResetToken = z.infer<typeof CheckedResetToken>;

export const WaitlistEntry = named("WaitlistEntry", { email: email() });
export type WaitlistEntry = z.input<typeof WaitlistEntry>;

export const UpdatedUser = named("UpdatedUser", { data: User });
export type UpdatedUser = z.infer<typeof UpdatedUser>;

export const UserUpdate = named("UserUpdate", {
  first_name: text({ max: 150 }),
  last_name: text({ max: 150 }),
  email: email(),
  /** Required when the address changes. */
  password: secret({ max: MAX_PASSWORD }).optional(),
  /** IANA name, or null for that of the browser. Left out, it stays. */
  time_zone: text({ max: 64 }).nullable().optional(),
  clock: choice(CLOCKS).optional(),
});
export type UserUpdate = z.input<typeof UserUpdate>;

export const PasswordChange = named("PasswordChange", {
  password: secret({ max: MAX_PASSWORD }),
  new_password: newPassword(),
  delete_tokens: deleteTokens(),
});
export type PasswordChange = z.input<typeof PasswordChange>;

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

export const UserDeletion = z.object({ password: secret({ max: MAX_PASSWORD }) });
export type UserDeletion = z.input<typeof UserDeletion>;
