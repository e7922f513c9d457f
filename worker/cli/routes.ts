/**
 * Method and path of the calls that subcommands make. The contract has them, too, with schemas that load 160 modules: too
 * slow for one call. The compiler compares both.
 */

import type { CALLS, CallName } from "../contract/api.ts";

type Route<N extends CallName> = readonly [
  method: (typeof CALLS)[N]["method"],
  path: (typeof CALLS)[N]["path"],
];

export const ROUTES = {
  brokerInfo: ["GET", "/v0/broker/"],
  login: ["POST", "/v0/login/"],
  logout: ["POST", "/v0/logout/"],
  readScopes: ["GET", "/v0/scopes/"],
  listDevices: ["GET", "/v0/devices/on-off/"],
  switchDevice: ["POST", "/v0/devices/on-off/{id}/switch/"],
  listApprovals: ["GET", "/v0/approvals/"],
  answerApproval: ["POST", "/v0/approvals/{id}/"],
  listDeviceValues: ["GET", "/v0/devices/on-off/{id}/values/"],
  readDeviceSeries: ["GET", "/v0/devices/on-off/{id}/series/"],
  listEvents: ["GET", "/v0/events/devices/on-off/"],
  listMessages: ["GET", "/v0/messages/"],
  listHistory: ["GET", "/v0/history/"],
  publishMessage: ["POST", "/v0/messages/{topic}"],
  readStream: ["GET", "/v0/stream/"],
  listNotices: ["GET", "/v0/notices/"],
  listRefusals: ["GET", "/v0/mqtt/log/"],
  readAsyncapi: ["GET", "/v0/asyncapi.json"],
} as const satisfies { readonly [N in CallName]?: Route<N> };

export type RoutedCall = keyof typeof ROUTES;
