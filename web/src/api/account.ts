/** Calls about people and their sessions. */

import type {
  ApiKey,
  Login,
  Session,
  User,
  UserCount,
  UserDeletion,
  UserUpdate,
} from "../../../worker/contract/user.ts";
import { call } from "./client.ts";

export const getUserCount = () => call<UserCount>("GET", "/count/users/", { access: "public" });
export const login = (body: Login) =>
  call<Partial<Session> | undefined>("POST", "/login/", { body, access: "public" });
export const register = (body: { email: string; password: string; confirm_password: string }) =>
  call<Partial<Session> | undefined>("POST", "/register/", { body, access: "public" });
export const logout = () => call<void>("POST", "/logout/", { body: {} });
export const forgotPassword = (email: string) =>
  call<{ detail: string }>("POST", "/forgot-password/", { body: { email }, access: "public" });
export const validateResetToken = (token: string, signal?: AbortSignal) =>
  call<{ detail: string }>("POST", "/validate-reset-token/", {
    body: { token },
    access: "public",
    ...(signal && { signal }),
  });
export const resetPassword = (token: string, password: string) =>
  call<{ detail: string }>("POST", "/reset-password/", { body: { token, password }, access: "public" });
/** Each of them opens the link of a letter, which works once. */
export const verifyEmail = (token: string) =>
  call<{ detail: string }>("POST", "/verify-email/", { body: { token }, access: "public" });
export const undoEmail = (token: string) =>
  call<{ detail: string }>("POST", "/undo-email/", { body: { token }, access: "public" });
export const joinWaitlist = (email: string) =>
  call<{ email: string }>("POST", "/waitlist_entries/", { body: { email }, access: "public" });

export const getUser = () => call<User>("GET", "/users/");
export const updateUser = (body: UserUpdate) => call<{ data: User }>("PUT", "/users/", { body });
/** The letter with the link, to the address that waits for it. */
export const sendVerification = () => call<{ detail: string }>("POST", "/users/verification/", { body: {} });
/** Everything that belongs to the person goes with them. */
export const deleteAccount = (password: string) =>
  call<void>("DELETE", "/users/", { body: { password } satisfies UserDeletion });

export const listApiKeys = () => call<ApiKey[]>("GET", "/api-keys/");
export const createApiKey = () => call<ApiKey>("POST", "/api-keys/", { body: {} });
export const deleteApiKey = (id: string) => call<void>("DELETE", `/api-keys/${id}/`);
