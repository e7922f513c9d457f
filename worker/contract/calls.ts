/**
 * The calls of the API by name, method and path, with who may make them. Their requests and responses are in
 * `endpoints.ts`. The page imports `own-calls.ts` and `public-calls.ts`.
 */

import type { PlainScope } from "../../broker/contract/scopes.ts";
import { OWN_CALLS } from "./own-calls.ts";
import { type CallRow, PUBLIC_CALLS } from "./public-calls.ts";

type OwnCallName = keyof typeof OWN_CALLS;
/** A login session only, or also a token with all of these scopes. */
type CallAccess = "session" | readonly PlainScope[] | Required<Pick<CallRow, "scopes" | "messages">>;

/** Calls that return a secret, or concern the account itself, need a session. */
const OWN_ACCESS: Record<OwnCallName, CallAccess> = {
  logout: "session",
  readUser: "session",
  updateUser: "session",
  changePassword: "session",
  listSessions: "session",
  deleteSession: "session",
  sendVerification: "session",
  cancelPendingEmail: "session",
  exportAccount: "session",
  deleteUser: "session",
  listApiKeys: "session",
  createApiKey: "session",
  listTokens: "session",
  createToken: "session",
  deleteToken: "session",
  readScopes: [],
  deleteApiKey: ["setup:write"],
  listChannels: ["setup:read"],
  createChannel: ["setup:write"],
  updateChannel: ["setup:write"],
  deleteChannel: ["setup:write"],
  listChannelValues: ["values:read"],
  readChannelSeries: ["values:read"],
  listCredentials: "session",
  createCredential: "session",
  updateCredential: "session",
  deleteCredential: ["setup:write"],
  rotateCredential: "session",
  publishMessage: { scopes: [], messages: "messages:publish" },
  listMessages: { scopes: [], messages: "messages:read" },
  readMessage: { scopes: [], messages: "messages:read" },
  deleteMessage: { scopes: [], messages: "messages:publish" },
  readSettings: ["setup:read"],
  updateSettings: ["setup:write"],
  readAsyncapi: ["setup:read"],
  listDevices: ["devices:read"],
  createDevice: ["setup:write"],
  updateDevice: ["setup:write", "devices:switch"],
  deleteDevice: ["setup:write"],
  readDevice: ["devices:read"],
  listConnections: ["devices:read"],
  switchDevice: ["devices:switch"],
  listDeviceValues: ["values:read"],
  readDeviceSeries: ["values:read"],
  readMetrics: ["values:read"],
  readStream: [],
  createTicket: [],
  listFound: ["devices:read"],
  adoptFound: ["setup:write"],
  createLink: "session",
  revokeLinks: ["setup:write"],
  listAllSchedules: ["setup:read"],
  listSchedules: ["setup:read"],
  createSchedule: ["setup:write", "devices:switch"],
  previewSchedule: ["setup:read"],
  updateSchedule: ["setup:write", "devices:switch"],
  deleteSchedule: ["setup:write"],
  listRuns: ["setup:read"],
  listWatches: ["setup:read"],
  createWatch: ["setup:write"],
  updateWatch: ["setup:write"],
  deleteWatch: ["setup:write"],
  snoozeWatch: ["setup:write"],
  listWatchNotices: ["setup:read"],
  listNotices: ["setup:read"],
  sendNotice: ["setup:write"],
  listTargets: ["setup:read"],
  createTarget: "session",
  deleteTarget: ["setup:write"],
  testTarget: ["setup:write"],
  rotateTarget: "session",
  listClients: ["devices:read"],
  disconnectClient: ["setup:write"],
  listRefusals: ["events:read"],
  fixRefusal: "session",
  listEvents: ["events:read"],
  countEvents: ["events:read"],
};

type OwnAccess = Pick<CallRow, "scopes" | "messages"> & { access: "user" | "token" };

function accessOf(name: OwnCallName): OwnAccess {
  const access = OWN_ACCESS[name];
  if (access === "session") return { access: "user" };
  return { access: "token", ...("scopes" in access ? access : { scopes: access }) };
}

type OwnCalls = { [N in OwnCallName]: (typeof OWN_CALLS)[N] & OwnAccess };
const ownNames = Object.keys(OWN_CALLS) as OwnCallName[];

export const CALLS = {
  ...PUBLIC_CALLS,
  ...(Object.fromEntries(
    ownNames.map((name) => [name, { ...OWN_CALLS[name], ...accessOf(name) }]),
  ) as OwnCalls),
};

export type CallName = keyof typeof CALLS;
