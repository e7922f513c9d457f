import { type QueryClient, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { unanswered } from "../../api/client.ts";
import {
  apiKeysQuery,
  devicesQuery,
  LANES_REFRESH_MS,
  LIST_REFRESH_MS,
  SLOW_REFRESH_MS,
} from "../../api/queries.ts";
import { queryKeys } from "../../api/query-keys.ts";
import { deviceIs, devicesMeasured, writeDevice } from "../../devices/device-cache.ts";
import { type HeardValues, heardBoth, heardValues } from "../../devices/heard-values.ts";
import { atMost } from "../../lib/at-most.ts";
import {
  checkLink,
  type LinkAccount,
  linkBecameVisible,
  linkView,
  onMeasured,
  onStatus,
  onSwitched,
  startLink,
  stopLink,
} from "../../live/link.ts";
import type { StatusMessage } from "../../live/status-message.ts";
import { useUser } from "../../session/session.ts";

/** Events are refetched at most this often; after a pause twice at once. */
const EVENTS_MS = 30_000;
const BURST = 2;
/** Values are shown at most this often. */
const SHOWN_MS = 1_000;
/** How often to check a connection while calls get no response. */
const CHECK_MS = 10_000;

/** Lists of which no retained message says what changed before the page listened. */
const NOT_RETAINED = [queryKeys.events, queryKeys.approvals, queryKeys.notices, queryKeys.watches];

/** Connects to the account's broker with the first API key, and updates the cached lists from its messages. */
export function useLiveLists(): void {
  useConnection();
  const client = useQueryClient();
  useEffect(() => {
    const askFor = (queryKey: readonly string[]) => void client.invalidateQueries({ queryKey });
    const events = atMost(EVENTS_MS, () => askForEvents(client), BURST);
    const lanes = atMost(LANES_REFRESH_MS, () => askFor(queryKeys.lanes));
    const device = atMost(LIST_REFRESH_MS, () => askFor(queryKeys.oneDevice));
    // states that change without a notice: a snoozed watch, or an action held back
    const watches = atMost(LIST_REFRESH_MS, () => askFor(queryKeys.watches), BURST);
    const happened = () => {
      events.ask();
      watches.ask();
      lanes.ask();
    };
    const stops = [
      ...[events, lanes, device, watches].map(({ stop }) => stop),
      onSwitched(({ deviceId, state }) => {
        if (state) writeDevice(client, deviceId, state === "on");
        happened();
      }),
      followStatuses(client, { changed: happened, isIncomplete: device.ask }),
      followValues(client),
      // The API key may be deleted.
      onTrouble(() => askFor(queryKeys.apiKeys)),
      onCutOffOrBack((isRetained) => {
        for (const key of isRetained ? NOT_RETAINED : [...NOT_RETAINED, queryKeys.devices]) askFor(key);
      }),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, [client]);
}

/**
 * Writes received statuses into the cache, and again after a read that began before: its answer may be older. `changed`
 * is called for those that are not retained, `isIncomplete` when the page of a device lacks what a status does not say.
 * Returns the function that stops it.
 */
function followStatuses(
  client: QueryClient,
  { changed, isIncomplete }: { changed(): void; isIncomplete(): void },
): () => void {
  const write = (status: StatusMessage) => {
    if (!deviceIs(client, status)) isIncomplete();
  };
  let reads = 0;
  /** The number of the last read that began, by its query. */
  const begun = new Map<string, number>();
  /** The last status of each device, and the reads that began before it. */
  const heard = new Map<string, { status: StatusMessage; before: number }>();
  const stops = [
    onStatus((status) => {
      heard.set(status.deviceId, { status, before: reads });
      write(status);
      if (!status.retained) changed();
    }),
    client.getQueryCache().subscribe((event) => {
      if (event.type !== "updated" || event.query.queryKey[0] !== queryKeys.devices[0]) return;
      const { action, query } = event;
      if (action.type === "fetch") begun.set(query.queryHash, ++reads);
      if (action.type !== "success" || action.manual) return;
      const read = begun.get(query.queryHash) ?? reads;
      for (const { status, before } of heard.values()) if (before >= read) write(status);
    }),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}

/** Writes received values into the cache; refetches lists that lack one. Returns the function that stops it. */
function followValues(client: QueryClient): () => void {
  const heard = new Map<string, HeardValues>();
  const unknown = atMost(SLOW_REFRESH_MS, () => {
    void client.invalidateQueries({ queryKey: queryKeys.devices });
    void client.invalidateQueries({ queryKey: queryKeys.allValues });
  });
  const shown = atMost(SHOWN_MS, () => {
    if (!devicesMeasured(client, heard)) unknown.ask();
    heard.clear();
  });
  const stop = onMeasured((source, payload) => {
    const measured = "device" in source ? heardValues(payload) : null;
    if (!("device" in source) || measured === null) return;
    const before = heard.get(source.device);
    heard.set(source.device, before === undefined ? measured : heardBoth(before, measured));
    shown.ask();
  });
  return () => {
    for (const each of [unknown.stop, shown.stop, stop]) each();
  };
}

/** Lists with more than one page keep their own interval: a refetch loads all pages. */
function askForEvents(client: QueryClient): void {
  void client.invalidateQueries({
    queryKey: queryKeys.events,
    predicate: ({ state }) => ((state.data as { pages?: unknown[] } | undefined)?.pages?.length ?? 1) === 1,
  });
}

/**
 * Calls back when the connection is lost and when it stands, because messages before that are missed. At the first
 * connect `isRetained`: retained messages say what they said.
 */
function onCutOffOrBack(then: (isRetained: boolean) => void): () => void {
  let [stood, cut] = [linkView.get().status === "connected", false];
  return linkView.subscribe(() => {
    const { status, hadRetainedState } = linkView.get();
    const stands = status === "connected";
    if (stands === stood) return;
    then(!stood && !cut && hadRetainedState);
    [stood, cut] = [stands, stood];
  });
}

function onTrouble(then: () => void): () => void {
  let before = linkView.get().message;
  return linkView.subscribe(() => {
    const { message } = linkView.get();
    if (message !== null && before === null) then();
    before = message;
  });
}

function useConnection(): void {
  const { id: userId } = useUser();
  // Polled until answered; this detects that the server is back.
  const keys = useQuery({
    ...apiKeysQuery(),
    refetchInterval: ({ state }) => state.status === "error" && LIST_REFRESH_MS,
  });
  const devices = useQuery(devicesQuery());
  const standing = useRef<LinkAccount | null>(null);
  const apiKey = keys.data?.[0]?.key || null;
  const deviceIds = devices.data?.map((device) => device.id).join(" ") ?? null;

  useEffect(() => {
    if (!keys.isSuccess || apiKey !== null) return;
    console.warn("No API key found");
    standing.current = null;
    stopLink();
  }, [keys.isSuccess, apiKey]);

  useEffect(() => {
    if (userId === "" || apiKey === null || deviceIds === null) return;
    const wanted = { userId, apiKey, deviceIds: deviceIds.split(" ").filter(Boolean) };
    if (standing.current && covers(standing.current, wanted)) return;
    standing.current = wanted;
    startLink(wanted);
  }, [userId, apiKey, deviceIds]);

  useEffect(() => {
    const check = () => void (document.visibilityState === "visible" && checkLink());
    const timer = setInterval(check, CHECK_MS);
    const stop = unanswered.subscribe(checkLink);
    window.addEventListener("offline", check);
    return () => {
      clearInterval(timer);
      stop();
      window.removeEventListener("offline", check);
    };
  }, []);

  useEffect(() => {
    const look = () => document.visibilityState === "visible" && linkBecameVisible();
    document.addEventListener("visibilitychange", look);
    return () => {
      document.removeEventListener("visibilitychange", look);
      standing.current = null;
      stopLink();
    };
  }, []);
}

/** A deleted device needs no new connection; a new one does. */
const covers = (standing: LinkAccount, wanted: LinkAccount): boolean =>
  standing.userId === wanted.userId &&
  standing.apiKey === wanted.apiKey &&
  wanted.deviceIds.every((id) => standing.deviceIds.includes(id));
