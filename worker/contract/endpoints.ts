/**
 * The calls of the API, one row each. The router, the validation, the OpenAPI document, the web app's client
 * and the completeness tests are made from this table.
 */

import { z } from "zod";
import { BrokerInfo } from "./broker.ts";
import { Channel, ChannelBody } from "./channel.ts";
import { Credential, CredentialCreate, CredentialUpdate } from "./credential.ts";
import { Device, DeviceBody, DeviceQuery } from "./device.ts";
import { DeviceLink, LinkedDevice, OpenLink } from "./device-link.ts";
import { DeviceEvent, EventQuery } from "./event.ts";
import { LiveClient } from "./live-client.ts";
import { ConnectionQuery, DeviceConnection, DeviceDetail, SwitchBody, SwitchOutcome } from "./presence.ts";
import { Refusal } from "./refusal.ts";
import {
  ApiKey,
  Detail,
  ForgotPassword,
  Login,
  Register,
  ResetPassword,
  Session,
  UndoEmail,
  UpdatedUser,
  User,
  UserCount,
  UserDeletion,
  UserUpdate,
  ValidateResetToken,
  VerifyEmail,
  WaitlistEntry,
} from "./user.ts";

export type ThrottleName =
  | "login"
  | "register"
  | "forgot-password"
  | "validate-reset-token"
  | "reset-password"
  | "verify-email"
  | "undo-email"
  | "update-user"
  | "delete-user"
  | "verification"
  | "waitlist"
  | "device-link";

export interface Endpoint {
  method: "GET" | "POST" | "PUT" | "DELETE";
  /** With the trailing slash; the same without it is the same call. `{id}` is a UUID. */
  path: string;
  access: "public" | "user";
  summary: string;
  query?: z.ZodType;
  request?: z.ZodType;
  status: 200 | 201 | 204;
  /** Null where the answer has no body. */
  response: z.ZodType | null;
  throttle?: ThrottleName;
  /** What else it answers by its own rules, beside what its access, body and throttle imply. */
  problems?: readonly (400 | 403 | 404 | 409 | 503)[];
  /** Calls to the database when it succeeds, at most; those of the account's broker not counted. */
  roundTrips: number;
}

const DEVICES = "/v0/devices/on-off/";
const CHANNELS = "/v0/mqtt/channels/";
const CREDENTIALS = "/v0/mqtt/credentials/";
const LOG = "/v0/mqtt/log/";
const CLIENTS = "/v0/mqtt/clients/";
const KEYS = "/v0/api-keys/";

const open = { access: "public" } as const;
const mine = { access: "user" } as const;
const get = { method: "GET", status: 200 } as const;
const post = { method: "POST", status: 201 } as const;
const put = { method: "PUT", status: 200 } as const;
const remove = { method: "DELETE", status: 204, response: null } as const;
/** A call that tells the account's broker before it answers. */
const TOLD = [404, 503] as const;

export const ENDPOINTS = {
  health: {
    ...get,
    ...open,
    path: "/v0/health/",
    summary: "Whether the service answers; degraded: some accounts' brokers did not, within the last minute",
    response: z.object({
      status: z.enum(["ok", "degraded"]),
      /** What does not work because a variable is missing, in sentences; left out where all is well. */
      problems: z.array(z.string()).optional(),
    }),
    problems: [503],
    roundTrips: 1,
  },
  brokerInfo: {
    ...get,
    ...open,
    path: "/v0/broker/",
    summary: "What the broker can do, and where it is",
    response: BrokerInfo,
    roundTrips: 0,
  },
  countUsers: {
    ...get,
    ...open,
    path: "/v0/count/users/",
    summary: "How many people are registered, and how many may be (0: no limit)",
    response: UserCount,
    roundTrips: 1,
  },
  register: {
    ...post,
    ...open,
    path: "/v0/register/",
    summary: "Register and log in",
    request: Register,
    response: Session,
    throttle: "register",
    problems: [403, 409],
    roundTrips: 1,
  },
  login: {
    ...post,
    ...open,
    status: 200,
    path: "/v0/login/",
    summary: "Log in",
    request: Login,
    response: Session,
    throttle: "login",
    roundTrips: 2,
  },
  logout: {
    ...post,
    ...mine,
    status: 204,
    path: "/v0/logout/",
    summary: "End this session",
    response: null,
    roundTrips: 2,
  },
  forgotPassword: {
    ...post,
    ...open,
    status: 200,
    path: "/v0/forgot-password/",
    summary: "Ask for a letter with a reset link; the answer never tells whether the address is registered",
    request: ForgotPassword,
    response: Detail,
    throttle: "forgot-password",
    roundTrips: 2,
  },
  validateResetToken: {
    ...post,
    ...open,
    status: 200,
    path: "/v0/validate-reset-token/",
    summary: "Whether a reset token still works",
    request: ValidateResetToken,
    response: Detail,
    throttle: "validate-reset-token",
    roundTrips: 1,
  },
  resetPassword: {
    ...post,
    ...open,
    status: 200,
    path: "/v0/reset-password/",
    summary:
      "Set a new password; every session of the account ends. Where its address was never verified, it is from now on, and what others may have set up goes: keys, credentials, links, connections",
    request: ResetPassword,
    response: Detail,
    throttle: "reset-password",
    problems: [503],
    roundTrips: 2,
  },
  verifyEmail: {
    ...post,
    ...open,
    status: 200,
    path: "/v0/verify-email/",
    summary: "Open the link of a letter: its address is verified, and the account's from now on",
    request: VerifyEmail,
    response: Detail,
    throttle: "verify-email",
    problems: [409],
    roundTrips: 1,
  },
  undoEmail: {
    ...post,
    ...open,
    status: 200,
    path: "/v0/undo-email/",
    summary: "Give the account its old address back, for 7 days after a change; every session ends",
    request: UndoEmail,
    response: Detail,
    throttle: "undo-email",
    problems: [409],
    roundTrips: 1,
  },
  joinWaitlist: {
    ...post,
    ...open,
    path: "/v0/waitlist_entries/",
    summary: "Join the waitlist",
    request: WaitlistEntry,
    response: z.object({ email: z.string() }),
    throttle: "waitlist",
    roundTrips: 1,
  },
  readUser: {
    ...get,
    ...mine,
    path: "/v0/users/",
    summary: "The account",
    response: User,
    roundTrips: 1,
  },
  updateUser: {
    ...put,
    ...mine,
    path: "/v0/users/",
    summary:
      "Change the account; another e-mail needs the password, and takes force when the link in its letter is opened",
    request: UserUpdate,
    response: UpdatedUser,
    throttle: "update-user",
    problems: [409],
    roundTrips: 3,
  },
  sendVerification: {
    ...post,
    ...mine,
    status: 200,
    path: "/v0/users/verification/",
    summary: "Send the letter with the link again, to the address that waits for it",
    response: Detail,
    throttle: "verification",
    roundTrips: 2,
  },
  deleteUser: {
    ...remove,
    ...mine,
    path: "/v0/users/",
    summary: "Delete the account and everything of it; its clients are dropped before the answer",
    request: UserDeletion,
    throttle: "delete-user",
    problems: [503],
    roundTrips: 3,
  },
  listApiKeys: {
    ...get,
    ...mine,
    path: KEYS,
    summary: "API keys, newest first",
    response: z.array(ApiKey),
    roundTrips: 1,
  },
  createApiKey: {
    ...post,
    ...mine,
    path: KEYS,
    summary: "Make an API key",
    response: ApiKey,
    problems: [400],
    roundTrips: 2,
  },
  deleteApiKey: {
    ...remove,
    ...mine,
    path: `${KEYS}{id}/`,
    summary: "Delete an API key; its clients are dropped before the answer",
    problems: TOLD,
    roundTrips: 2,
  },
  listChannels: {
    ...get,
    ...mine,
    path: CHANNELS,
    summary: "Channels, oldest first",
    response: z.array(Channel),
    roundTrips: 1,
  },
  createChannel: {
    ...post,
    ...mine,
    path: CHANNELS,
    summary: "Make a channel",
    request: ChannelBody,
    response: Channel,
    roundTrips: 2,
  },
  updateChannel: {
    ...put,
    ...mine,
    path: `${CHANNELS}{id}/`,
    summary: "Change a channel; live clients follow before the answer",
    request: ChannelBody,
    response: Channel,
    problems: TOLD,
    roundTrips: 2,
  },
  deleteChannel: {
    ...remove,
    ...mine,
    path: `${CHANNELS}{id}/`,
    summary: "Delete a channel; it leaves every device and credential",
    problems: TOLD,
    roundTrips: 2,
  },
  listCredentials: {
    ...get,
    ...mine,
    path: CREDENTIALS,
    summary: "Credentials, oldest first",
    response: z.array(Credential),
    roundTrips: 1,
  },
  createCredential: {
    ...post,
    ...mine,
    path: CREDENTIALS,
    summary: "Make a credential",
    request: CredentialCreate,
    response: Credential,
    roundTrips: 2,
  },
  updateCredential: {
    ...put,
    ...mine,
    path: `${CREDENTIALS}{id}/`,
    summary: "Change a credential; live clients follow, a new password or user name drops them",
    request: CredentialUpdate,
    response: Credential,
    problems: TOLD,
    roundTrips: 2,
  },
  deleteCredential: {
    ...remove,
    ...mine,
    path: `${CREDENTIALS}{id}/`,
    summary: "Delete a credential; its clients are dropped before the answer",
    problems: TOLD,
    roundTrips: 2,
  },
  listDevices: {
    ...get,
    ...mine,
    path: DEVICES,
    summary: "Devices, oldest first",
    query: DeviceQuery,
    response: z.array(Device),
    roundTrips: 1,
  },
  createDevice: {
    ...post,
    ...mine,
    path: DEVICES,
    summary: "Make a device",
    request: DeviceBody,
    response: Device,
    roundTrips: 2,
  },
  updateDevice: {
    ...put,
    ...mine,
    path: `${DEVICES}{id}/`,
    summary: "Change a device; a changed state is published to its control topic",
    request: DeviceBody,
    response: Device,
    problems: TOLD,
    roundTrips: 3,
  },
  deleteDevice: {
    ...remove,
    ...mine,
    path: `${DEVICES}{id}/`,
    summary: "Delete a device; its live sessions are dropped",
    problems: TOLD,
    roundTrips: 2,
  },
  readDevice: {
    ...get,
    ...mine,
    path: `${DEVICES}{id}/`,
    summary: "A device: whether and since when it is connected, and whether it took its last command",
    response: DeviceDetail,
    problems: TOLD,
    roundTrips: 1,
  },
  listConnections: {
    ...get,
    ...mine,
    path: `${DEVICES}{id}/connections/`,
    summary: "When a device was connected in the last seven days, newest first",
    query: ConnectionQuery,
    response: z.array(DeviceConnection),
    problems: TOLD,
    roundTrips: 1,
  },
  switchDevice: {
    ...post,
    ...mine,
    status: 200,
    path: `${DEVICES}{id}/switch/`,
    summary: "Switch a device, and wait until it has taken the command",
    request: SwitchBody,
    response: SwitchOutcome,
    problems: TOLD,
    roundTrips: 1,
  },
  createLink: {
    ...post,
    ...mine,
    path: `${DEVICES}{id}/link/`,
    summary: "Make a link that makes whoever opens it this device, for an hour",
    response: DeviceLink,
    problems: [400, 404],
    roundTrips: 2,
  },
  revokeLinks: {
    ...remove,
    ...mine,
    path: `${DEVICES}{id}/link/`,
    summary: "Revoke the links of a device; clients that came by them are dropped before the answer",
    problems: TOLD,
    roundTrips: 2,
  },
  openLink: {
    ...post,
    ...open,
    status: 200,
    path: "/v0/device-link/",
    summary: "Open a link: what to connect with as its device",
    request: OpenLink,
    response: LinkedDevice,
    throttle: "device-link",
    problems: [404],
    roundTrips: 1,
  },
  listClients: {
    ...get,
    ...mine,
    path: CLIENTS,
    summary: "Clients that are connected now, newest first",
    response: z.array(LiveClient),
    problems: [503],
    roundTrips: 1,
  },
  disconnectClient: {
    ...remove,
    ...mine,
    path: `${CLIENTS}{id}/`,
    summary: "Disconnect a client, by its connection id; it may come back",
    problems: TOLD,
    roundTrips: 1,
  },
  listRefusals: {
    ...get,
    ...mine,
    path: LOG,
    summary: "The last 200 things that the broker refused, and why; newest first",
    response: z.array(Refusal),
    problems: [503],
    roundTrips: 1,
  },
  fixRefusal: {
    ...post,
    ...mine,
    status: 200,
    path: `${LOG}{id}/fix/`,
    summary: "Let it pass from now on: the credential gets a channel with the topic",
    response: Credential,
    problems: [400, ...TOLD],
    roundTrips: 2,
  },
  listEvents: {
    ...get,
    ...mine,
    path: "/v0/events/devices/on-off/",
    summary: "Device events, newest first; the Link header names the next page",
    query: EventQuery,
    response: z.array(DeviceEvent),
    roundTrips: 1,
  },
} as const satisfies Record<string, Endpoint>;

export type EndpointName = keyof typeof ENDPOINTS;

type Part<N extends EndpointName, P extends string> =
  (typeof ENDPOINTS)[N] extends Record<P, infer S> ? S : null;
/** The body of a call as it is sent. */
export type RequestOf<N extends EndpointName> =
  Part<N, "request"> extends z.ZodType<unknown, infer I> ? I : undefined;
/** The body of a call as it is after validation. */
export type BodyOf<N extends EndpointName> = Part<N, "request"> extends z.ZodType<infer O> ? O : undefined;
/** The query of a call as it is after validation. */
export type QueryOf<N extends EndpointName> = Part<N, "query"> extends z.ZodType<infer O> ? O : undefined;
/** What a call answers. */
export type ResponseOf<N extends EndpointName> =
  Part<N, "response"> extends z.ZodType<infer O> ? O : undefined;
