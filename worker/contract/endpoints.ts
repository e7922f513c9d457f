/**
 * The request and response schemas of each call in `calls.ts`. Router, validation, OpenAPI document and completeness
 * tests use both tables, and the page's client is typed by them. The page imports types only: its bundle has no room
 * for zod.
 */

import * as z from "zod";
import { AsyncApi, AsyncApiQuery } from "./asyncapi.ts";
import { BrokerInfo } from "./broker.ts";
import { CALLS } from "./calls.ts";
import { Channel, ChannelBody } from "./channel.ts";
import { Credential, CredentialCreate, CredentialUpdate, Rotation } from "./credential.ts";
import { Device, DeviceBody, DeviceQuery } from "./device.ts";
import { DeviceLink, LinkedDevice, OpenLink } from "./device-link.ts";
import { FoundDevice } from "./discovered.ts";
import { DeviceEvent, EventCountQuery, EventCounts, EventQuery } from "./event.ts";
import { LiveClient } from "./live-client.ts";
import { MessageQuery, PublishOutcome, PublishQuery, RetainedMessage } from "./message.ts";
import { ConnectionQuery, DeviceConnection, DeviceDetail, SwitchBody, SwitchOutcome } from "./presence.ts";
import type { CallRow } from "./public-calls.ts";
import { Refusal } from "./refusal.ts";
import {
  ListedSchedule,
  Schedule,
  ScheduleBody,
  SchedulePreview,
  SchedulePreviewBody,
  ScheduleRun,
} from "./schedule.ts";
import { Settings, SettingsBody } from "./settings.ts";
import { StreamQuery, StreamTicket } from "./stream.ts";
import { CallerScopes, NewToken, Token, TokenBody } from "./token.ts";
import {
  ApiKey,
  ChangedPassword,
  CheckedResetToken,
  Detail,
  ForgotPassword,
  Login,
  OpenSession,
  PasswordChange,
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
import { ChannelSeriesQuery, DeviceSeriesQuery, LastValue, Series } from "./values.ts";
import {
  NewTarget,
  Notice,
  NoticeTarget,
  SnoozeBody,
  TargetBody,
  TargetTest,
  Watch,
  WatchBody,
} from "./watch.ts";

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
  | "change-password"
  | "export"
  | "verification"
  | "waitlist"
  | "device-link";

export interface Endpoint extends CallRow {
  summary: string;
  query?: z.ZodType;
  request?: z.ZodType;
  status: 200 | 201 | 202 | 204;
  /** Another success status. Its route returns the whole `Response`. */
  also?: 200 | 304;
  /** Null for a response without a body. */
  response: z.ZodType | null;
  /** Also as CSV (RFC 4180), for `Accept: text/csv`. */
  csv?: true;
  /** The types of a response that is not JSON. Its route returns the whole `Response`, and reads `Accept`. */
  media?: readonly string[];
  /** The body is taken as bytes, up to a packet's size; the route reads it. */
  takesBytes?: true;
  /** The broker limits its rate, as for an MQTT client; it is no change of set-up. */
  isMessage?: true;
  throttle?: ThrottleName;
  /** Also with a ticket in the query instead of `Authorization`. */
  ticket?: true;
  /** Allowed while the account is suspended: to read the reason, export, and leave. */
  whileSuspended?: boolean;
  /** Errors beside those that its access, body and throttle imply. */
  problems?: readonly (400 | 403 | 404 | 409 | 413 | 429 | 503)[];
  /** Most D1 round trips of a successful call; none when the account's object knows the caller. */
  roundTrips: number;
}

/** Errors of calls that the account's object answers or must be told of. */
const TOLD = [404, 503] as const;

/**
 * A row of the table. Defaults: status 200, or 204 without a response; one round trip for GET and two for other calls;
 * the problems `TOLD` when the path has an id.
 */
type Description = Omit<Endpoint, keyof CallRow | "status" | "response" | "roundTrips"> &
  Partial<Pick<Endpoint, "roundTrips">> & { status?: 201 | 202; response?: z.ZodType };
type Described<C, D> = C &
  D &
  Pick<Endpoint, "status" | "roundTrips"> &
  (D extends { response: z.ZodType } ? unknown : { response: null });

/** Joins the calls with their descriptions. The types require one for each call. */
export function endpoints<
  C extends Record<string, CallRow>,
  const D extends Record<keyof C, Description> & Record<Exclude<keyof D, keyof C>, never>,
>(calls: C, descriptions: D): { [N in keyof C]: Described<C[N], D[N]> } {
  const rows = Object.entries<Description>(descriptions).map(([name, row]) => {
    const { method, path } = calls[name] as CallRow;
    const usual = {
      status: row.response === undefined && row.media === undefined ? 204 : 200,
      response: null,
      roundTrips: method === "GET" ? 1 : 2,
      problems: path.includes("{id}") ? TOLD : [],
    };
    return [name, { ...calls[name], ...usual, ...row }];
  });
  return Object.fromEntries(rows) as { [N in keyof C]: Described<C[N], D[N]> };
}

export const ENDPOINTS = endpoints(CALLS, {
  health: {
    summary: "Whether the service answers; degraded: some accounts' brokers did not, within the last minute",
    response: z.object({
      status: z.enum(["ok", "degraded"]),
      /** Version of the running code. */
      version: z.string(),
      /** Sentences about what does not work because a variable is missing; omitted when all are set. */
      problems: z.array(z.string()).optional(),
    }),
    problems: [503],
  },
  brokerInfo: { summary: "What the broker can do, and where it is", response: BrokerInfo, roundTrips: 0 },
  countUsers: {
    summary: "How many people are registered, and how many may be (0: no limit)",
    response: UserCount,
  },
  register: {
    status: 201,
    summary: "Register and log in",
    request: Register,
    response: Session,
    throttle: "register",
    problems: [403, 409],
    roundTrips: 1,
  },
  login: { summary: "Log in", request: Login, response: Session, throttle: "login" },
  logout: { summary: "End this session", whileSuspended: true },
  forgotPassword: {
    summary: "Ask for an e-mail with a reset link; the answer is the same for unknown addresses",
    request: ForgotPassword,
    response: Detail,
    throttle: "forgot-password",
  },
  validateResetToken: {
    summary: "Whether a reset token still works, and what its reset does to the account",
    request: ValidateResetToken,
    response: CheckedResetToken,
    throttle: "validate-reset-token",
    roundTrips: 1,
  },
  resetPassword: {
    summary:
      "Set a new password; every session of the account ends. This verifies an unverified address, and deletes everything in its account that logs in or acts, because somebody else may have made it; devices, channels, events and values stay",
    request: ResetPassword,
    response: ChangedPassword,
    throttle: "reset-password",
    problems: [503],
  },
  verifyEmail: {
    summary: "Open the link of an e-mail: its address is verified and becomes the account's",
    request: VerifyEmail,
    response: Detail,
    throttle: "verify-email",
    problems: [409],
    roundTrips: 2,
  },
  undoEmail: {
    summary: "Give the account its old address back, for 7 days after a change; every session ends",
    request: UndoEmail,
    response: Detail,
    throttle: "undo-email",
    problems: [409],
    roundTrips: 2,
  },
  joinWaitlist: {
    status: 201,
    summary: "Join the waitlist",
    request: WaitlistEntry,
    response: z.object({ email: z.string() }),
    throttle: "waitlist",
    roundTrips: 1,
  },
  readUser: { summary: "The account", response: User, whileSuspended: true },
  updateUser: {
    summary:
      "Change the account; a new e-mail address needs the password, and applies when the link in its e-mail is opened",
    request: UserUpdate,
    response: UpdatedUser,
    throttle: "update-user",
    problems: [409],
    roundTrips: 3,
  },
  changePassword: {
    summary:
      "Change the password; every other session ends before the answer, and with `delete_tokens` every token; devices stay connected",
    request: PasswordChange,
    response: ChangedPassword,
    throttle: "change-password",
    problems: [503],
  },
  listSessions: {
    summary: "The account's login sessions, newest first",
    response: z.array(OpenSession),
    problems: [503],
  },
  deleteSession: { summary: "End a login session; it and its streams are dead before the answer" },
  sendVerification: {
    summary: "Send the e-mail with the link again, to the address that is not confirmed yet",
    response: Detail,
    throttle: "verification",
  },
  cancelPendingEmail: {
    summary: "Give up the change to a new e-mail address; the link in its e-mail no longer works",
  },
  exportAccount: {
    summary:
      "All of the account as a zip archive: JSON, values as CSV, password and access files for Mosquitto; it contains secrets",
    media: ["application/zip"],
    throttle: "export",
    whileSuspended: true,
    problems: [413, 429, 503],
    // One per device, for its schedules; the test has three.
    roundTrips: 9,
  },
  deleteUser: {
    summary: "Delete the account and its data; its clients are disconnected before the answer",
    request: UserDeletion,
    throttle: "delete-user",
    whileSuspended: true,
    problems: [503],
    roundTrips: 3,
  },
  listApiKeys: { summary: "API keys, newest first", response: z.array(ApiKey), whileSuspended: true },
  createApiKey: { status: 201, summary: "Make an API key", response: ApiKey, problems: [400] },
  deleteApiKey: { summary: "Delete an API key; its clients are disconnected before the answer" },
  listTokens: {
    summary: "Tokens, newest first, without their secrets",
    response: z.array(Token),
    problems: [503],
    whileSuspended: true,
  },
  createToken: {
    status: 201,
    summary: "Make a token for a program; only this answer contains it",
    request: TokenBody,
    response: NewToken,
    roundTrips: 2,
  },
  readScopes: {
    summary: "What the caller may do: the scopes of its token, or all of them for a login session",
    response: CallerScopes,
    problems: [503],
    roundTrips: 0,
  },
  deleteToken: {
    summary: "Delete a token; its clients are disconnected before the answer",
    problems: TOLD,
    roundTrips: 2,
  },
  listChannels: { summary: "Channels, oldest first", response: z.array(Channel), whileSuspended: true },
  createChannel: { status: 201, summary: "Make a channel", request: ChannelBody, response: Channel },
  updateChannel: {
    summary: "Change a channel; live clients follow before the answer",
    request: ChannelBody,
    response: Channel,
  },
  deleteChannel: { summary: "Delete a channel; it leaves every device and credential" },
  listChannelValues: {
    summary: "The last value of a channel that is a series",
    response: z.array(LastValue),
    whileSuspended: true,
  },
  readChannelSeries: {
    summary: "What a channel measured over time, at most 2,000 points",
    query: ChannelSeriesQuery,
    response: Series,
    csv: true,
    whileSuspended: true,
  },
  listCredentials: {
    summary: "Credentials, oldest first",
    response: z.array(Credential),
    whileSuspended: true,
  },
  createCredential: {
    status: 201,
    summary: "Make a credential; a user name or password that is left out is made by the service",
    request: CredentialCreate,
    response: Credential,
  },
  updateCredential: {
    summary: "Change a credential; live clients follow, a new password, user name, view or device drops them",
    request: CredentialUpdate,
    response: Credential,
  },
  deleteCredential: { summary: "Delete a credential; its clients are disconnected before the answer" },
  rotateCredential: {
    summary:
      "Give a credential another password; the old one works for `overlap` seconds; 0 disconnects its clients before the answer",
    request: Rotation,
    response: Credential,
  },
  publishMessage: {
    status: 202,
    also: 200,
    summary:
      "Publish a message, its payload as the body; 200: every connected reader acknowledged it, of at least one",
    query: PublishQuery,
    takesBytes: true,
    isMessage: true,
    response: PublishOutcome,
    problems: [400, 403, 413, 429, 503],
    roundTrips: 0,
  },
  listMessages: {
    summary: "Retained messages by topic; the Link header names the next page",
    query: MessageQuery,
    response: z.array(RetainedMessage),
    problems: [429],
    roundTrips: 0,
  },
  readMessage: {
    summary: "The retained message of a topic: its payload as it was published, with its content type",
    media: ["*/*"],
    problems: [404, 429],
    roundTrips: 0,
  },
  deleteMessage: {
    summary: "Remove the retained message of a topic; subscribers get an empty message, as MQTT defines it",
    isMessage: true,
    problems: [429],
    roundTrips: 0,
  },
  readSettings: { summary: "What the broker offers the account's clients", response: Settings },
  updateSettings: {
    summary: "Change what the broker offers; it applies to new connections and disconnects none",
    request: SettingsBody,
    response: Settings,
    problems: [503],
  },
  readAsyncapi: {
    summary:
      "The account's broker, channels, devices and logins as an AsyncAPI 3 document, without passwords; at most ten seconds old, with an `ETag`",
    also: 304,
    query: AsyncApiQuery,
    response: AsyncApi,
    problems: [503],
    roundTrips: 2,
  },
  listDevices: {
    summary: "Devices, oldest first",
    query: DeviceQuery,
    response: z.array(Device),
    whileSuspended: true,
    roundTrips: 0,
  },
  createDevice: { status: 201, summary: "Make a device", request: DeviceBody, response: Device },
  updateDevice: {
    summary: "Change a device; a changed state is published to its control topic",
    request: DeviceBody,
    response: Device,
    roundTrips: 3,
  },
  deleteDevice: { summary: "Delete a device; its live sessions are dropped" },
  readDevice: {
    summary: "A device: whether and since when it is connected, and whether it took its last command",
    response: DeviceDetail,
    roundTrips: 0,
  },
  listConnections: {
    summary: "When a device was connected in the last seven days, newest first",
    query: ConnectionQuery,
    response: z.array(DeviceConnection),
    roundTrips: 0,
  },
  listFound: {
    summary: "Devices of other makes that announce themselves, for Home Assistant or as Tasmota does",
    response: z.array(FoundDevice),
    problems: TOLD,
    roundTrips: 0,
  },
  adoptFound: {
    status: 201,
    summary: "Adopt a discovered device; it is switched by its own topics",
    response: Device,
    problems: [...TOLD, 404],
  },
  switchDevice: {
    summary: "Switch a device, and wait until it has taken the command",
    request: SwitchBody,
    response: SwitchOutcome,
    roundTrips: 0,
  },
  listDeviceValues: {
    summary: "The last of each value that a device has sent on its telemetry topic",
    response: z.array(LastValue),
    roundTrips: 0,
    whileSuspended: true,
  },
  readDeviceSeries: {
    summary: "A value of a device over time, at most 2,000 points",
    query: DeviceSeriesQuery,
    response: Series,
    csv: true,
    roundTrips: 0,
    whileSuspended: true,
  },
  readMetrics: {
    summary:
      "Devices and values for Prometheus (text 0.0.4, or OpenMetrics 1.0 by `Accept`), without those that are overdue; at most 2,000 lines, and at most ten seconds old, with an `ETag`",
    also: 304,
    media: ["text/plain", "application/openmetrics-text"],
    problems: [503],
    roundTrips: 0,
  },
  readStream: {
    summary:
      "Messages and device events as they happen, as Server-Sent Events: `message`, `device` with its id, `gap` where something is missing; a message of more than 512 KiB as written is a `gap` with its topic and size. One stream more than 20 ends the one furthest behind. A filter needs the scope `messages:read:{filter}`, events `events:read`",
    query: StreamQuery,
    media: ["text/event-stream"],
    ticket: true,
    problems: [503],
    roundTrips: 0,
  },
  createTicket: {
    status: 201,
    summary:
      "Make a ticket that opens one stream within a minute, as `?ticket=`, and resumes it with `Last-Event-ID` until an hour after its end",
    response: StreamTicket,
    problems: [503],
    roundTrips: 0,
  },
  createLink: {
    status: 201,
    summary: "Create a link whose bearer acts as this device for an hour",
    response: DeviceLink,
    problems: [400, 404],
  },
  revokeLinks: {
    summary: "Revoke the links of a device; clients that use them are disconnected before the answer",
  },
  openLink: {
    summary: "Open a link: what to connect with as its device",
    request: OpenLink,
    response: LinkedDevice,
    throttle: "device-link",
    problems: [404],
    roundTrips: 1,
  },
  listAllSchedules: {
    summary: "The schedules of all devices, the next one first",
    response: z.array(ListedSchedule),
    problems: [503],
    roundTrips: 0,
  },
  listSchedules: {
    summary: "A device's schedules, each with its next time and what became of its last",
    response: z.array(Schedule),
    whileSuspended: true,
  },
  createSchedule: {
    status: 201,
    summary: "Have a device switched by the calendar, by the sun, or once",
    request: ScheduleBody,
    response: Schedule,
  },
  previewSchedule: {
    summary: "The next three times of a schedule that is not made yet",
    request: SchedulePreviewBody,
    response: SchedulePreview,
    problems: [],
    roundTrips: 1,
  },
  updateSchedule: {
    summary: "Change or pause a schedule; it is planned anew before the answer",
    request: ScheduleBody,
    response: Schedule,
  },
  deleteSchedule: { summary: "Delete a schedule, and what is known of its runs" },
  listRuns: {
    summary: "What became of a schedule's planned times, newest first; the last 500",
    response: z.array(ScheduleRun),
    roundTrips: 0,
  },
  listWatches: {
    summary: "Watches, oldest first, each with its state",
    response: z.array(Watch),
    whileSuspended: true,
    problems: [503],
    roundTrips: 0,
  },
  createWatch: {
    status: 201,
    summary:
      "Create a watch: its targets get a notice when the condition holds, and one when it no longer does",
    request: WatchBody,
    response: Watch,
    problems: [503],
    roundTrips: 0,
  },
  updateWatch: {
    summary: "Replace a watch; with another condition it begins again",
    request: WatchBody,
    response: Watch,
    roundTrips: 0,
  },
  deleteWatch: { summary: "Delete a watch and its notices", roundTrips: 0 },
  snoozeWatch: {
    summary: "Send no notice that a watch is raised until a moment",
    request: SnoozeBody,
    response: Watch,
    roundTrips: 0,
  },
  listWatchNotices: {
    summary: "The notices of a watch and their deliveries, newest first; the last 30 days",
    response: z.array(Notice),
    roundTrips: 0,
  },
  listNotices: {
    summary: "The last 50 notices of all watches, newest first",
    response: z.array(Notice),
    problems: [503],
    roundTrips: 0,
  },
  sendNotice: {
    summary:
      "Deliver a notice again, to all its targets; 429 when their hosts have had all requests of this hour (TARGET_HOST_RATE)",
    problems: [...TOLD, 429],
    roundTrips: 0,
  },
  listTargets: {
    summary: "Where notices go, oldest first, without secrets",
    response: z.array(NoticeTarget),
    whileSuspended: true,
    problems: [503],
    roundTrips: 0,
  },
  createTarget: {
    status: 201,
    summary:
      "Create a target: a browser's push subscription, the account's verified e-mail, or a webhook (Standard Webhooks 1.0.0 around CloudEvents 1.0), whose secret only this response has",
    request: TargetBody,
    response: NewTarget,
    problems: [503],
    roundTrips: 1,
  },
  deleteTarget: { summary: "Delete a target; nothing is sent to it any more", roundTrips: 1 },
  testTarget: {
    summary:
      "Send a test, which confirms a webhook that answers it with 2xx; ten a minute, within the requests of its host (TARGET_HOST_RATE)",
    response: TargetTest,
    problems: [...TOLD, 429],
    roundTrips: 0,
  },
  rotateTarget: {
    summary: "Give a webhook another secret; for a day the old one signs, too",
    response: NewTarget,
    problems: [400, ...TOLD],
    roundTrips: 1,
  },
  listClients: {
    summary: "Clients that are connected now, newest first",
    response: z.array(LiveClient),
    problems: [503],
    roundTrips: 0,
  },
  disconnectClient: { summary: "Disconnect a client, by its connection id; it may come back", roundTrips: 0 },
  listRefusals: {
    summary: "The last 200 blocked attempts, with their reasons; newest first",
    response: z.array(Refusal),
    problems: [503],
    roundTrips: 0,
  },
  fixRefusal: {
    summary:
      "Allow it from now on, by its remedy: the credential gets a channel, the other view or a unique user name, or the account gets the full profile",
    response: z.union([Credential, Settings]),
    problems: [400, ...TOLD],
  },
  listEvents: {
    summary: "Device events, newest first; the Link header names the next page",
    query: EventQuery,
    response: z.array(DeviceEvent),
    whileSuspended: true,
    roundTrips: 0,
  },
  countEvents: {
    summary: "How many events each device had in each hour, the busiest 100 devices",
    query: EventCountQuery,
    response: EventCounts,
    problems: [503],
    roundTrips: 0,
  },
});
