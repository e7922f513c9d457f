/**
 * Watches and notices: a watch made in three presses, and the notification that a device was lost and is back.
 * A headless Chromium has no push service and shows no notifications. The page gets a subscription at a service of this
 * test, which decrypts the messages; DevTools hands them to the page's real service worker, which records what it shows.
 */

import type { Page, Worker } from "@playwright/test";
import type { BrokerInfo } from "../../worker/contract/broker.ts";
import type { PushMessage } from "../../worker/contract/push-message.ts";
import { type Account, PASSWORD } from "../support/account.ts";
import { paho } from "../support/device-process.ts";
import { receiverAt, subscriptionAt, vapidClaims } from "../support/notice-receivers.ts";
import { until } from "../support/until.ts";
import { baseUrl, expect, pushPort, signIn, test } from "./journey.ts";
import { choose, tabTo } from "./keys.ts";

test.use({ serviceWorkers: "allow" });

interface PushWindow {
  questions: number;
  subscribedWith: PushSubscriptionOptionsInit | null;
}
type Subscription = ReturnType<typeof subscriptionAt>["subscription"];

/** In the page: the user's answer, and the browser's push service. */
function usePushService(subscription: Subscription): void {
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

const pushOf = (page: Page) => page.evaluate(() => (window as unknown as { push: PushWindow }).push);

interface Recorder {
  shown: (NotificationOptions & { title: string })[];
  opened: string[];
  focused: number;
}

/** In the service worker: what it shows and opens. */
function recordNotifications(): void {
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

const recordOf = (worker: Worker) =>
  worker.evaluate(() => {
    const { shown, opened, focused } = globalThis as unknown as Recorder;
    return { shown, opened, focused };
  });

/** Hands a push message to the service worker, as the browser does. */
async function deliver(page: Page, data: string): Promise<void> {
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

/** As a press on the last notification. */
const press = (worker: Worker) =>
  worker.evaluate(() => {
    const { shown } = globalThis as unknown as Recorder;
    const event = new Event("notificationclick");
    const waits: Promise<unknown>[] = [];
    const notification = { ...shown.at(-1), close: () => undefined };
    Object.assign(event, { notification, waitUntil: (work: Promise<unknown>) => waits.push(work) });
    globalThis.dispatchEvent(event);
    return Promise.all(waits).then(() => undefined);
  });

async function freezerOf(account: Account) {
  await account.newKey();
  await account.newCredential("board", []);
  const { id } = await account.newDevice("Freezer");
  const login = { clientId: "freezer", username: `${id}:board`, password: PASSWORD };
  const { userId } = account;
  const connect = () =>
    paho({ baseUrl: baseUrl(), userId, version: 4, login, topic: `${userId}/devices/${id}/control` });
  return { id, connect };
}

async function watchByKeyboard(page: Page): Promise<void> {
  await choose(page, "button", "Add Watch");
  await choose(page, "button", "Freezer is not connected for 5 minutes");
  await choose(page, "button", "Add Watch");
  await expect(page.getByRole("table", { name: "Watches" })).toContainText(
    "Freezer is not connected for 5 minutes",
  );
  await expect(page.getByRole("table", { name: "Watches" })).toContainText("Shown here only");
}

async function sendItHere(page: Page): Promise<void> {
  await choose(page, "button", "Edit");
  await tabTo(page, "combobox", "Not connected for");
  await page.keyboard.type("10");
  await tabTo(page, "checkbox", "This browser");
  expect(await pushOf(page)).toMatchObject({ questions: 0 });
  await page.keyboard.press("Space");
  await expect(page.getByRole("checkbox", { name: "This browser" })).toBeChecked();
  await choose(page, "button", "Update Watch");
}

test("a watch made in three presses reports a killed device by a notification, and its return, by keyboard", async ({
  page,
  account,
}) => {
  const service = await receiverAt(pushPort(), 201);
  const browser = subscriptionAt(service.url);
  const freezer = await freezerOf(account);
  const device = await freezer.connect();
  const watches = page.getByRole("table", { name: "Watches" });
  const messages = () => service.requests.map(({ body }) => JSON.parse(browser.decrypt(body)) as PushMessage);
  try {
    await page.addInitScript(usePushService, browser.subscription);
    await signIn(page, account, `/dashboard/devices/${freezer.id}`);
    await expect(page.getByRole("heading", { level: 1, name: "Freezer" })).toBeVisible();
    await watchByKeyboard(page);
    await sendItHere(page);
    await expect(watches).toContainText("Freezer is not connected for 10 seconds");
    await expect(watches).toContainText("Clear");
    const { push_key: key } = await account.call<BrokerInfo>("GET", "/v0/broker/");
    expect(await pushOf(page)).toEqual({
      ...{ questions: 1, subscribedWith: { userVisibleOnly: true, applicationServerKey: key } },
    });
    const [worker] = page.context().serviceWorkers();
    if (!worker) throw new Error("The page has no service worker.");
    await worker.evaluate(recordNotifications);

    await device.kill();
    await until("the message that it is lost", () => service.requests.length === 1, 60_000);
    expect(vapidClaims(service.requests[0]?.headers.authorization ?? "", key ?? "").aud).toContain(
      service.host,
    );
    await deliver(page, JSON.stringify(messages()[0]));
    const path = `/dashboard/devices/${freezer.id}`;
    const lost = { title: "Freezer is not connected for 10 seconds", body: "Freezer is not connected." };
    await expect.poll(() => recordOf(worker)).toMatchObject({ shown: [{ ...lost, data: { url: path } }] });
    await expect(page.getByRole("button", { name: "Notices, 1 unread" })).toBeVisible();
    await expect(watches).toContainText("Raised");
    await press(worker);
    expect(await recordOf(worker)).toMatchObject({ focused: 1, opened: [] });
    await goElsewhere(page);
    await press(worker);
    expect(await recordOf(worker)).toMatchObject({ focused: 1, opened: [baseUrl() + path] });

    const again = await freezer.connect();
    await until("the message that it is back", () => service.requests.length === 2, 60_000);
    await deliver(page, JSON.stringify(messages()[1]));
    const back = { body: "Freezer is connected again." };
    await expect.poll(() => recordOf(worker)).toMatchObject({ shown: [lost, back] });
    await again.kill();
    await readNotices(page);
  } finally {
    await device.kill();
    await service.close();
  }
});

/** Another screen, so that the press has something to open. */
async function goElsewhere(page: Page): Promise<void> {
  await choose(page, "link", "Switchyard, dashboard");
  await expect(page.getByRole("heading", { level: 1, name: "Dashboard" })).toBeVisible();
}

/** The bell shows what became of each, and the notice opens the device. */
async function readNotices(page: Page): Promise<void> {
  await choose(page, "button", "Notices, 2 unread");
  const dialog = page.getByRole("dialog", { name: "Notices" });
  await expect(dialog.getByRole("listitem").filter({ hasText: "This browser" })).toHaveCount(4);
  await expect(dialog.getByText("1 attempt. It answered 201.")).toHaveCount(2);
  await choose(page, "link", "Freezer is connected again.");
  await expect(page.getByRole("heading", { level: 1, name: "Freezer" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Notices", exact: true })).toBeVisible();
}
