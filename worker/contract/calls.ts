/**
 * The calls of the API by name, and where each goes. What they take and answer stands beside this table, in
 * `endpoints.ts`: this one is also the page's.
 */

import { type CallRow, PUBLIC_CALLS } from "./public-calls.ts";

export const OWN_CALLS = {
  logout: { method: "POST", path: "/v0/logout/", access: "user" },
  readUser: { method: "GET", path: "/v0/users/", access: "user" },
  updateUser: { method: "PUT", path: "/v0/users/", access: "user" },
  sendVerification: { method: "POST", path: "/v0/users/verification/", access: "user" },
  deleteUser: { method: "DELETE", path: "/v0/users/", access: "user" },
  listApiKeys: { method: "GET", path: "/v0/api-keys/", access: "user" },
  createApiKey: { method: "POST", path: "/v0/api-keys/", access: "user" },
  deleteApiKey: { method: "DELETE", path: "/v0/api-keys/{id}/", access: "user" },
  listChannels: { method: "GET", path: "/v0/mqtt/channels/", access: "user" },
  createChannel: { method: "POST", path: "/v0/mqtt/channels/", access: "user" },
  updateChannel: { method: "PUT", path: "/v0/mqtt/channels/{id}/", access: "user" },
  deleteChannel: { method: "DELETE", path: "/v0/mqtt/channels/{id}/", access: "user" },
  listChannelValues: { method: "GET", path: "/v0/mqtt/channels/{id}/values/", access: "user" },
  readChannelSeries: { method: "GET", path: "/v0/mqtt/channels/{id}/series/", access: "user" },
  listCredentials: { method: "GET", path: "/v0/mqtt/credentials/", access: "user" },
  createCredential: { method: "POST", path: "/v0/mqtt/credentials/", access: "user" },
  updateCredential: { method: "PUT", path: "/v0/mqtt/credentials/{id}/", access: "user" },
  deleteCredential: { method: "DELETE", path: "/v0/mqtt/credentials/{id}/", access: "user" },
  rotateCredential: { method: "POST", path: "/v0/mqtt/credentials/{id}/rotate/", access: "user" },
  readSettings: { method: "GET", path: "/v0/mqtt/settings/", access: "user" },
  updateSettings: { method: "PUT", path: "/v0/mqtt/settings/", access: "user" },
  listDevices: { method: "GET", path: "/v0/devices/on-off/", access: "user" },
  createDevice: { method: "POST", path: "/v0/devices/on-off/", access: "user" },
  updateDevice: { method: "PUT", path: "/v0/devices/on-off/{id}/", access: "user" },
  deleteDevice: { method: "DELETE", path: "/v0/devices/on-off/{id}/", access: "user" },
  readDevice: { method: "GET", path: "/v0/devices/on-off/{id}/", access: "user" },
  listConnections: { method: "GET", path: "/v0/devices/on-off/{id}/connections/", access: "user" },
  switchDevice: { method: "POST", path: "/v0/devices/on-off/{id}/switch/", access: "user" },
  listDeviceValues: { method: "GET", path: "/v0/devices/on-off/{id}/values/", access: "user" },
  readDeviceSeries: { method: "GET", path: "/v0/devices/on-off/{id}/series/", access: "user" },
  listFound: { method: "GET", path: "/v0/devices/found/", access: "user" },
  adoptFound: { method: "POST", path: "/v0/devices/found/{id}/adopt/", access: "user" },
  createLink: { method: "POST", path: "/v0/devices/on-off/{id}/link/", access: "user" },
  revokeLinks: { method: "DELETE", path: "/v0/devices/on-off/{id}/link/", access: "user" },
  listSchedules: { method: "GET", path: "/v0/devices/on-off/{id}/schedules/", access: "user" },
  createSchedule: { method: "POST", path: "/v0/devices/on-off/{id}/schedules/", access: "user" },
  previewSchedule: { method: "POST", path: "/v0/devices/on-off/{id}/schedules/preview/", access: "user" },
  updateSchedule: {
    method: "PUT",
    path: "/v0/devices/on-off/{id}/schedules/{scheduleId}/",
    access: "user",
  },
  deleteSchedule: {
    method: "DELETE",
    path: "/v0/devices/on-off/{id}/schedules/{scheduleId}/",
    access: "user",
  },
  listRuns: {
    method: "GET",
    path: "/v0/devices/on-off/{id}/schedules/{scheduleId}/runs/",
    access: "user",
  },
  listClients: { method: "GET", path: "/v0/mqtt/clients/", access: "user" },
  disconnectClient: { method: "DELETE", path: "/v0/mqtt/clients/{id}/", access: "user" },
  listRefusals: { method: "GET", path: "/v0/mqtt/log/", access: "user" },
  fixRefusal: { method: "POST", path: "/v0/mqtt/log/{id}/fix/", access: "user" },
  listEvents: { method: "GET", path: "/v0/events/devices/on-off/", access: "user" },
  countEvents: { method: "GET", path: "/v0/events/devices/on-off/counts/", access: "user" },
} as const satisfies Record<string, CallRow & { access: "user" }>;

export const CALLS = { ...PUBLIC_CALLS, ...OWN_CALLS };

export type CallName = keyof typeof CALLS;
