/**
 * What each call of the API takes and answers: the schemas beside the table of `calls.ts`. The router, the validation,
 * the OpenAPI document and the completeness tests are made from both together, the page's client is typed by them.
 * The page imports types from here and nothing else: it has no room for zod.
 */

import { z } from "zod";
import { BrokerInfo } from "./broker.ts";
import { CALLS, type CallName } from "./calls.ts";
import { Channel, ChannelBody } from "./channel.ts";
import { Credential, CredentialCreate, CredentialUpdate, Rotation } from "./credential.ts";
import { Device, DeviceBody, DeviceQuery } from "./device.ts";
import { DeviceLink, LinkedDevice, OpenLink } from "./device-link.ts";
import { DeviceEvent, EventCountQuery, EventCounts, EventQuery } from "./event.ts";
import { FoundDevice } from "./found.ts";
import { LiveClient } from "./live-client.ts";
import { ConnectionQuery, DeviceConnection, DeviceDetail, SwitchBody, SwitchOutcome } from "./presence.ts";
import type { CallRow } from "./public-calls.ts";
import { Refusal } from "./refusal.ts";
import { Schedule, ScheduleBody, SchedulePreview, SchedulePreviewBody, ScheduleRun } from "./schedule.ts";
import { Settings, SettingsBody } from "./settings.ts";
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
import { ChannelSeriesQuery, DeviceSeriesQuery, LastValue, Series } from "./values.ts";

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

export interface Endpoint extends CallRow {
  summary: string;
  query?: z.ZodType;
  request?: z.ZodType;
  status: 200 | 201 | 204;
  /** Null where the answer has no body. */
  response: z.ZodType | null;
  /** Also as CSV (RFC 4180), for whoever prefers `text/csv`. */
  csv?: true;
  throttle?: ThrottleName;
  /** A person may call it while their account is suspended: to read why, to take along what is theirs, and to leave. */
  whileSuspended?: boolean;
  /** What else it answers by its own rules, beside what its access, body and throttle imply. */
  problems?: readonly (400 | 403 | 404 | 409 | 503)[];
  /** Calls to the database when it succeeds, at most; those of the account's broker not counted. */
  roundTrips: number;
}

const ok = { status: 200 } as const;
const created = { status: 201 } as const;
const noContent = { status: 204, response: null } as const;
/** A call that tells the account's broker before it answers. */
const TOLD = [404, 503] as const;

export const ENDPOINTS = {
  health: {
    ...CALLS.health,
    ...ok,
    summary: "Whether the service answers; degraded: some accounts' brokers did not, within the last minute",
    response: z.object({
      status: z.enum(["ok", "degraded"]),
      /** Of the code that answers. */
      version: z.string(),
      /** What does not work because a variable is missing, in sentences; left out where all is well. */
      problems: z.array(z.string()).optional(),
    }),
    problems: [503],
    roundTrips: 1,
  },
  brokerInfo: {
    ...CALLS.brokerInfo,
    ...ok,
    summary: "What the broker can do, and where it is",
    response: BrokerInfo,
    roundTrips: 0,
  },
  countUsers: {
    ...CALLS.countUsers,
    ...ok,
    summary: "How many people are registered, and how many may be (0: no limit)",
    response: UserCount,
    roundTrips: 1,
  },
  register: {
    ...CALLS.register,
    ...created,
    summary: "Register and log in",
    request: Register,
    response: Session,
    throttle: "register",
    problems: [403, 409],
    roundTrips: 1,
  },
  login: {
    ...CALLS.login,
    ...ok,
    summary: "Log in",
    request: Login,
    response: Session,
    throttle: "login",
    roundTrips: 2,
  },
  logout: {
    ...CALLS.logout,
    ...noContent,
    summary: "End this session",
    whileSuspended: true,
    roundTrips: 2,
  },
  forgotPassword: {
    ...CALLS.forgotPassword,
    ...ok,
    summary: "Ask for a letter with a reset link; the answer never tells whether the address is registered",
    request: ForgotPassword,
    response: Detail,
    throttle: "forgot-password",
    roundTrips: 2,
  },
  validateResetToken: {
    ...CALLS.validateResetToken,
    ...ok,
    summary: "Whether a reset token still works",
    request: ValidateResetToken,
    response: Detail,
    throttle: "validate-reset-token",
    roundTrips: 1,
  },
  resetPassword: {
    ...CALLS.resetPassword,
    ...ok,
    summary:
      "Set a new password; every session of the account ends. Where its address was never verified, it is from now on, and what others may have set up goes: keys, credentials, links, connections",
    request: ResetPassword,
    response: Detail,
    throttle: "reset-password",
    problems: [503],
    roundTrips: 2,
  },
  verifyEmail: {
    ...CALLS.verifyEmail,
    ...ok,
    summary: "Open the link of a letter: its address is verified, and the account's from now on",
    request: VerifyEmail,
    response: Detail,
    throttle: "verify-email",
    problems: [409],
    roundTrips: 1,
  },
  undoEmail: {
    ...CALLS.undoEmail,
    ...ok,
    summary: "Give the account its old address back, for 7 days after a change; every session ends",
    request: UndoEmail,
    response: Detail,
    throttle: "undo-email",
    problems: [409],
    roundTrips: 1,
  },
  joinWaitlist: {
    ...CALLS.joinWaitlist,
    ...created,
    summary: "Join the waitlist",
    request: WaitlistEntry,
    response: z.object({ email: z.string() }),
    throttle: "waitlist",
    roundTrips: 1,
  },
  readUser: {
    ...CALLS.readUser,
    ...ok,
    summary: "The account",
    response: User,
    whileSuspended: true,
    roundTrips: 1,
  },
  updateUser: {
    ...CALLS.updateUser,
    ...ok,
    summary:
      "Change the account; another e-mail needs the password, and takes force when the link in its letter is opened",
    request: UserUpdate,
    response: UpdatedUser,
    throttle: "update-user",
    problems: [409],
    roundTrips: 3,
  },
  sendVerification: {
    ...CALLS.sendVerification,
    ...ok,
    summary: "Send the letter with the link again, to the address that waits for it",
    response: Detail,
    throttle: "verification",
    roundTrips: 2,
  },
  deleteUser: {
    ...CALLS.deleteUser,
    ...noContent,
    summary: "Delete the account and everything of it; its clients are dropped before the answer",
    request: UserDeletion,
    throttle: "delete-user",
    whileSuspended: true,
    problems: [503],
    roundTrips: 3,
  },
  listApiKeys: {
    ...CALLS.listApiKeys,
    ...ok,
    summary: "API keys, newest first",
    response: z.array(ApiKey),
    whileSuspended: true,
    roundTrips: 1,
  },
  createApiKey: {
    ...CALLS.createApiKey,
    ...created,
    summary: "Make an API key",
    response: ApiKey,
    problems: [400],
    roundTrips: 2,
  },
  deleteApiKey: {
    ...CALLS.deleteApiKey,
    ...noContent,
    summary: "Delete an API key; its clients are dropped before the answer",
    problems: TOLD,
    roundTrips: 2,
  },
  listChannels: {
    ...CALLS.listChannels,
    ...ok,
    summary: "Channels, oldest first",
    response: z.array(Channel),
    whileSuspended: true,
    roundTrips: 1,
  },
  createChannel: {
    ...CALLS.createChannel,
    ...created,
    summary: "Make a channel",
    request: ChannelBody,
    response: Channel,
    roundTrips: 2,
  },
  updateChannel: {
    ...CALLS.updateChannel,
    ...ok,
    summary: "Change a channel; live clients follow before the answer",
    request: ChannelBody,
    response: Channel,
    problems: TOLD,
    roundTrips: 2,
  },
  deleteChannel: {
    ...CALLS.deleteChannel,
    ...noContent,
    summary: "Delete a channel; it leaves every device and credential",
    problems: TOLD,
    roundTrips: 2,
  },
  listChannelValues: {
    ...CALLS.listChannelValues,
    ...ok,
    summary: "The last value of a channel that is a series",
    response: z.array(LastValue),
    problems: TOLD,
    roundTrips: 1,
  },
  readChannelSeries: {
    ...CALLS.readChannelSeries,
    ...ok,
    summary: "What a channel measured over time, at most 2,000 points",
    query: ChannelSeriesQuery,
    response: Series,
    csv: true,
    problems: TOLD,
    roundTrips: 1,
  },
  listCredentials: {
    ...CALLS.listCredentials,
    ...ok,
    summary: "Credentials, oldest first",
    response: z.array(Credential),
    whileSuspended: true,
    roundTrips: 1,
  },
  createCredential: {
    ...CALLS.createCredential,
    ...created,
    summary: "Make a credential; a user name or password that is left out is made by the service",
    request: CredentialCreate,
    response: Credential,
    roundTrips: 2,
  },
  updateCredential: {
    ...CALLS.updateCredential,
    ...ok,
    summary: "Change a credential; live clients follow, a new password, user name, view or device drops them",
    request: CredentialUpdate,
    response: Credential,
    problems: TOLD,
    roundTrips: 2,
  },
  deleteCredential: {
    ...CALLS.deleteCredential,
    ...noContent,
    summary: "Delete a credential; its clients are dropped before the answer",
    problems: TOLD,
    roundTrips: 2,
  },
  rotateCredential: {
    ...CALLS.rotateCredential,
    ...ok,
    summary:
      "Give a credential another password; the old one is as good for `overlap` seconds, and 0 drops its clients before the answer",
    request: Rotation,
    response: Credential,
    problems: TOLD,
    roundTrips: 2,
  },
  readSettings: {
    ...CALLS.readSettings,
    ...ok,
    summary: "What the broker offers the account's clients",
    response: Settings,
    roundTrips: 1,
  },
  updateSettings: {
    ...CALLS.updateSettings,
    ...ok,
    summary: "Change what the broker offers; it holds for new connections and drops none",
    request: SettingsBody,
    response: Settings,
    problems: [503],
    roundTrips: 2,
  },
  listDevices: {
    ...CALLS.listDevices,
    ...ok,
    summary: "Devices, oldest first",
    query: DeviceQuery,
    response: z.array(Device),
    whileSuspended: true,
    roundTrips: 1,
  },
  createDevice: {
    ...CALLS.createDevice,
    ...created,
    summary: "Make a device",
    request: DeviceBody,
    response: Device,
    roundTrips: 2,
  },
  updateDevice: {
    ...CALLS.updateDevice,
    ...ok,
    summary: "Change a device; a changed state is published to its control topic",
    request: DeviceBody,
    response: Device,
    problems: TOLD,
    roundTrips: 3,
  },
  deleteDevice: {
    ...CALLS.deleteDevice,
    ...noContent,
    summary: "Delete a device; its live sessions are dropped",
    problems: TOLD,
    roundTrips: 2,
  },
  readDevice: {
    ...CALLS.readDevice,
    ...ok,
    summary: "A device: whether and since when it is connected, and whether it took its last command",
    response: DeviceDetail,
    problems: TOLD,
    roundTrips: 1,
  },
  listConnections: {
    ...CALLS.listConnections,
    ...ok,
    summary: "When a device was connected in the last seven days, newest first",
    query: ConnectionQuery,
    response: z.array(DeviceConnection),
    problems: TOLD,
    roundTrips: 1,
  },
  listFound: {
    ...CALLS.listFound,
    ...ok,
    summary: "Devices of other makes that announce themselves, for Home Assistant or as Tasmota does",
    response: z.array(FoundDevice),
    problems: TOLD,
    roundTrips: 1,
  },
  adoptFound: {
    ...CALLS.adoptFound,
    ...created,
    summary: "Make a device of one that was found; it is switched by its own topics",
    response: Device,
    problems: [...TOLD, 404],
    roundTrips: 2,
  },
  switchDevice: {
    ...CALLS.switchDevice,
    ...ok,
    summary: "Switch a device, and wait until it has taken the command",
    request: SwitchBody,
    response: SwitchOutcome,
    problems: TOLD,
    roundTrips: 1,
  },
  listDeviceValues: {
    ...CALLS.listDeviceValues,
    ...ok,
    summary: "The last of each value that a device has told by its telemetry topic",
    response: z.array(LastValue),
    problems: TOLD,
    roundTrips: 1,
  },
  readDeviceSeries: {
    ...CALLS.readDeviceSeries,
    ...ok,
    summary: "A value of a device over time, at most 2,000 points",
    query: DeviceSeriesQuery,
    response: Series,
    csv: true,
    problems: TOLD,
    roundTrips: 1,
  },
  createLink: {
    ...CALLS.createLink,
    ...created,
    summary: "Make a link that makes whoever opens it this device, for an hour",
    response: DeviceLink,
    problems: [400, 404],
    roundTrips: 2,
  },
  revokeLinks: {
    ...CALLS.revokeLinks,
    ...noContent,
    summary: "Revoke the links of a device; clients that came by them are dropped before the answer",
    problems: TOLD,
    roundTrips: 2,
  },
  openLink: {
    ...CALLS.openLink,
    ...ok,
    summary: "Open a link: what to connect with as its device",
    request: OpenLink,
    response: LinkedDevice,
    throttle: "device-link",
    problems: [404],
    roundTrips: 1,
  },
  listSchedules: {
    ...CALLS.listSchedules,
    ...ok,
    summary: "A device's schedules, each with its next time and what became of its last",
    response: z.array(Schedule),
    problems: TOLD,
    roundTrips: 1,
  },
  createSchedule: {
    ...CALLS.createSchedule,
    ...created,
    summary: "Have a device switched by the calendar, by the sun, or once",
    request: ScheduleBody,
    response: Schedule,
    problems: TOLD,
    roundTrips: 2,
  },
  previewSchedule: {
    ...CALLS.previewSchedule,
    ...ok,
    summary: "The next three times of a schedule that is not made yet",
    request: SchedulePreviewBody,
    response: SchedulePreview,
    roundTrips: 1,
  },
  updateSchedule: {
    ...CALLS.updateSchedule,
    ...ok,
    summary: "Change or pause a schedule; it is planned anew before the answer",
    request: ScheduleBody,
    response: Schedule,
    problems: TOLD,
    roundTrips: 2,
  },
  deleteSchedule: {
    ...CALLS.deleteSchedule,
    ...noContent,
    summary: "Delete a schedule, and what is known of its runs",
    problems: TOLD,
    roundTrips: 2,
  },
  listRuns: {
    ...CALLS.listRuns,
    ...ok,
    summary: "What became of a schedule's planned times, newest first; the last 500",
    response: z.array(ScheduleRun),
    problems: TOLD,
    roundTrips: 1,
  },
  listClients: {
    ...CALLS.listClients,
    ...ok,
    summary: "Clients that are connected now, newest first",
    response: z.array(LiveClient),
    problems: [503],
    roundTrips: 1,
  },
  disconnectClient: {
    ...CALLS.disconnectClient,
    ...noContent,
    summary: "Disconnect a client, by its connection id; it may come back",
    problems: TOLD,
    roundTrips: 1,
  },
  listRefusals: {
    ...CALLS.listRefusals,
    ...ok,
    summary: "The last 200 things that the broker refused, and why; newest first",
    response: z.array(Refusal),
    problems: [503],
    roundTrips: 1,
  },
  fixRefusal: {
    ...CALLS.fixRefusal,
    ...ok,
    summary:
      "Let it pass from now on, by the remedy: the credential gets a channel, the other view or a user name of its own; or the account all of MQTT",
    response: z.union([Credential, Settings]),
    problems: [400, ...TOLD],
    roundTrips: 2,
  },
  listEvents: {
    ...CALLS.listEvents,
    ...ok,
    summary: "Device events, newest first; the Link header names the next page",
    query: EventQuery,
    response: z.array(DeviceEvent),
    whileSuspended: true,
    roundTrips: 1,
  },
  countEvents: {
    ...CALLS.countEvents,
    ...ok,
    summary: "How many events each device had in each hour, the busiest 100 devices",
    query: EventCountQuery,
    response: EventCounts,
    problems: [503],
    roundTrips: 1,
  },
} as const satisfies { [N in CallName]: Endpoint & (typeof CALLS)[N] };
