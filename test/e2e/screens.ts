/** Every screen, and every state that differs like a screen. */

import type { Page } from "@playwright/test";
import { controlTopic } from "../../broker/contract/topics.ts";
import { type Account, newAccount, PASSWORD } from "../support/account.ts";
import { paho, type RunningDevice } from "../support/device-process.ts";
import { linkTo } from "../support/emails.ts";
import { refusalsOf } from "../support/remedies.ts";
import { CONTROL_SCREENS } from "./control-screens.ts";
import { DISCOVERED_SCREENS, offer } from "./discovered-screens.ts";
import { HISTORY_SCREENS } from "./history-screens.ts";
import { expect } from "./journey.ts";
import { MEASURED_SCREENS, openDevice, openSettings } from "./measured-screens.ts";
import { OPENED_SCREENS } from "./opened-screens.ts";
import type { Screen } from "./screen.ts";
import { press } from "./screen-setup.ts";
import { unfold } from "./steps.ts";
import { TOPIC_SCREENS } from "./topic-screens.ts";
import { WATCH_SCREENS } from "./watch-screens.ts";

const answer = (path: string, body: unknown) => (page: Page) =>
  page.route(`**/v0/${path}`, (route) => route.fulfill({ json: body }));

const dialog = (button: string) => async (page: Page) => {
  if (button === "Edit" || button === "Delete") await unfold(page);
  await press(page, button);
  await expect(page.getByRole("dialog")).toBeVisible();
  // Its form is loaded when it is first opened.
  await expect(page.getByRole("dialog").getByText("Loading...")).toHaveCount(0);
};

async function submitEmpty(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Log in" }).click();
  await expect(page.getByText(/^Oops!/)).toBeVisible();
}

async function openMenu(page: Page): Promise<void> {
  await page.getByRole("banner").locator("[aria-haspopup=menu]").click();
  await expect(page.getByRole("menu")).toBeVisible();
}

async function openPalette(page: Page): Promise<void> {
  await page.keyboard.press("Control+k");
  await expect(page.getByRole("dialog")).toBeVisible();
}

async function openTool(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Open Testing Tool" }).click();
  await expect(page.getByRole("radio").first()).toBeVisible();
}

async function connectTool(page: Page): Promise<void> {
  await openTool(page);
  await page.getByRole("radio", { name: /Credential/ }).check();
  await page.getByLabel("Credential", { exact: true }).selectOption({ index: 1 });
  await page.getByRole("button", { name: "Connect", exact: true }).click();
  await page.getByRole("button", { name: "Publish", exact: true }).click();
  await expect(page.getByText("Received", { exact: true }).first()).toBeVisible();
  await page.getByText("The same with curl").click();
}

/** An app asks for more than it had. */
const ASKING = {
  name: "Claude",
  host: "claude.ai",
  returns_to: "claude.ai",
  asked: [
    { scope: "devices:read", on: true },
    { scope: "values:read", on: true },
    { scope: "devices:switch", on: true },
    { scope: "messages:publish:#", on: false },
  ],
  had: ["events:read"],
  asks_first: true,
  problem: null,
};

/** The login's values are different each time. */
const connectSomething = (program: RegExp) => async (page: Page) => {
  await dialog("Connect something")(page);
  await page.getByRole("radio", { name: program }).check();
  await page.getByRole("button", { name: "Show me what to type in" }).click();
  await expect(page.getByRole("button", { name: "Copy Password" })).toBeVisible();
};

async function unfoldMore(page: Page): Promise<void> {
  await dialog("Edit")(page);
  await page.getByRole("dialog").getByText("More", { exact: true }).click();
  await page.getByRole("button", { name: "Add a Topic" }).click();
  await expect(page.getByLabel("Is the device")).toBeVisible();
}

async function rotate(page: Page): Promise<void> {
  await dialog("New password")(page);
  await page.getByRole("button", { name: "Make a New Password" }).click();
  await expect(page.getByRole("dialog").getByText(/^The old password works until/)).toBeVisible();
}

/** One refusal for each kind of remedy, of a credential of the account. */
async function refuseAll(page: Page): Promise<void> {
  await page.route("**/v0/mqtt/log/", async (route) => {
    const credentials = await page.evaluate(async () => {
      const authorization = `Token ${localStorage.auth_token}`;
      return (await fetch("/v0/mqtt/credentials/", { headers: { authorization } })).json();
    });
    await route.fulfill({ json: refusalsOf(credentials[0].id) });
  });
}

async function unconfirmed(page: Page): Promise<void> {
  const person = await page.evaluate(() => {
    const stored = { ...JSON.parse(localStorage.user), email_verified: false };
    localStorage.user = JSON.stringify(stored);
    return stored;
  });
  await answer("users/", person)(page);
}

/** Device changes arrive by MQTT without other calls: the next press notices the missing server. */
async function loseServer(page: Page): Promise<void> {
  await page.route("**/v0/**", (route) => route.abort());
  await page
    .getByRole("button", { name: /^Turn O/ })
    .first()
    .click();
  await expect(page.getByText("The server does not answer.")).toBeVisible({ timeout: 20_000 });
}

async function moveAway(page: Page): Promise<void> {
  await page.getByLabel("Email").fill("robin@new.example.org");
  await expect(page.getByLabel("Your password")).toBeVisible();
}

const channels = { path: "/dashboard/mqtt/channels", signedIn: true, heading: "MQTT Channels" };
const credentials = { path: "/dashboard/mqtt/credentials", signedIn: true, heading: "MQTT Credentials" };
const devices = { path: "/dashboard/devices", signedIn: true, heading: "Devices" };
const dashboard = { path: "/dashboard", signedIn: true, heading: "Dashboard" };
const newPassword = { path: "/reset-password?token=given", heading: "Set a new password" };

export const SCREENS: Screen[] = [
  { name: "landing", path: "/", heading: /Press here/ },
  { name: "docs", path: "/docs", heading: /MQTT/, partOf: "docs-signed-in" },
  { name: "docs-signed-in", path: "/docs", signedIn: true, heading: /MQTT/ },
  { name: "privacy", path: "/privacy", heading: "Privacy" },
  { name: "terms", path: "/terms", heading: "Terms" },
  { name: "examples", path: "/examples", heading: /./ },
  { name: "login", path: "/login", heading: "Log in" },
  { name: "login-refused", path: "/login", heading: "Log in", open: submitEmpty },
  { name: "register", path: "/register", heading: "Create your account" },
  {
    name: "waitlist",
    path: "/register",
    heading: "Beta Program Full",
    prepare: answer("count/users/", { total: 5, max: 5 }),
  },
  { name: "forgot-password", path: "/forgot-password", heading: "Forgot your password?" },
  { name: "reset-password-worn", ...newPassword },
  {
    name: "authorize",
    path: "/authorize?client_id=app",
    signedIn: true,
    heading: "Connect an app",
    prepare: answer("authorize/check/", ASKING),
    async open(page) {
      await page.getByLabel("Devices", { exact: true }).selectOption("chosen");
    },
  },
  {
    name: "authorize-refused",
    path: "/authorize?client_id=app",
    signedIn: true,
    heading: "Connect an app",
    prepare: answer("authorize/check/", {
      ...ASKING,
      problem: { sentence: "The code_challenge_method must be S256.", redirect: "http://127.0.0.1:1/" },
    }),
    async open(page) {
      await expect(page.getByRole("button", { name: "Back to the App" })).toBeVisible();
    },
  },
  { name: "reset-password", ...newPassword, prepare: answer("validate-reset-token/", { detail: "" }) },
  { name: "verify-email-worn", path: "/verify-email?token=worn", heading: "Confirm your email" },
  {
    name: "verify-email",
    path: "/verify-email?token=given",
    heading: "Confirm your email",
    prepare: answer("verify-email/", { detail: "Your email address is verified." }),
  },
  {
    name: "undo-email",
    path: "/undo-email?token=given",
    heading: "Undo the change of your email",
    prepare: answer("undo-email/", { detail: "Your account has its old email address back." }),
  },
  { name: "dashboard", ...dashboard, partOf: "dashboard-values" },
  { name: "unconfirmed", ...dashboard, prepare: unconfirmed },
  { name: "lost-server", ...devices, open: loseServer },
  { name: "user-menu", ...dashboard, open: openMenu },
  { name: "palette", ...dashboard, open: openPalette },
  { name: "devices", ...devices, partOf: "devices-values" },
  { name: "device", ...devices, open: openDevice },
  { name: "device-settings", ...devices, open: openSettings },
  ...MEASURED_SCREENS,
  ...DISCOVERED_SCREENS,
  ...OPENED_SCREENS,
  ...WATCH_SCREENS,
  ...CONTROL_SCREENS,
  ...TOPIC_SCREENS,
  { name: "clients", path: "/dashboard/mqtt/clients", signedIn: true, heading: /clients/i },
  { name: "refusals", path: "/dashboard/mqtt/log", signedIn: true, heading: "Blocked attempts" },
  {
    name: "refusals-remedies",
    path: "/dashboard/mqtt/log",
    signedIn: true,
    heading: "Blocked attempts",
    prepare: refuseAll,
  },
  { name: "device-form", ...devices, open: dialog("Edit") },
  { name: "device-delete", ...devices, open: dialog("Delete") },
  { name: "events", path: "/dashboard/devices/events", signedIn: true, heading: "Events" },
  {
    name: "profile",
    path: "/dashboard/profile",
    signedIn: true,
    heading: "Profile",
    partOf: "profile-moving",
  },
  {
    name: "profile-apps",
    path: "/dashboard/profile?tab=keys",
    signedIn: true,
    heading: "Profile",
    prepare: answer("apps/", [
      {
        id: "fa2f7a5e-31a9-4b0e-9a55-0f3f8a0d5a01",
        name: "Claude",
        host: "claude.ai",
        scopes: ["devices:read", "values:read", "devices:switch"],
        asks_first: true,
        created_at: "2026-11-01T10:00:00Z",
        last_used_at: null,
      },
    ]),
    async open(page) {
      await page.getByRole("table", { name: "Apps" }).scrollIntoViewIfNeeded();
    },
  },
  { name: "profile-data", path: "/dashboard/profile?tab=data", signedIn: true, heading: "Profile" },
  { name: "profile-moving", path: "/dashboard/profile", signedIn: true, heading: "Profile", open: moveAway },
  {
    name: "export-account",
    path: "/dashboard/profile?tab=data",
    signedIn: true,
    heading: "Profile",
    open: dialog("Export Account"),
  },
  {
    name: "delete-account",
    path: "/dashboard/profile?tab=data",
    signedIn: true,
    heading: "Profile",
    open: dialog("Delete Account"),
  },
  { name: "channels", ...channels },
  ...HISTORY_SCREENS,
  { name: "channel-form", ...channels, open: dialog("Add Channel") },
  { name: "testing-tool-closed", ...channels, open: openTool },
  { name: "testing-tool", ...channels, open: connectTool },
  { name: "credentials", ...credentials },
  { name: "credential-form", ...credentials, open: dialog("Add Credential") },
  { name: "credential-more", ...credentials, open: unfoldMore },
  { name: "credential-rotate", ...credentials, open: dialog("New password") },
  { name: "credential-rotated", ...credentials, open: rotate },
  { name: "credential-values", ...credentials, open: dialog("What to type in") },
  { name: "connect", ...credentials, open: dialog("Connect something") },
  { name: "connect-values", ...credentials, prepare: offer, open: connectSomething(/^Tasmota/) },
  { name: "connect-flow", ...credentials, open: connectSomething(/^Node-RED/) },
];

/** Loads the screen and waits until all of its parts are there. */
export async function show(page: Page, screen: Screen): Promise<void> {
  await screen.prepare?.(page);
  await page.goto(screen.path);
  await settle(page, screen);
}

/** Waits for the screen that is being loaded, and opens its state. */
export async function settle(page: Page, { heading, open }: Screen): Promise<void> {
  const within = { timeout: 60_000 }; // outside Playwright's runner the default is five seconds
  await expect(page.getByRole("heading", { level: 1, name: heading })).toBeVisible(within);
  // Requests may follow each other without a pause; nothing depends on it.
  await page.waitForLoadState("networkidle", { timeout: 20_000 }).catch(() => undefined);
  await expect(page.getByText(/^Loading/)).toHaveCount(0, within);
  await open?.(page);
}

/** An account in use: two devices, one of them connected and on, and events of both. */
export async function usedAccount(url: string): Promise<{ account: Account; lamp: RunningDevice }> {
  const account = await newAccount(url);
  const { userId } = account;
  const link = new URL(await linkTo(url, account.email, "verify"), url);
  await account.call("POST", "/v0/verify-email/", { token: link.searchParams.get("token") });
  await account.call("PUT", "/v0/users/", { email: account.email, first_name: "Robin", last_name: "Reed" });
  await account.newKey();
  const porch = await account.newChannel("home/porch/light");
  const greenhouse = await account.newChannel("greenhouse/fan");
  await account.newCredential("porch", [porch]);
  await account.newCredential("greenhouse", [porch, greenhouse]);
  const device = await account.newDevice("Porch lamp", [porch]);
  const fan = await account.newDevice("Greenhouse fan", [greenhouse, porch]);
  const lamp = await paho({
    baseUrl: url,
    userId,
    version: 4,
    login: { clientId: "porch-lamp", username: `${device.id}:porch`, password: PASSWORD },
    topic: controlTopic(userId, device.id),
  });
  await account.untilEvent(device.id, "connected");
  await account.switchDevice(fan, "on");
  await account.switchDevice(fan, "off");
  await account.switchDevice(device, "on");
  await account.untilEvent(device.id, "turned_on");
  await account.call("POST", `/v0/devices/on-off/${device.id}/schedules/`, {
    name: "Weekdays at 18:30, off",
    state: false,
    when: { cron: "30 18 * * 1-5" },
    time_zone: "Europe/Berlin",
  });
  await account.untilEvent(fan.id, "turned_off");
  return { account, lamp };
}
