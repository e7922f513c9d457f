/**
 * A headless Chromium has no push service and shows no notifications. The page gets a subscription at a service of the
 * test, which decrypts the messages; DevTools hands them to the page's real service worker, which records what it shows.
 */

import type { Page, Worker } from "@playwright/test";
import type { subscriptionAt } from "../support/notice-receivers.ts";
import { baseUrl } from "./journey.ts";

interface PushWindow {
  questions: number;
  subscribedWith: PushSubscriptionOptionsInit | null;
}
type Subscription = ReturnType<typeof subscriptionAt>["subscription"];

/** In the page: the user's answer, and the browser's push service. */
export function usePushService(subscription: Subscription): void {
  let [permission, current]: [NotificationPermission, object | null] = ["default", null];
  const seen: PushWindow = { questions: 0, subscribedWith: null };
  Object.assign(window, { push: seen });
  Object.defineProperty(Notification, "permission", { get: () => permission });
  Object.assign(Notification, {
    requestPermission: async () => {
      seen.questions += 1;
      permission = "granted";
      return permission;
    },
  });
  Object.assign(PushManager.prototype, {
    getSubscription: async () => current,
    subscribe: async (options: PushSubscriptionOptionsInit) => {
      seen.subscribedWith = options;
      current = { toJSON: () => subscription, unsubscribe: async () => true };
      return current;
    },
  });
}

export const pushOf = (page: Page) => page.evaluate(() => (window as unknown as { push: PushWindow }).push);

interface Recorder {
  shown: (NotificationOptions & { title: string })[];
  opened: string[];
  focused: number;
}

/** In the service worker: what it shows and opens. */
export function recordNotifications(): void {
  const scope = globalThis as unknown as Recorder & {
    registration: { showNotification: unknown };
    clients: { openWindow: unknown };
  };
  Object.assign(scope, { shown: [], opened: [], focused: 0 });
  scope.registration.showNotification = async (title: string, options: NotificationOptions) =>
    void scope.shown.push({ title, ...options });
  // only a real press may focus and open windows
  Object.assign(Reflect.get(globalThis, "WindowClient").prototype, {
    focus: async () => {
      scope.focused += 1;
    },
  });
  scope.clients.openWindow = async (url: string) => void scope.opened.push(url);
}

export const recordOf = (worker: Worker) =>
  worker.evaluate(() => {
    const { shown, opened, focused } = globalThis as unknown as Recorder;
    return { shown, opened, focused };
  });

/** Hands a push message to the service worker, as the browser does. */
export async function deliver(page: Page, data: string): Promise<void> {
  const devTools = await page.context().newCDPSession(page);
  const known = new Promise<string>((resolve) => {
    devTools.on("ServiceWorker.workerRegistrationUpdated", ({ registrations: [first] }) => {
      if (first) resolve(first.registrationId);
    });
  });
  await devTools.send("ServiceWorker.enable");
  const registrationId = await known;
  await devTools.send("ServiceWorker.deliverPushMessage", { origin: baseUrl(), registrationId, data });
  await devTools.detach();
}

/** As a press on the last notification, or on a button of it. */
export const press = (worker: Worker, action = "") =>
  worker.evaluate((button) => {
    const { shown } = globalThis as unknown as Recorder;
    const event = new Event("notificationclick");
    const waits: Promise<unknown>[] = [];
    const notification = { ...shown.at(-1), close: () => undefined };
    Object.assign(event, {
      action: button,
      notification,
      waitUntil: (work: Promise<unknown>) => waits.push(work),
    });
    globalThis.dispatchEvent(event);
    return Promise.all(waits).then(() => undefined);
  }, action);
