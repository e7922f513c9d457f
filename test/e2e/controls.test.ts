/** Controls of a device: a lamp follows a finger on a slow phone, without a flood of commands. */

import AxeBuilder from "@axe-core/playwright";
import type { Locator, Page } from "@playwright/test";
import type { DeviceControl } from "../../worker/contract/controls.ts";
import { type DeviceSetup, newDeviceSetup } from "../support/account.ts";
import { mqttLibrary, type RunningDevice } from "../support/device-process.ts";
import { baseUrl, expect, signIn, test } from "./journey.ts";

test.use({ viewport: { width: 360, height: 740 }, hasTouch: true });

const CONTROLS = [
  { key: "brightness", kind: "number", name: "Brightness", unit: "%", min: 0, max: 100 },
  { key: "scene", kind: "choice", options: ["Reading", "Film"] },
  { key: "eco", kind: "toggle" },
  { key: "colour", kind: "color" },
  { key: "label", kind: "text" },
  { key: "restart", kind: "button" },
] satisfies Partial<DeviceControl>[];

interface DimmedLamp extends DeviceSetup {
  lamp: RunningDevice;
}

async function newLamp(controls: readonly object[] = CONTROLS): Promise<DimmedLamp> {
  const setup = await newDeviceSetup(baseUrl());
  const { account, device, login, control: topic } = setup;
  await account.call("PUT", `/v0/devices/on-off/${device.id}/`, { name: device.name, controls });
  const lamp = await mqttLibrary({ baseUrl: baseUrl(), userId: account.userId, version: 5, login, topic });
  await account.untilEvent(device.id, "connected");
  return { ...setup, lamp };
}

const lastOf = ({ lamp }: DimmedLamp) => JSON.parse(lamp.heard.at(-1)?.payload ?? "{}");
const untilLamp = (setup: DimmedLamp, values: Record<string, unknown>) =>
  expect.poll(() => lastOf(setup)).toMatchObject(values);

/** The times at which the page sends commands, by the browser's clock. Milliseconds. */
function commandTimes(page: Page): number[] {
  const times: number[] = [];
  page.on("requestfinished", (request) => {
    if (request.url().endsWith("/switch/")) times.push(request.timing().startTime);
  });
  return times;
}

/** Drags a slider by touch, from its left end to a share of its width. */
async function drag(page: Page, slider: Locator, share: number, steps: number): Promise<void> {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send("Emulation.setCPUThrottlingRate", { rate: 4 });
  const box = await slider.boundingBox();
  if (box === null) throw new Error("The slider is not shown.");
  const touch = (type: "touchStart" | "touchMove" | "touchEnd", at: number) =>
    cdp.send("Input.dispatchTouchEvent", {
      type,
      touchPoints: type === "touchEnd" ? [] : [{ x: box.x + box.width * at, y: box.y + box.height / 2 }],
    });
  await touch("touchStart", 0.05);
  for (let step = 1; step <= steps; step += 1) {
    await touch("touchMove", 0.05 + ((share - 0.05) * step) / steps);
    // the pace of a finger: a phone reports its place once a frame
    await page.waitForTimeout(16);
  }
  await touch("touchEnd", share);
  await cdp.send("Emulation.setCPUThrottlingRate", { rate: 1 });
}

/** The longest time from an interaction to the next paint. */
const observeInteractions = (page: Page) =>
  page.addInitScript(() => {
    const durations = [0];
    Object.assign(window, { durations });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { interactionId: number })[])
        if (entry.interactionId > 0) durations.push(entry.duration);
    }).observe({ type: "event", durationThreshold: 16, buffered: true } as PerformanceObserverInit);
  });
const longestInteraction = (page: Page): Promise<number> =>
  page.evaluate(() => Math.max(...(window as unknown as { durations: number[] }).durations));

test("a slider that is dragged on a slow phone sends at most five commands a second, and the lamp ends where the finger did", async ({
  page,
}) => {
  const setup = await newLamp();
  try {
    await observeInteractions(page);
    await signIn(page, setup.account, `/dashboard/devices/${setup.device.id}`);
    const controls = page.getByRole("region", { name: "Controls" });
    const slider = controls.getByRole("slider", { name: "Brightness" });
    await expect(page.getByRole("status").filter({ hasText: "Broker: Connected" })).toBeAttached();
    const times = commandTimes(page);
    await drag(page, slider, 0.75, 90);
    await expect(controls.getByText(/^Taken by the device in/)).toBeVisible();
    const value = Number(await slider.inputValue());
    expect(value).toBeGreaterThan(60);
    await untilLamp(setup, { state: "off", brightness: value });
    expect(times.length).toBeGreaterThan(3);
    for (const from of times)
      expect(times.filter((at) => at >= from && at < from + 1_000).length).toBeLessThanOrEqual(5);
    test
      .info()
      .annotations.push({ type: "longest interaction", description: `${await longestInteraction(page)} ms` });
  } finally {
    await setup.lamp.kill();
  }
});

test("every control is used by keyboard, and by a screen reader", async ({ page }) => {
  const setup = await newLamp();
  try {
    await signIn(page, setup.account, `/dashboard/devices/${setup.device.id}`);
    const controls = page.getByRole("region", { name: "Controls" });
    await controls.getByRole("slider", { name: "Brightness" }).focus();
    await page.keyboard.press("End");
    await untilLamp(setup, { brightness: 100 });
    await controls.getByRole("spinbutton", { name: "Brightness, exactly" }).fill("42");
    await page.keyboard.press("Enter");
    await untilLamp(setup, { brightness: 42 });
    await controls.getByRole("spinbutton", { name: "Brightness, exactly" }).fill("420");
    await page.keyboard.press("Enter");
    await expect(controls.getByText("Enter a number from 0 to 100, in steps of 1.")).toBeVisible();
    await controls.getByRole("radio", { name: "Reading" }).focus();
    await page.keyboard.press("Space");
    await untilLamp(setup, { scene: "Reading" });
    await page.keyboard.press("ArrowRight");
    await untilLamp(setup, { scene: "Film" });
    await controls.getByRole("checkbox", { name: "Eco" }).press("Space");
    await untilLamp(setup, { eco: true });
    await controls.getByRole("textbox", { name: "Label" }).fill("Hello");
    await page.keyboard.press("Enter");
    await untilLamp(setup, { label: "Hello" });
    await controls.getByRole("button", { name: "Restart" }).press("Enter");
    await untilLamp(setup, { restart: true });
    const { violations } = await new AxeBuilder({ page }).analyze();
    expect(violations).toEqual([]);
  } finally {
    await setup.lamp.kill();
  }
});

test("a number that a device reports becomes a control, which the list shows and an event names", async ({
  page,
}) => {
  const setup = await newLamp([]);
  const { account, device, lamp } = setup;
  try {
    await account.call("POST", `/v0/messages/devices/${device.id}/telemetry`, { brightness: 12 });
    await signIn(page, account, `/dashboard/devices/${device.id}?tab=settings`);
    const setUp = page.getByRole("region", { name: "Set up controls" });
    await setUp.getByRole("button", { name: "brightness" }).click();
    await page.getByRole("textbox", { name: "Name", exact: true }).fill("Brightness");
    await page.getByRole("button", { name: "Add a control" }).click();
    const second = page.getByRole("group", { name: "Control 2" });
    await second.getByRole("textbox", { name: "Key" }).fill("scene");
    await page
      .getByRole("group", { name: "scene" })
      .getByRole("combobox", { name: "Kind" })
      .selectOption("choice");
    await page.getByRole("button", { name: "Save Controls" }).click();
    await expect(page.getByText("`scene` needs 2 to 20 options.")).toBeVisible();
    await page.getByRole("textbox", { name: "Options" }).fill("Reading\nFilm");
    await page.getByRole("button", { name: "Move scene up" }).click();
    await page.getByRole("button", { name: "Save Controls" }).click();
    await expect(page.getByText("Controls saved.")).toBeVisible();

    await page.goto("/dashboard/devices");
    await page.getByRole("combobox", { name: "Scene" }).selectOption("Film");
    await untilLamp(setup, { scene: "Film" });
    await page.getByRole("slider", { name: "Brightness" }).press("Home");
    await untilLamp(setup, { brightness: 0 });
    const { violations } = await new AxeBuilder({ page }).analyze();
    expect(violations).toEqual([]);
    await account.untilEvent(device.id, "turned_off");
    await page.goto("/dashboard/devices/events");
    // nothing was turned off: the lamp was off
    await expect(page.getByText(/^(Scene Film, )?Brightness 0(, |$)/).first()).toBeVisible();
  } finally {
    await lamp.kill();
  }
});
