/** Every call of the API: the tables of all nouns as one, and the types of requests and responses. */

import type { z } from "zod";
import { ACCOUNT_CALLS } from "./account.ts";
import { API_KEY_CALLS } from "./api-keys.ts";
import { APPROVAL_CALLS } from "./approvals.ts";
import { APP_CALLS } from "./apps.ts";
import { ASYNCAPI_CALLS } from "./asyncapi.ts";
import { CHANNEL_CALLS } from "./channels.ts";
import { CLIENT_CALLS } from "./clients.ts";
import { CREDENTIAL_CALLS } from "./credentials.ts";
import { DEVICE_LINK_CALLS } from "./device-links.ts";
import { DEVICE_CALLS } from "./devices.ts";
import { EVENT_CALLS } from "./events.ts";
import { FOUND_DEVICE_CALLS } from "./found-devices.ts";
import { GUEST_CALLS } from "./guests.ts";
import { MESSAGE_CALLS } from "./messages.ts";
import { NOTICE_ANSWER_CALLS } from "./notice-answers.ts";
import { OPERATOR_CALLS } from "./operator.ts";
import { PASSKEY_CALLS } from "./passkeys.ts";
import { REFUSAL_CALLS } from "./refusals.ts";
import { SCHEDULE_CALLS } from "./schedules.ts";
import { SERIES_CALLS } from "./series.ts";
import { SERVICE_CALLS } from "./service.ts";
import { SETTINGS_CALLS } from "./settings.ts";
import { SIGN_IN_CALLS } from "./sign-in.ts";
import { STREAM_CALLS } from "./stream.ts";
import { TOKEN_CALLS } from "./tokens.ts";
import { WATCH_CALLS } from "./watches.ts";

/** The calls of the public document, in its order. Operators' calls stand in a document of their own. */
export const CALLS = {
  ...SERVICE_CALLS,
  ...SIGN_IN_CALLS,
  ...PASSKEY_CALLS,
  ...ACCOUNT_CALLS,
  ...API_KEY_CALLS,
  ...TOKEN_CALLS,
  ...GUEST_CALLS,
  ...APP_CALLS,
  ...CHANNEL_CALLS,
  ...CREDENTIAL_CALLS,
  ...MESSAGE_CALLS,
  ...SETTINGS_CALLS,
  ...ASYNCAPI_CALLS,
  ...DEVICE_CALLS,
  ...FOUND_DEVICE_CALLS,
  ...SERIES_CALLS,
  ...STREAM_CALLS,
  ...DEVICE_LINK_CALLS,
  ...SCHEDULE_CALLS,
  ...WATCH_CALLS,
  ...NOTICE_ANSWER_CALLS,
  ...APPROVAL_CALLS,
  ...CLIENT_CALLS,
  ...REFUSAL_CALLS,
  ...EVENT_CALLS,
};
export const API = { ...CALLS, ...OPERATOR_CALLS };

export type CallName = keyof typeof CALLS;
export type ApiCall = keyof typeof API;
export type OperatorCallName = keyof typeof OPERATOR_CALLS;

type Public<N extends CallName> = (typeof CALLS)[N]["access"] extends "public" ? N : never;
export type PublicCallName = { [N in CallName]: Public<N> }[CallName];
/** The calls of an account. */
export type OwnCallName = Exclude<CallName, PublicCallName>;

/** The type of an endpoint's schema; null where it has none. */
type Part<E, P extends string> = E extends Record<P, infer S> ? S : null;
type Of<N extends ApiCall> = (typeof API)[N];
/** The body as it is sent. */
export type RequestOf<N extends ApiCall> =
  Part<Of<N>, "request"> extends z.ZodType<unknown, infer I> ? I : undefined;
/** The body after validation. */
export type BodyOf<N extends ApiCall> = Part<Of<N>, "request"> extends z.ZodType<infer O> ? O : undefined;
/** The query as it is sent. */
export type SearchOf<N extends ApiCall> =
  Part<Of<N>, "query"> extends z.ZodType<unknown, infer I> ? I : undefined;
/** The query after validation. */
export type QueryOf<N extends ApiCall> = Part<Of<N>, "query"> extends z.ZodType<infer O> ? O : undefined;
export type ResponseOf<N extends ApiCall> =
  Part<Of<N>, "response"> extends z.ZodType<infer O> ? O : undefined;
