import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { RequestOf } from "../../../../../worker/contract/api.ts";
import type { NoticeTarget } from "../../../../../worker/contract/watches.ts";
import { call } from "../../../api/call.ts";
import { CallError } from "../../../api/problem.ts";
import { brokerInfoQuery } from "../../../api/queries.ts";
import { queryKeys } from "../../../api/query-keys.ts";
import { formProblem } from "../../../forms/form-problem.ts";
import { ownTarget, setOwnTarget } from "../../../lib/own-push.ts";
import { allowWorkers } from "../../../lib/worker-policy.ts";
import { announce } from "../../../ui/messages/announcer.tsx";

// Push messages of this browser.

type PushTarget = Extract<RequestOf<"createTarget">, { kind: "push" }>;

const hasNotifications = (): boolean => "Notification" in window;

const browserFacts = (pushKey: string | null): BrowserFacts => ({
  pushKey,
  hasWorker: import.meta.env.PROD,
  hasPush: "PushManager" in window && "serviceWorker" in navigator && hasNotifications(),
  // an iPad calls itself a Mac, which has no touch screen
  isApple:
    /iPhone|iPad/.test(navigator.userAgent) ||
    (/Mac/.test(navigator.userAgent) && navigator.maxTouchPoints > 1),
  permission: hasNotifications() ? Notification.permission : null,
});

/** Asks for the permission and subscribes. Throws an error whose message is for the user. */
async function subscribe(key: string): Promise<PushTarget> {
  // first, because browsers show the question only while a press is handled
  const permission = await Notification.requestPermission();
  if (permission !== "granted") throw new Error(permission === "denied" ? BLOCKED : DISMISSED);
  allowWorkers();
  const { pushManager } = await navigator.serviceWorker
    .register("/sw.js")
    .then(() => navigator.serviceWorker.ready);
  // one for another key cannot be replaced
  await (await pushManager.getSubscription())?.unsubscribe();
  const options = { userVisibleOnly: true, applicationServerKey: key };
  const subscription = await pushManager.subscribe(options).catch(() => {
    throw new Error(NO_SERVICE);
  });
  const { endpoint = "", keys = {} } = subscription.toJSON();
  return {
    kind: "push",
    subscription: { endpoint, keys: { p256dh: keys.p256dh ?? "", auth: keys.auth ?? "" } },
  };
}

const FALLBACK = "Push messages could not be turned on.";

const problemText = (error: unknown): string => {
  if (!(error instanceof CallError)) return error instanceof Error ? error.message : FALLBACK;
  const { message, fields } = formProblem(error, { fallback: FALLBACK });
  return Object.values(fields).flat().join(" ") || message;
};

/** Turns push messages on in this browser, at a press. */
export function useTurnOnPush() {
  const client = useQueryClient();
  const info = useQuery(brokerInfoQuery());
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const key = info.data?.push_key ?? null;
  return {
    busy,
    problem,
    /** Null when a press turns it on; the reason otherwise. */
    obstacle: info.data === undefined ? null : pushObstacle(browserFacts(key)),
    canTurnOn: (targets: readonly NoticeTarget[]) =>
      info.data !== undefined && !isOn(targets) && pushObstacle(browserFacts(key)) === null,
    /** Null when it failed, with a `problem`. */
    async turnOn(): Promise<NoticeTarget | null> {
      if (busy || key === null) return null;
      setBusy(true);
      setProblem(null);
      try {
        const target = await call("createTarget", { body: await subscribe(key) });
        setOwnTarget(target.id);
        announce("This browser gets notices.");
        await client.invalidateQueries({ queryKey: queryKeys.targets });
        return target;
      } catch (error) {
        setProblem(problemText(error));
        return null;
      } finally {
        setBusy(false);
      }
    },
  };
}

/** The target of this browser exists, and the browser still allows its messages. */
export const isOn = (targets: readonly NoticeTarget[]): boolean =>
  targets.some(({ id }) => id === ownTarget.get()) && browserFacts(null).permission === "granted";

// Whether this browser can get push messages, and what to do otherwise. Pure.

interface BrowserFacts {
  /** From the API; null: the service has no VAPID key. */
  pushKey: string | null;
  hasWorker: boolean;
  hasPush: boolean;
  /** iPhone and iPad. */
  isApple: boolean;
  permission: NotificationPermission | null;
}

/** Null when push messages can be turned on with a press. */
export function pushObstacle({
  pushKey,
  hasWorker,
  hasPush,
  isApple,
  permission,
}: BrowserFacts): string | null {
  if (pushKey === null) return "This service has no key for push messages. Its operator can make one.";
  if (!hasPush)
    return isApple
      ? "On an iPhone or iPad, first add Switchyard to the home screen: Share, then Add to Home Screen. Open it from there."
      : "This browser has no push messages. They need HTTPS, and some private windows have none.";
  if (!hasWorker) return "This page runs without its service worker, which shows the notices.";
  return permission === "denied" ? BLOCKED : null;
}

const BLOCKED =
  "This browser blocks notifications of this page. Press the sign left of the address, allow notifications, and load the page again.";
const DISMISSED = "The browser's question was not answered. Press again, and choose Allow.";
const NO_SERVICE =
  "The browser's push service does not answer. Some browsers turn it off in their privacy settings.";
