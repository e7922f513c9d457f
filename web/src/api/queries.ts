/** How each kept list is loaded. `useQuery(devicesQuery())` on any screen shares one answer. */

import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { getUser, listApiKeys } from "./account.ts";
import { getBrokerInfo } from "./broker.ts";
import { type EventsQuery, listDevices, listEvents, readDevice } from "./devices.ts";
import { listChannels, listClients, listCredentials, listRefusals } from "./mqtt.ts";
import { queryKeys } from "./query-keys.ts";

export const userQuery = () => queryOptions({ queryKey: queryKeys.user, queryFn: getUser });
export const apiKeysQuery = () => queryOptions({ queryKey: queryKeys.apiKeys, queryFn: listApiKeys });
export const channelsQuery = () => queryOptions({ queryKey: queryKeys.channels, queryFn: listChannels });
export const credentialsQuery = () =>
  queryOptions({ queryKey: queryKeys.credentials, queryFn: listCredentials });
export const clientsQuery = () => queryOptions({ queryKey: queryKeys.clients, queryFn: listClients });
export const refusalsQuery = () => queryOptions({ queryKey: queryKeys.refusals, queryFn: listRefusals });
export const brokerInfoQuery = () =>
  queryOptions({
    queryKey: queryKeys.brokerInfo,
    queryFn: getBrokerInfo,
    staleTime: Number.POSITIVE_INFINITY,
  });
export const devicesQuery = (size?: number) =>
  queryOptions({ queryKey: queryKeys.deviceList(size), queryFn: () => listDevices(size) });
export const deviceQuery = (id: string) =>
  queryOptions({ queryKey: queryKeys.device(id), queryFn: () => readDevice(id) });
export const eventsQuery = (query: EventsQuery = {}) =>
  queryOptions({ queryKey: queryKeys.eventList(query), queryFn: () => listEvents(query) });
/** The same page after page, each from where the one before it ended. */
export const eventPagesQuery = (query: EventsQuery) =>
  infiniteQueryOptions({
    queryKey: [...queryKeys.eventList(query), "pages"],
    queryFn: ({ pageParam }) => listEvents(pageParam === null ? query : { ...query, before: pageParam }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next,
  });

/** Connections come and go without a message that the page hears; lists in view ask again this often. */
export const LIST_REFRESH_MS = 15_000;

/** Whether a device is there is asked this often while its mark is in view. */
export const PRESENCE_REFRESH_MS = 4_000;
