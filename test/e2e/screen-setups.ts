/** The steps to each screen state with texts from the product's description. */

import type { Page } from "@playwright/test";
import { newEmail, PASSWORD } from "../support/account.ts";
import type { PRODUCT_TEXTS, Reader } from "../support/product-texts.ts";
import {
  answerWith,
  at,
  holdResponse,
  inDialog,
  nothingChanges,
  opened,
  press,
  type ScreenSetup,
} from "./screen-setup.ts";
import { fillRegistration, logIn } from "./steps.ts";

type Ways = { [Who in Reader]: Record<keyof (typeof PRODUCT_TEXTS)[Who], ScreenSetup> };

const DEVICES = "/dashboard/devices";
const EVENTS = "/dashboard/devices/events";
const CHANNELS = "/dashboard/mqtt/channels";
const CREDENTIALS = "/dashboard/mqtt/credentials";

const logInTo = (status: number, json: unknown): ScreenSetup => {
  return async ({ page }) => {
    await page.goto("/login");
    await answerWith(page, "login/", status, json);
    await logIn(page, newEmail(), PASSWORD);
  };
};

const signedOut = async (page: Page) => {
  await page.goto("/icon.svg");
  await page.evaluate(() => localStorage.clear());
};

const VISITOR: Ways["visitor"] = {
  landing: at("/"),
  docs: at("/docs"),
  examples: at("/examples"),
  login: at("/login"),
  "login refused": async ({ page }) => press(page, "Log in"),
  "login throttled": logInTo(429, {
    detail: "Request was throttled. Expected available in 12 seconds.",
  }),
  "login failed": logInTo(502, {}),
  "login without an answer": logInTo(200, {}),
  registration: async ({ page }) => {
    await page.goto("/register");
    await page.getByLabel("Password", { exact: true }).fill("short");
  },
  "password too short": async ({ page }) => press(page, "Register"),
  "passwords that differ": async ({ page }) => {
    await fillRegistration(page);
    await page.getByLabel("Confirm password").fill("another");
    await press(page, "Register");
  },
  "email taken": async ({ page, account }) => {
    await fillRegistration(page);
    await page.getByLabel("Email").fill(account.email);
    await press(page, "Register");
  },
  "registration failed": async ({ page }) => {
    await answerWith(page, "register/", 502);
    await press(page, "Register");
  },
  "full beta": async ({ page }) => {
    await answerWith(page, "count/users/", 200, { total: 5, max: 5 });
    await page.goto("/register");
  },
  "forgotten password": at("/forgot-password"),
  "letter failed": async ({ page, account }) => {
    await answerWith(page, "forgot-password/", 502);
    await page.getByLabel("Email").fill(account.email);
    await press(page, "Send reset link");
  },
  "letter sent": async ({ page }) => press(page, "Send reset link"),
  "reset without a token": at("/reset-password"),
  "reset with a worn token": at("/reset-password?token=worn"),
  "reset failed": async ({ page }) => {
    await answerWith(page, "validate-reset-token/", 200, { detail: "" });
    await answerWith(page, "reset-password/", 502);
    await page.goto("/reset-password?token=given");
    await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
    await page.getByLabel("Confirm password").fill(PASSWORD);
    await press(page, "Reset password");
  },
  registered: async ({ page }) => {
    await page.goto("/register");
    await fillRegistration(page);
    await press(page, "Register");
  },
  "logged in": async ({ page, account }) => {
    await signedOut(page);
    await page.goto("/login");
    await logIn(page, account.email, PASSWORD);
  },
};

const openTool = opened(CHANNELS, "Open Testing Tool");

const NEWCOMER: Ways["newcomer"] = {
  "screen on its way": holdResponse("**/assets/profile-*.js", "/dashboard/profile"),
  "dashboard on its way": holdResponse("**/v0/{devices,events}/**", "/dashboard"),
  dashboard: at("/dashboard"),
  "devices on their way": holdResponse("**/v0/devices/**", DEVICES),
  devices: at(DEVICES),
  "events on their way": holdResponse("**/v0/events/**", EVENTS),
  events: at(EVENTS),
  profile: at("/dashboard/profile"),
  channels: at(CHANNELS),
  "channel form": async ({ page }) => press(page, "Add Channel"),
  "testing tool without a key": async (walker) => {
    await openTool(walker);
    await press(walker.page, "Connect");
  },
  credentials: at(CREDENTIALS),
  "credential form": async ({ page }) => press(page, "Add Credential"),
  "device form": async ({ page, account }) => {
    await account.newKey();
    await opened(DEVICES, "New")({ page, account });
  },
  "device name too long": async ({ page }) => page.getByLabel("Device Name").fill("x".repeat(101)),
};

/** Closes the dialog of the state before. */
const reopen = async (page: Page, button: string) => {
  await page.keyboard.press("Escape");
  await page.getByRole("dialog").waitFor({ state: "detached" });
  await press(page, button);
};

/** The server refuses the change without a text. */
const refused = (open: string, confirm: string): ScreenSetup => {
  return async ({ page }) => {
    await reopen(page, open);
    await nothingChanges(page);
    await inDialog(page, confirm);
  };
};

/** The same for a deletion that waits for an undo. */
const refusedLater: ScreenSetup = async (walker) => {
  await refused("Delete", "Delete")(walker);
  await press(walker.page, "Delete now");
};

const notLoaded = (list: string, path: string): ScreenSetup => {
  return async ({ page }) => {
    await answerWith(page, `mqtt/${list}/`, 403);
    await page.goto(path);
  };
};

const EVENT_TYPES = ["connected", "turned_on", "turned_off", "disconnected", "errored", "rebooted"];
const eventOf = (event_type: string, index: number) => ({
  id: `event-${index}`,
  device_id: "device",
  device_name: "Porch lamp",
  event_type,
  actor: null,
  schedule: null,
  count: 1,
  created_at: new Date(Date.UTC(2026, 0, 1, 12, index)).toISOString(),
});

const chooseCredential = (page: Page) => page.getByRole("radio", { name: /^Credential/ }).check();

const TOOL = {
  "testing tool": async (walker) => {
    await openTool(walker);
    await press(walker.page, "Connect");
    await walker.page.getByLabel("Topic to publish to").fill("nobody/listens");
  },
  "payload that is no JSON": async ({ page }) => {
    await page.getByLabel("Topic to subscribe to").fill("nobody/listens");
    await press(page, "Subscribe");
    await page.getByRole("list", { name: "Subscribed topics" }).getByText("nobody/listens").waitFor();
    await page.getByLabel("Payload", { exact: true }).fill("{broken");
    await press(page, "Publish");
  },
  "no credentials selected": async (walker) => {
    await openTool(walker);
    await chooseCredential(walker.page);
    await press(walker.page, "Connect");
  },
  "topic refused": async ({ page }) => {
    await page.getByRole("combobox", { name: "Credential" }).selectOption({ index: 1 });
    await press(page, "Connect");
    await page.getByLabel("Topic to subscribe to").fill("secret/thing");
    await press(page, "Subscribe");
  },
  "broker out of reach": async (walker) => {
    await walker.page.routeWebSocket(/\/mqtt\//, (socket) => socket.close({ code: 1011 }));
    await openTool(walker);
    await press(walker.page, "Connect");
  },
} satisfies Partial<Ways["owner"]>;

const OWNER: Ways["owner"] = {
  dashboard: at("/dashboard"),
  devices: at(DEVICES),
  "device form": async ({ page }) => press(page, "Edit"),
  "device not saved": refused("Edit", "Update Device"),
  "device deletion": ({ page }) => reopen(page, "Delete"),
  "device not deleted": refused("Delete", "Delete"),
  "device not switched": async ({ page }) => {
    await nothingChanges(page);
    await reopen(page, "Turn On");
  },
  "ten devices": async ({ page, account }) => {
    const [device] = await account.call<object[]>("GET", "/v0/devices/on-off/");
    const ten = Array.from({ length: 10 }, (_, index) => ({ ...device, id: `device-${index}` }));
    await answerWith(page, "devices/on-off/", 200, ten);
    await opened(DEVICES, "New")({ page, account });
  },
  events: async ({ page }) => {
    await answerWith(page, "events/devices/on-off/{,?*}", 200, EVENT_TYPES.map(eventOf));
    await page.goto(EVENTS);
  },
  "events that match nothing": at(`${EVENTS}?search=zzz`),
  "id copied": async ({ page }) => {
    await page.context().grantPermissions(["clipboard-write"]);
    await page.goto("/dashboard/profile");
    await press(page, "Copy");
  },
  "profile saved": async ({ page }) => {
    await page.getByLabel("First name").fill("Robin");
    await page.getByLabel("Last name").fill("Reed");
    await press(page, "Save Changes");
  },
  channels: at(CHANNELS),
  "channel not saved": refused("Edit", "Update Channel"),
  "channel not deleted": refusedLater,
  "channels not loaded": notLoaded("channels", CHANNELS),
  credentials: at(CREDENTIALS),
  "credential not saved": refused("Edit", "Update Credential"),
  "credential not deleted": refused("Delete", "Delete"),
  "credentials not loaded": notLoaded("credentials", CREDENTIALS),
  ...TOOL,
  "switched offline": async ({ page }) => {
    await page.goto(DEVICES);
    await press(page, "Turn On");
  },
};

export const SCREEN_SETUPS: Ways = { visitor: VISITOR, newcomer: NEWCOMER, owner: OWNER };
