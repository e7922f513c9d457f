/** Watches and notices: made in three presses, shown as notifications; every condition reaches the browser. */

import type { Page, Worker } from "@playwright/test";
import { keyInFile } from "../../worker/cli/admin/operator.ts";
import type { BrokerInfo } from "../../worker/contract/service.ts";
import type { PushMessage, Watch } from "../../worker/contract/watches.ts";
import { inRoot } from "../../worker/local/paths.ts";
import { type Account, PASSWORD } from "../support/account.ts";
import { paho } from "../support/device-process.ts";
import { receiverAt, subscriptionAt, vapidClaims } from "../support/notice-receivers.ts";
import { until } from "../support/until.ts";
import { baseUrl, expect, pushPort, signIn, test } from "./journey.ts";
import { choose, tabTo } from "./keys.ts";
import { deliver, press, pushOf, recordNotifications, recordOf, usePushService } from "./push-browser.ts";

// One after the other: there is one push service.
test.describe.configure({ mode: "serial" });
test.use({ serviceWorkers: "allow" });

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
  await choose(page, "button", "Notify me");
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

interface Journey {
  page: Page;
  account: Account;
  freezer: Awaited<ReturnType<typeof freezerOf>>;
  service: Awaited<ReturnType<typeof receiverAt>>;
  browser: ReturnType<typeof subscriptionAt>;
}

const messagesOf = ({ service, browser }: Pick<Journey, "service" | "browser">): PushMessage[] =>
  service.requests
    .filter(({ path }) => browser.subscription.endpoint === service.url + path)
    .map(({ body }) => JSON.parse(browser.decrypt(body)) as PushMessage);

/** The browser's subscription was asked for at the press only, and with the key that signs the messages. */
async function expectSubscribed({ page, account }: Journey): Promise<string> {
  const { push_key: key } = await account.call<BrokerInfo>("GET", "/v0/broker/");
  expect(await pushOf(page)).toEqual({
    questions: 1,
    subscribedWith: { userVisibleOnly: true, applicationServerKey: key },
  });
  return key ?? "";
}

const LOST = { title: "Freezer is not connected for 10 seconds", body: "Freezer is not connected." };

/** The notification is shown, the page knows, and a press opens the device. */
async function expectLost(journey: Journey, worker: Worker, key: string): Promise<void> {
  const { page, service, freezer } = journey;
  await until("the message that it is lost", () => service.requests.length === 1, 60_000);
  await expect(page.locator("[data-sonner-toast]", { hasText: LOST.body })).toBeAttached();
  const [sent] = service.requests;
  expect(vapidClaims(sent?.headers.authorization ?? "", key).aud).toContain(service.host);
  await deliver(page, JSON.stringify(messagesOf(journey)[0]));
  const path = `/dashboard/devices/${freezer.id}`;
  await expect.poll(() => recordOf(worker)).toMatchObject({ shown: [{ ...LOST, data: { url: path } }] });
  await expect(page.getByRole("button", { name: "Notices, 1 unread" })).toBeVisible();
  await expect(page.getByRole("table", { name: "Watches" })).toContainText("Raised");
  await press(worker);
  expect(await recordOf(worker)).toMatchObject({ focused: 1, opened: [] });
  await goElsewhere(page);
  await press(worker);
  expect(await recordOf(worker)).toMatchObject({ focused: 1, opened: [baseUrl() + path] });
}

async function expectBack(journey: Journey, worker: Worker): Promise<void> {
  await until("the message that it is back", () => journey.service.requests.length === 2, 60_000);
  await deliver(journey.page, JSON.stringify(messagesOf(journey)[1]));
  const back = { body: "Freezer is connected again." };
  await expect.poll(() => recordOf(worker)).toMatchObject({ shown: [LOST, back] });
}

test("a watch made in three presses reports a killed device by a notification, and its return, by keyboard", async ({
  page,
  account,
}) => {
  const service = await receiverAt(pushPort(), 201);
  const browser = subscriptionAt(service.url);
  const freezer = await freezerOf(account);
  const journey = { page, account, freezer, service, browser };
  const devices = [await freezer.connect()];
  try {
    await page.addInitScript(usePushService, browser.subscription);
    await signIn(page, account, `/dashboard/devices/${freezer.id}?tab=watches`);
    await expect(page.getByRole("heading", { level: 1, name: "Freezer" })).toBeVisible();
    await watchByKeyboard(page);
    await sendItHere(page);
    await expect(page.getByRole("row").filter({ hasText: LOST.title })).toContainText("Clear");
    const key = await expectSubscribed(journey);
    const [worker] = page.context().serviceWorkers();
    if (!worker) throw new Error("The page has no service worker.");
    await worker.evaluate(recordNotifications);
    await devices[0]?.kill();
    await expectLost(journey, worker, key);
    devices.push(await freezer.connect());
    await expectBack(journey, worker);
    await readNotices(page);
  } finally {
    await Promise.all(devices.map((device) => device.kill()));
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

/** Watches that a browser gets notices of, all with the shortest waits. */
async function watchAll(account: Account, device: string, subscription: object): Promise<void> {
  const target = { kind: "push", subscription };
  const { id } = await account.call<{ id: string }>("POST", "/v0/targets/", target);
  const conditions = {
    Warm: { device, key: "t", above: -15, clear: -17, for: "PT1S" },
    Silent: { device, key: "t", silent_for: "PT8S" },
    "Not taken": { device, not_taken_for: "PT1S" },
    Missed: { device, events: ["schedule_missed"] },
  };
  for (const [name, when] of Object.entries(conditions)) {
    await account.call("POST", "/v0/watches/", { name, when, targets: [id] });
  }
}

/** An operator suspends the account over a planned time, which is missed then. */
async function missSchedule(account: Account, device: string): Promise<void> {
  const at = Date.now() + 2000;
  const plan = { name: "Defrost", state: true, when: { at: new Date(at).toISOString() }, time_zone: "UTC" };
  await account.call("POST", `/v0/devices/on-off/${device}/schedules/`, {
    ...plan,
    grace: "PT0S",
    missed: "skip",
  });
  const suspension = (method: string, body?: object) =>
    fetch(`${baseUrl()}/v0/operator/accounts/${account.userId}/suspension/`, {
      method,
      headers: {
        authorization: `Bearer ${keyInFile(inRoot(".dev.vars"))}`,
        "content-type": "application/json",
      },
      ...(body && { body: JSON.stringify(body) }),
    });
  expect((await suspension("PUT", { reason: "A test." })).status).toBe(200);
  // later than that it is missed, even if the alarm rings afterwards
  await until("the planned time", () => Date.now() > at + 3000);
  expect((await suspension("DELETE")).status).toBe(200);
}

test("a threshold with hysteresis, silence, a command that is not taken, and a missed schedule notify the browser once each, and of their end", async ({
  page,
  account,
}) => {
  const service = await receiverAt(pushPort(), 201);
  // the first journey's watch may still send
  const browser = subscriptionAt(`${service.url}/second`);
  const { id, connect } = await freezerOf(account);
  await watchAll(account, id, browser.subscription);
  const messages = () => messagesOf({ service, browser });
  const bodies = () => messages().map(({ title, body }) => `${title}: ${body}`);
  const told = (text: string) => until(text, () => bodies().includes(text), 60_000);
  const publish = (t: number) => account.call("POST", `/v0/messages/devices/${id}/telemetry`, { t });
  try {
    await publish(-14);
    await told("Warm: Freezer: t is above -15.");
    // between both limits it stays raised
    await publish(-16);
    await told("Silent: Freezer sends no t.");
    await publish(-17);
    await told("Warm: Freezer: t is no longer above -15.");
    await told("Silent: Freezer sends t again.");
    await account.call("POST", `/v0/devices/on-off/${id}/switch/`, { state: true });
    await told("Not taken: Freezer has not taken its last command.");
    const device = await connect();
    await told("Not taken: Freezer has taken its last command.");
    await device.kill();
    expect(bodies().filter((text) => text.startsWith("Warm"))).toHaveLength(2);
    await missSchedule(account, id);
    await until("the missed schedule", () => bodies().some((text) => text.startsWith("Missed: ")), 60_000);
    await expectShown(page, account, messages());
  } finally {
    await service.close();
  }
});

/** The page's service worker shows each message. */
async function expectShown(page: Page, account: Account, messages: PushMessage[]): Promise<void> {
  await signIn(page, account, "/dashboard/watches");
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => {}));
  const [worker] = page.context().serviceWorkers() as [Worker];
  await worker.evaluate(recordNotifications);
  for (const message of messages) await deliver(page, JSON.stringify(message));
  const shown = messages.map(({ title, body }) => ({ title, body }));
  await expect.poll(() => recordOf(worker)).toMatchObject({ shown });
}

test("three presses at the chart of a value make a watch that switches a fan, and back", async ({
  page,
  account,
}) => {
  await account.newKey();
  const { id: sensor } = await account.newDevice("Greenhouse");
  const { id: fan } = await account.newDevice("Fan");
  const publish = (temperature: number) =>
    account.call("POST", `/v0/messages/devices/${sensor}/telemetry`, { temperature });
  await publish(21);
  await signIn(page, account, `/dashboard/devices/${sensor}`);
  await page.getByRole("button", { name: "Watch temperature" }).click();
  const dialog = page.getByRole("dialog", { name: "Add Watch" });
  await dialog.getByLabel("Switch a device").selectOption({ label: "Fan" });
  await dialog.getByRole("button", { name: "Add Watch" }).click();
  await expect(dialog).toBeHidden();
  const [watch] = await account.call<Watch[]>("GET", "/v0/watches/");
  const { id = "", name, targets, when } = watch ?? {};
  expect(when).toMatchObject({ device: sensor, key: "temperature", above: expect.any(Number) });
  const above = when?.above ?? 0;
  // the suggested minute is too long for a test
  await account.call("PUT", `/v0/watches/${id}/`, { name, targets, when: { ...when, for: "PT1S" } });
  const isOn = async () =>
    (await account.call<{ state: boolean }>("GET", `/v0/devices/on-off/${fan}/`)).state;
  expect(await isOn()).toBe(false);
  const switches = async (value: number, on: boolean) =>
    until(`the fan at ${value}`, async () => {
      await publish(value);
      return (await isOn()) === on;
    });
  await switches(above + 10, true);
  await switches(above - 10, false);
});

test("a notification's button sends its command with the page closed, once, and the bell says who answered", async ({
  page,
  account,
}) => {
  const service = await receiverAt(pushPort(), 201);
  const browser = subscriptionAt(`${service.url}/third`);
  const { id } = await freezerOf(account);
  const target = { kind: "push", subscription: browser.subscription };
  const { id: push } = await account.call<{ id: string }>("POST", "/v0/targets/", target);
  const when = { device: id, events: ["turned_on"] };
  const actions = [{ label: "Off again", state: false }];
  await account.call("POST", "/v0/watches/", { name: "Is on", when, targets: [push], actions });
  try {
    await signIn(page, account, "/dashboard/watches");
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => {}));
    const [worker] = page.context().serviceWorkers() as [Worker];
    await worker.evaluate(recordNotifications);
    await account.call("POST", `/v0/devices/on-off/${id}/switch/`, { state: true });
    await until("the message", () => service.requests.length === 1, 60_000);
    await deliver(page, JSON.stringify(messagesOf({ service, browser })[0]));
    const buttons = [
      { action: "snooze", title: "Snooze 1 h" },
      { action: "command", title: "Off again" },
    ];
    await expect
      .poll(() => recordOf(worker))
      .toMatchObject({ shown: [{ title: "Is on", actions: buttons }] });
    await page.goto("about:blank");
    await press(worker, "command");
    expect((await recordOf(worker)).shown.at(-1)).toMatchObject({ body: "Sent to Freezer: off." });
    await page.goto("/dashboard/watches");
    await choose(page, "button", "Notices, 1 unread");
    const dialog = page.getByRole("dialog", { name: "Notices" });
    await expect(dialog.getByText("Another browser").first()).toBeVisible();
    await expect(dialog.getByText("Sent to Freezer: off.")).toBeVisible();
    await expect(dialog.getByRole("button", { name: /^Snooze/ })).toHaveCount(0);
  } finally {
    await service.close();
  }
});

test("a notice is answered under the bell by keyboard, also from the address that a notification opens", async ({
  page,
  account,
}) => {
  const { id } = await freezerOf(account);
  const when = { device: id, events: ["turned_on"] };
  const actions = [{ label: "Off again", state: false }];
  await account.call("POST", "/v0/watches/", { name: "Is on", when, targets: [], actions });
  await account.call("POST", `/v0/devices/on-off/${id}/switch/`, { state: true });
  const [notice] = await account.call<{ id: string }[]>("GET", "/v0/notices/");
  await signIn(page, account, "/dashboard/watches");
  await page.goto(`/dashboard/watches#notice-${notice?.id}`);
  const dialog = page.getByRole("dialog", { name: "Notices" });
  await expect(dialog.getByRole("button", { name: /^Snooze 1 h/ })).toBeFocused();
  await tabTo(page, "button", /^Off again/);
  await page.keyboard.press("Enter");
  await expect(dialog.getByText("On the page")).toBeVisible();
  await expect(dialog.getByText("Sent to Freezer: off.")).toBeVisible();
});
