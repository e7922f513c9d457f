/** A new user's first minutes: from the landing page to a lit lamp, and to a message of a stock program. */

import { exec } from "node:child_process";
import { promisify } from "node:util";
import type { Page } from "@playwright/test";
import { newEmail, PASSWORD } from "../support/account.ts";
import { expect, signIn, test } from "./journey.ts";
import { choose, type } from "./keys.ts";
import { isAtUsersSpeed, press, read, within, write } from "./timed-steps.ts";

const LAMP_SECONDS = 60;
const MESSAGE_SECONDS = 120;
const VALUE_SECONDS = 120;

// a trace of every step, for `npx playwright show-trace`
test.use({ trace: isAtUsersSpeed ? "on" : "off" });

async function joinIn(page: Page): Promise<void> {
  await page.goto("/");
  await read(page);
  await press(page, page.getByRole("link", { name: "Join the beta" }).first());
  await write(page, "Email", newEmail());
  await write(page, "Password", PASSWORD);
  await write(page, "Confirm password", PASSWORD);
  await press(page, page.getByRole("button", { name: "Register" }));
  await expect(page).toHaveURL(/\/dashboard$/);
  await read(page);
}

test("a new user lights a lamp within a minute, and sees a temperature change within two, without hardware", async ({
  page,
}) => {
  const walkToLamp = async () => {
    await joinIn(page);
    await press(page, page.getByRole("button", { name: "Do the first four for me" }));
    await press(page, page.getByRole("link", { name: "Try a virtual device" }));
    await read(page);
    await press(page, page.getByRole("button", { name: "Power on" }));
    await expect(page.getByRole("log")).toContainText("Connected as");
    await press(page, page.getByRole("button", { name: "Turn On" }));
    await expect(page.getByText(/^Taken by the device in \d+ ms$/)).toBeVisible();
    await expect(page.getByRole("img", { name: "ESP32, the lamp on pin 13 is lit" })).toBeVisible();
    await expect(page.getByRole("region", { name: "Next" }).getByRole("link")).toHaveText([
      "Connect my own board",
      "Add a schedule",
      "Add a watch",
    ]);
  };
  await within(VALUE_SECONDS, "from the landing page to a temperature that moves", async () => {
    await within(LAMP_SECONDS, "from the landing page to a lit lamp", walkToLamp);
    const values = page.getByRole("region", { name: "Values" });
    await press(page, values.getByRole("button", { name: "temperature_c", exact: true }));
    for (const temperature of ["25", "30"]) {
      await page.getByLabel("Temperature", { exact: true }).fill(temperature);
      await expect(values).toContainText(temperature);
    }
    await expect(values.getByRole("figure")).toContainText(/Between .* and 30/);
  });
});

test("a new user sees a retained message of mosquitto_pub within two minutes", async ({ page }) => {
  test.setTimeout(2 * MESSAGE_SECONDS * 1000);
  await within(MESSAGE_SECONDS, "from the landing page to a retained message", async () => {
    await joinIn(page);
    await press(page, page.getByRole("link", { name: "Connect something" }));
    await read(page);
    await press(page, page.getByRole("radio", { name: /^Something else/ }));
    await press(page, page.getByRole("button", { name: "Show me what to type in" }));
    await read(page);
    // the copied text, in the user's shell
    await press(page, page.getByRole("button", { name: "Copy A first message, from a shell" }));
    await promisify(exec)(String(await page.getByRole("figure").locator("pre").textContent()));
    await expect(page.getByText("It has disconnected")).toBeVisible();
    await press(page, page.getByRole("link", { name: "Watch its messages" }));
    const log = page.getByRole("log");
    await expect(log).toContainText("Received");
    await expect(log).toContainText("hello");
    await expect(log).toContainText("world");
    await expect(log).toContainText("Retained");
  });
});

test("lamp, power and switch of a virtual device are in one view on every display, without scrolling", async ({
  page,
  account,
}) => {
  await account.newKey();
  await account.newCredential("lamp", []);
  await account.newDevice("Lamp", []);
  await signIn(page, account);
  for (const [width, height] of [
    [360, 640],
    [390, 844],
    [768, 1024],
    [1440, 900],
  ] as const) {
    await page.setViewportSize({ width, height });
    await page.goto("/dashboard/devices/virtual");
    const power = page.getByRole("button", { name: "Power on" });
    await expect(power).toBeVisible();
    for (const part of [
      page.getByRole("img", { name: /^ESP32/ }),
      power,
      page.getByRole("region", { name: "Switch" }),
    ]) {
      await expect(part).toBeInViewport({ ratio: 1 });
    }
  }
});

const MOST_KEYS = 40;

/** Counts key presses from now on. A text that is typed counts as one. */
function keyCounter(page: Page): () => number {
  const { keyboard } = page;
  const [pressKey, typeText] = [keyboard.press.bind(keyboard), keyboard.type.bind(keyboard)];
  let keys = 0;
  keyboard.press = (...pressed) => {
    keys += 1;
    return pressKey(...pressed);
  };
  keyboard.type = (...typed) => {
    keys += 1;
    return typeText(...typed);
  };
  return () => keys;
}

for (const [width, height] of [
  [360, 640],
  [1440, 900],
] as const) {
  test(`the way from the landing page to a lit lamp takes at most ${MOST_KEYS} keys at ${width} pixels`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height });
    await page.goto("/");
    await expect(page.getByRole("link", { name: "Join the beta" }).first()).toBeVisible();
    const keys = keyCounter(page);
    await choose(page, "link", "Join the beta");
    await expect(page.getByLabel("Email")).toBeFocused();
    await page.keyboard.type(newEmail());
    await type(page, "Password", PASSWORD);
    await type(page, "Confirm password", PASSWORD);
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(/\/dashboard$/);
    await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
    await expect(page.getByRole("button", { name: "Do the first four for me" })).toBeVisible();
    await choose(page, "button", "Do the first four for me");
    await expect(page.getByRole("link", { name: "Try a virtual device" })).toBeVisible();
    await choose(page, "link", "Try a virtual device");
    await expect(page.getByRole("heading", { level: 1, name: "Virtual device" })).toBeFocused();
    await choose(page, "button", "Power on");
    await expect(page.getByRole("log")).toContainText("Connected as");
    await choose(page, "button", "Turn On");
    await expect(page.getByRole("img", { name: "ESP32, the lamp on pin 13 is lit" })).toBeVisible();
    test.info().annotations.push({ type: "keys", description: String(keys()) });
    expect(keys()).toBeLessThanOrEqual(MOST_KEYS);
  });
}
