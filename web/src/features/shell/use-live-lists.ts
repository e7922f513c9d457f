import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { unanswered } from "../../api/client.ts";
import { apiKeysQuery, devicesQuery } from "../../api/queries.ts";
import { queryKeys } from "../../api/query-keys.ts";
import { deviceTold } from "../../devices/device-cache.ts";
import {
  doubtLink,
  type LinkAccount,
  linkBecameVisible,
  onSwitched,
  startLink,
  stopLink,
} from "../../live/link.ts";
import { useUser } from "../../session/session.ts";

/** An event can be read over the API this long after its message was seen. */
const EVENT_READABLE_MS = 1_000;

/** Keeps the page connected to the account's broker as its first API key, and lets what is heard change the lists. */
export function useLiveLists(): void {
  useConnection();
  const client = useQueryClient();
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = onSwitched(({ deviceId, state }) => {
      if (state) deviceTold(client, deviceId, state === "on");
      clearTimeout(timer);
      timer = setTimeout(() => client.invalidateQueries({ queryKey: queryKeys.events }), EVENT_READABLE_MS);
    });
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, [client]);
}

function useConnection(): void {
  const { id: userId } = useUser();
  const keys = useQuery(apiKeysQuery());
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

  useEffect(() => unanswered.subscribe(doubtLink), []);

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

/** A device that is gone needs no new connection; one that came does. */
const covers = (standing: LinkAccount, wanted: LinkAccount): boolean =>
  standing.userId === wanted.userId &&
  standing.apiKey === wanted.apiKey &&
  wanted.deviceIds.every((id) => standing.deviceIds.includes(id));
