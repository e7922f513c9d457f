import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Bell as BellIcon } from "lucide-react";
import { useCallback, useEffect, useState } from "react";
import type { Notice } from "../../../../worker/contract/watches.ts";
import { approvalsQuery, isUnanswered, noticesQuery, SLOW_REFRESH_MS } from "../../api/queries.ts";
import { queryKeys } from "../../api/query-keys.ts";
import { atMost } from "../../lib/at-most.ts";
import { localStore } from "../../lib/safe-storage.ts";
import { createStore, useStore } from "../../lib/store.ts";
import { onNotice } from "../../live/link.ts";
import { IconButton } from "../../ui/button.tsx";
import { Modal } from "../../ui/dialogs/modal.tsx";
import { part } from "../../ui/loading/part.tsx";
import { toast } from "../../ui/messages/toast.ts";
import { noticeToast, type Signalled } from "./notices/notice-tone.ts";

const AllNotices = part(() => import("./notices/all-notices.tsx"));

/** More are shown as `9+`. */
const MOST = 9;

/** The number of unread notices in the header, and the notices at a press. */
export function Bell() {
  const notices = useQuery({ ...noticesQuery(), refetchInterval: SLOW_REFRESH_MS });
  const waiting = useQuery(approvalsQuery()).data?.filter(isUnanswered).length ?? 0;
  const unread = unreadIn(notices.data ?? [], useStore(seenUntil)) + waiting;
  const [isOpen, setOpen] = useState(false);
  useRefreshOnPush();
  useOpenAtQuestion(useCallback(() => setOpen(true), []));
  useRefreshAtOnce();
  const close = () => {
    setOpen(false);
    if (window.location.hash.startsWith("#notice-")) window.location.hash = "";
  };
  const count = unread > MOST ? `${MOST}+` : unread;
  return (
    <>
      <IconButton
        label={unread === 0 ? "Notices" : `Notices, ${count} unread`}
        aria-haspopup="dialog"
        className="relative"
        onClick={() => setOpen(true)}
      >
        <BellIcon aria-hidden="true" />
        {unread > 0 && (
          <span
            aria-hidden="true"
            className="absolute top-0 right-0 min-w-4 rounded-full bg-ink px-1 text-center text-xs leading-4 font-medium text-paper tabular-nums pointer-coarse:top-1 pointer-coarse:right-1"
          >
            {count}
          </span>
        )}
      </IconButton>
      <Modal open={isOpen} wide title="Notices" onClose={close}>
        <AllNotices onSeen={markSeen} onClose={close} />
      </Modal>
    </>
  );
}

/** The service worker reports each push message, and at a press it asks for the page that shows a path. */
function useRefreshOnPush(): void {
  const client = useQueryClient();
  useEffect(() => {
    const { serviceWorker } = navigator;
    if (!serviceWorker) return;
    const hear = ({ data, ports: [port] }: MessageEvent) => {
      if (port) {
        if (data === window.location.pathname) port.postMessage("shown");
        return;
      }
      if (typeof data === "string" && data.startsWith("#")) window.location.hash = data;
      void client.invalidateQueries({ queryKey: queryKeys.notices });
      void client.invalidateQueries({ queryKey: queryKeys.approvals });
      void client.invalidateQueries({ queryKey: queryKeys.watches });
    };
    serviceWorker.addEventListener("message", hear);
    return () => serviceWorker.removeEventListener("message", hear);
  }, [client]);
}

/** A notification without buttons opens an address with `#notice-` and the notice's id. */
function useOpenAtQuestion(open: () => void): void {
  useEffect(() => {
    const look = () => {
      if (window.location.hash.startsWith("#notice-")) open();
    };
    look();
    window.addEventListener("hashchange", look);
    return () => window.removeEventListener("hashchange", look);
  }, [open]);
}

/** After a pause this many notices are shown at once; more of them follow together. */
const BURST = 3;
const TOASTS_MS = 5_000;

/** The page's connection reports each notice that is written: loads the list, and shows the new ones. */
function useRefreshAtOnce(): void {
  const client = useQueryClient();
  useEffect(() => {
    const load = async () => {
      void client.invalidateQueries({ queryKey: queryKeys.approvals });
      const before = client.getQueryData(noticesQuery().queryKey);
      const list = await client.fetchQuery({ ...noticesQuery(), staleTime: 0 }).catch(() => []);
      void client.invalidateQueries({ queryKey: queryKeys.watches });
      // without an earlier list nobody knows which are new
      if (before !== undefined) showNew(list, before);
    };
    const loads = atMost(TOASTS_MS, () => void load(), BURST);
    const stop = onNotice(loads.ask);
    return () => {
      stop();
      loads.stop();
    };
  }, [client]);
}

type Shown = Pick<Notice, "id" | "text"> & Signalled;

/** Shows the newest notice that the earlier list lacks, and how many more there are. */
export function showNew(list: readonly Shown[], before: readonly Pick<Notice, "id">[]): void {
  const known = new Set(before.map(({ id }) => id));
  const [newest, ...others] = list.filter(({ id }) => !known.has(id));
  if (newest === undefined) return;
  const more = others.length === 0 ? "" : ` And ${others.length} more.`;
  toast(noticeToast(newest), newest.text + more);
}

// Which notices this browser has not shown yet.

const KEY = "notices_seen";

/** The time of the newest notice when the list was last open; empty before that. */
export const seenUntil = createStore<string>(localStore.read(KEY) ?? "");

export const unreadIn = (notices: readonly Pick<Notice, "at">[], seen: string): number =>
  notices.filter(({ at }) => at > seen).length;

export function markSeen(notices: readonly Pick<Notice, "at">[]): void {
  const newest = [seenUntil.get(), ...notices.map(({ at }) => at)].sort().at(-1) ?? "";
  localStore.write(KEY, newest);
  seenUntil.set(newest);
}
