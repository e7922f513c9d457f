/** Whether this browser can get push messages, and what to do otherwise. Pure. */

export interface BrowserFacts {
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

export const BLOCKED =
  "This browser blocks notifications of this page. Press the sign left of the address, allow notifications, and load the page again.";
export const DISMISSED = "The browser's question was not answered. Press again, and choose Allow.";
export const NO_SERVICE =
  "The browser's push service does not answer. Some browsers turn it off in their privacy settings.";
