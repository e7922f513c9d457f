/** Push messages of this browser. */

import type { RequestOf } from "../../../../../worker/contract/api.ts";
import { allowWorkers } from "../../../lib/worker-policy.ts";
import { BLOCKED, type BrowserFacts, DISMISSED, NO_SERVICE } from "./support.ts";

type PushTarget = Extract<RequestOf<"createTarget">, { kind: "push" }>;

const hasNotifications = (): boolean => "Notification" in window;

export const browserFacts = (pushKey: string | null): BrowserFacts => ({
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
export async function subscribe(key: string): Promise<PushTarget> {
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
