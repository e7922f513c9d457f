/** Registering, logging in and out, a new password, the links of e-mails, and the waitlist. */

import * as z from "zod";
import { ChangedPassword, Detail, deleteTokens, email, MAX_PASSWORD, newPassword, User } from "./account.ts";
import { endpoints } from "./endpoint.ts";
import { named, secret, text } from "./fields.ts";
import { MESSAGES } from "./sentences.ts";

export const Session = named("Session", { data: z.object({ token: z.string(), user: User }) });
export type LoginSession = z.infer<typeof Session>;

const Login = named("Login", { email: email(), password: secret({ max: MAX_PASSWORD }) });

const linkToken = () => text({ max: 128 });

const Register = z
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

const ForgotPassword = named("ForgotPassword", { email: email() });

const ValidateResetToken = named("ValidateResetToken", { token: linkToken() });

export const CheckedResetToken = named("CheckedResetToken", {
  detail: z.string(),
  /** The address was never verified: the reset deletes everything in the account that logs in or acts. */
  clears: z.boolean(),
  /** Valid tokens of programs, which a reset keeps unless it asks for their deletion. */
  tokens: z.number().int(),
  /** Likewise valid links of guests. */
  guests: z.number().int(),
});
export type CheckedResetToken = z.infer<typeof CheckedResetToken>;

const ResetPassword = named("ResetPassword", {
  token: linkToken(),
  password: newPassword(),
  delete_tokens: deleteTokens(),
});

const VerifyEmail = z.object({ token: linkToken() });

const UndoEmail = z.object({ token: linkToken() });

const WaitlistEntry = named("WaitlistEntry", { email: email() });

export const SIGN_IN_CALLS = endpoints({
  register: {
    method: "POST",
    path: "/v0/register/",
    access: "public",
    status: 201,
    summary: "Register and log in",
    request: Register,
    response: Session,
    throttle: "register",
    problems: [403, 409],
  },
  login: {
    method: "POST",
    path: "/v0/login/",
    access: "public",
    summary: "Log in",
    request: Login,
    response: Session,
    throttle: "login",
  },
  logout: {
    method: "POST",
    path: "/v0/logout/",
    access: "user",
    summary: "End this session",
    whileSuspended: true,
  },
  forgotPassword: {
    method: "POST",
    path: "/v0/forgot-password/",
    access: "public",
    summary: "Ask for an e-mail with a reset link; the answer is the same for unknown addresses",
    request: ForgotPassword,
    response: Detail,
    throttle: "forgot-password",
  },
  validateResetToken: {
    method: "POST",
    path: "/v0/validate-reset-token/",
    access: "public",
    summary: "Whether a reset token still works, and what its reset does to the account",
    request: ValidateResetToken,
    response: CheckedResetToken,
    throttle: "validate-reset-token",
  },
  resetPassword: {
    method: "POST",
    path: "/v0/reset-password/",
    access: "public",
    summary:
      "Set a new password; every session of the account ends. This verifies an unverified address, and deletes everything in its account that logs in or acts, because somebody else may have made it; devices, channels, events and values stay",
    request: ResetPassword,
    response: ChangedPassword,
    throttle: "reset-password",
    problems: [503],
  },
  verifyEmail: {
    method: "POST",
    path: "/v0/verify-email/",
    access: "public",
    summary: "Open the link of an e-mail: its address is verified and becomes the account's",
    request: VerifyEmail,
    response: Detail,
    throttle: "verify-email",
    problems: [409],
  },
  undoEmail: {
    method: "POST",
    path: "/v0/undo-email/",
    access: "public",
    summary: "Give the account its old address back, for 7 days after a change; every session ends",
    request: UndoEmail,
    response: Detail,
    throttle: "undo-email",
    problems: [409],
  },
  joinWaitlist: {
    method: "POST",
    path: "/v0/waitlist_entries/",
    access: "public",
    status: 201,
    summary: "Join the waitlist",
    request: WaitlistEntry,
    response: z.object({ email: z.string() }),
    throttle: "waitlist",
  },
});
