/** The query of each cached list. `useQuery(devicesQuery())` on any screen shares one answer. */

import { queryOptions } from "@tanstack/react-query";
import type { ApprovalRow } from "../../../worker/contract/approvals.ts";
import { call } from "./call.ts";
import { callAsMe, callPublic } from "./call-public.ts";
import { withoutDeleted } from "./deletions.ts";
import { queryKeys } from "./query-keys.ts";

export const userQuery = () => queryOptions({ queryKey: queryKeys.user, queryFn: () => call("readUser") });
export const apiKeysQuery = () =>
  queryOptions({ queryKey: queryKeys.apiKeys, queryFn: () => call("listApiKeys") });
export const tokensQuery = () =>
  queryOptions({ queryKey: queryKeys.tokens, queryFn: () => call("listTokens") });
export const guestsQuery = () =>
  queryOptions({ queryKey: queryKeys.guests, queryFn: () => call("listGuests") });
export const passkeysQuery = () =>
  queryOptions({ queryKey: queryKeys.passkeys, queryFn: () => call("listPasskeys") });
export const channelsQuery = () =>
  queryOptions({
    queryKey: queryKeys.channels,
    queryFn: async () => withoutDeleted(await call("listChannels")),
  });
export const credentialsQuery = () =>
  queryOptions({
    queryKey: queryKeys.credentials,
    queryFn: async () => withoutDeleted(await call("listCredentials")),
  });
export const settingsQuery = () =>
  queryOptions({ queryKey: queryKeys.settings, queryFn: () => call("readSettings") });
export const foundQuery = () => queryOptions({ queryKey: queryKeys.found, queryFn: () => call("listFound") });
export const clientsQuery = () =>
  queryOptions({ queryKey: queryKeys.clients, queryFn: () => call("listClients") });
export const watchesQuery = () =>
  queryOptions({
    queryKey: queryKeys.watches,
    queryFn: async () => withoutDeleted(await call("listWatches")),
  });
export const noticesQuery = () =>
  queryOptions({ queryKey: queryKeys.notices, queryFn: () => call("listNotices") });
export const approvalsQuery = () =>
  queryOptions({
    queryKey: queryKeys.approvals,
    queryFn: () => call("listApprovals"),
    // the page's connection reports each order; one that waits may end without a report
    refetchInterval: ({ state: { data = [] } }) => data.some(isUnanswered) && SLOW_REFRESH_MS,
  });
export const isUnanswered = ({ state }: Pick<ApprovalRow, "state">): boolean => state === "waiting";
export const targetsQuery = () =>
  queryOptions({
    queryKey: queryKeys.targets,
    queryFn: async () => withoutDeleted(await call("listTargets")),
  });
export const refusalsQuery = () =>
  queryOptions({ queryKey: queryKeys.refusals, queryFn: () => call("listRefusals") });
export const brokerInfoQuery = () =>
  queryOptions({
    queryKey: queryKeys.brokerInfo,
    queryFn: () => callPublic("brokerInfo"),
    staleTime: Number.POSITIVE_INFINITY,
  });
export const usageQuery = () =>
  queryOptions({ queryKey: queryKeys.usage, queryFn: () => callAsMe("brokerInfo") });
export const devicesQuery = () =>
  queryOptions({
    queryKey: queryKeys.deviceList(),
    queryFn: async () => withoutDeleted(await call("listDevices")),
  });
/** The dashboard's devices: the pinned ones; without any the first. */
export const pinnedDevicesQuery = (size: number) =>
  queryOptions({
    queryKey: queryKeys.deviceList(size),
    queryFn: async () => withoutDeleted(await call("listDevices", { search: { size, pinned: "true" } })),
  });
/** Devices that log in. Discovered devices of other makes do not log in. */
export const ownDevicesQuery = () =>
  queryOptions({ ...devicesQuery(), select: (list) => list.filter(({ kind }) => kind !== "found") });
export const deviceQuery = (id: string) =>
  queryOptions({ queryKey: queryKeys.device(id), queryFn: () => call("readDevice", { id }) });

/** Interval for lists without live updates, while the page is visible. */
export const LIST_REFRESH_MS = 15_000;
/** Interval for charts over hours and for data that rarely changes. */
export const SLOW_REFRESH_MS = 60_000;
/** The chart of a device needs up to three calls. */
export const LANES_REFRESH_MS = 120_000;

/** Here and not in `api`, which every screen loads: only the profile needs it. */
export const sessionsQuery = () =>
  queryOptions({ queryKey: ["sessions"], queryFn: () => call("listSessions") });
