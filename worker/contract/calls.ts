/**
 * The calls of the API by name, method and path. Their requests and responses are in `endpoints.ts`. The page imports
 * this table, too.
 */

import type { PlainScope } from "../../broker/contract/scopes.ts";
import { type CallRow, PUBLIC_CALLS } from "./public-calls.ts";

/** Calls of an account. Those that return a secret, or concern the account itself, need a session. */
export const OWN_CALLS = {
  logout: { method: "POST", path: "/v0/logout/", access: "user" },
  readUser: { method: "GET", path: "/v0/users/", access: "user" },
  updateUser: { method: "PUT", path: "/v0/users/", access: "user" },
  sendVerification: { method: "POST", path: "/v0/users/verification/", access: "user" },
  deleteUser: { method: "DELETE", path: "/v0/users/", access: "user" },
  listApiKeys: { method: "GET", path: "/v0/api-keys/", access: "user" },
  createApiKey: { method: "POST", path: "/v0/api-keys/", access: "user" },
  listTokens: { method: "GET", path: "/v0/tokens/", access: "user" },
  createToken: { method: "POST", path: "/v0/tokens/", access: "user" },
  deleteToken: { method: "DELETE", path: "/v0/tokens/{id}/", access: "user" },
  deleteApiKey: { method: "DELETE", path: "/v0/api-keys/{id}/", access: "token", scopes: ["setup:write"] },
  listChannels: { method: "GET", path: "/v0/mqtt/channels/", access: "token", scopes: ["setup:read"] },
  createChannel: { method: "POST", path: "/v0/mqtt/channels/", access: "token", scopes: ["setup:write"] },
  updateChannel: { method: "PUT", path: "/v0/mqtt/channels/{id}/", access: "token", scopes: ["setup:write"] },
  deleteChannel: {
    method: "DELETE",
    path: "/v0/mqtt/channels/{id}/",
    access: "token",
    scopes: ["setup:write"],
  },
  listChannelValues: {
    method: "GET",
    path: "/v0/mqtt/channels/{id}/values/",
    access: "token",
    scopes: ["values:read"],
  },
  readChannelSeries: {
    method: "GET",
    path: "/v0/mqtt/channels/{id}/series/",
    access: "token",
    scopes: ["values:read"],
  },
  listCredentials: { method: "GET", path: "/v0/mqtt/credentials/", access: "user" },
  createCredential: { method: "POST", path: "/v0/mqtt/credentials/", access: "user" },
  updateCredential: { method: "PUT", path: "/v0/mqtt/credentials/{id}/", access: "user" },
  deleteCredential: {
    method: "DELETE",
    path: "/v0/mqtt/credentials/{id}/",
    access: "token",
    scopes: ["setup:write"],
  },
  rotateCredential: { method: "POST", path: "/v0/mqtt/credentials/{id}/rotate/", access: "user" },
  publishMessage: {
    method: "POST",
    path: "/v0/messages/{topic}",
    access: "token",
    scopes: [],
    messages: "messages:publish",
  },
  listMessages: {
    method: "GET",
    path: "/v0/messages/",
    access: "token",
    scopes: [],
    messages: "messages:read",
  },
  readMessage: {
    method: "GET",
    path: "/v0/messages/{topic}",
    access: "token",
    scopes: [],
    messages: "messages:read",
  },
  deleteMessage: {
    method: "DELETE",
    path: "/v0/messages/{topic}",
    access: "token",
    scopes: [],
    messages: "messages:publish",
  },
  readSettings: { method: "GET", path: "/v0/mqtt/settings/", access: "token", scopes: ["setup:read"] },
  updateSettings: { method: "PUT", path: "/v0/mqtt/settings/", access: "token", scopes: ["setup:write"] },
  listDevices: { method: "GET", path: "/v0/devices/on-off/", access: "token", scopes: ["devices:read"] },
  createDevice: { method: "POST", path: "/v0/devices/on-off/", access: "token", scopes: ["setup:write"] },
  updateDevice: {
    method: "PUT",
    path: "/v0/devices/on-off/{id}/",
    access: "token",
    scopes: ["setup:write", "devices:switch"],
  },
  deleteDevice: {
    method: "DELETE",
    path: "/v0/devices/on-off/{id}/",
    access: "token",
    scopes: ["setup:write"],
  },
  readDevice: { method: "GET", path: "/v0/devices/on-off/{id}/", access: "token", scopes: ["devices:read"] },
  listConnections: {
    method: "GET",
    path: "/v0/devices/on-off/{id}/connections/",
    access: "token",
    scopes: ["devices:read"],
  },
  switchDevice: {
    method: "POST",
    path: "/v0/devices/on-off/{id}/switch/",
    access: "token",
    scopes: ["devices:switch"],
  },
  listDeviceValues: {
    method: "GET",
    path: "/v0/devices/on-off/{id}/values/",
    access: "token",
    scopes: ["values:read"],
  },
  readDeviceSeries: {
    method: "GET",
    path: "/v0/devices/on-off/{id}/series/",
    access: "token",
    scopes: ["values:read"],
  },
  readMetrics: { method: "GET", path: "/v0/values/metrics/", access: "token", scopes: ["values:read"] },
  readStream: { method: "GET", path: "/v0/stream/", access: "token", scopes: [] },
  createTicket: { method: "POST", path: "/v0/stream/ticket/", access: "token", scopes: [] },
  listFound: { method: "GET", path: "/v0/devices/found/", access: "token", scopes: ["devices:read"] },
  adoptFound: {
    method: "POST",
    path: "/v0/devices/found/{id}/adopt/",
    access: "token",
    scopes: ["setup:write"],
  },
  createLink: { method: "POST", path: "/v0/devices/on-off/{id}/link/", access: "user" },
  revokeLinks: {
    method: "DELETE",
    path: "/v0/devices/on-off/{id}/link/",
    access: "token",
    scopes: ["setup:write"],
  },
  listSchedules: {
    method: "GET",
    path: "/v0/devices/on-off/{id}/schedules/",
    access: "token",
    scopes: ["setup:read"],
  },
  createSchedule: {
    method: "POST",
    path: "/v0/devices/on-off/{id}/schedules/",
    access: "token",
    scopes: ["setup:write", "devices:switch"],
  },
  previewSchedule: {
    method: "POST",
    path: "/v0/devices/on-off/{id}/schedules/preview/",
    access: "token",
    scopes: ["setup:read"],
  },
  updateSchedule: {
    method: "PUT",
    path: "/v0/devices/on-off/{id}/schedules/{scheduleId}/",
    access: "token",
    scopes: ["setup:write", "devices:switch"],
  },
  deleteSchedule: {
    method: "DELETE",
    path: "/v0/devices/on-off/{id}/schedules/{scheduleId}/",
    access: "token",
    scopes: ["setup:write"],
  },
  listRuns: {
    method: "GET",
    path: "/v0/devices/on-off/{id}/schedules/{scheduleId}/runs/",
    access: "token",
    scopes: ["setup:read"],
  },
  listClients: { method: "GET", path: "/v0/mqtt/clients/", access: "token", scopes: ["devices:read"] },
  disconnectClient: {
    method: "DELETE",
    path: "/v0/mqtt/clients/{id}/",
    access: "token",
    scopes: ["setup:write"],
  },
  listRefusals: { method: "GET", path: "/v0/mqtt/log/", access: "token", scopes: ["events:read"] },
  fixRefusal: { method: "POST", path: "/v0/mqtt/log/{id}/fix/", access: "user" },
  listEvents: { method: "GET", path: "/v0/events/devices/on-off/", access: "token", scopes: ["events:read"] },
  countEvents: {
    method: "GET",
    path: "/v0/events/devices/on-off/counts/",
    access: "token",
    scopes: ["events:read"],
  },
} as const satisfies Record<
  string,
  CallRow & ({ access: "user" } | { access: "token"; scopes: readonly PlainScope[] })
>;

export const CALLS = { ...PUBLIC_CALLS, ...OWN_CALLS };

export type CallName = keyof typeof CALLS;
