/** The dashboard's tiles, arranged with the pointer and by keyboard. */

import type { Locator, Page } from "@playwright/test";
import mqtt from "mqtt";
import { telemetryTopic } from "../../broker/contract/topics.ts";
import type { Device } from "../../worker/contract/devices.ts";
import { type Account, newDeviceSetup } from "../support/account.ts";
import { brokerUrl } from "../support/device-process.ts";
import { baseUrl, expect, signIn, test } from "./journey.ts";

const status = (page: Page) => page.getByRole("region", { name: "Device Status" });
const tiles = (page: Page) => status(page).locator("ul").first().locator("> li");

async function center(of: Locator): Promise<{ x: number; y: number }> {
  const box = await of.boundingBox();
  if (box === null) throw new Error("It is not shown.");
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

async function drag(page: Page, from: Locator, to: Locator, finish: () => Promise<void>): Promise<void> {
  await from.scrollIntoViewIfNeeded();
  const [begin, end] = [await center(from), await center(to)];
  await page.mouse.move(begin.x, begin.y);
  await page.mouse.down();
  await page.mouse.move(begin.x + 8, begin.y + 8, { steps: 4 });
  await page.mouse.move(end.x, end.y, { steps: 12 });
  await finish();
}

const saved = (account: Account) => async () =>
  (await account.call<Device[]>("GET", "/v0/devices/on-off/"))
    .flatMap(({ name, tiles }) => tiles.map(({ key, place, size }) => ({ name: key ?? name, place, size })))
    .sort((a, b) => a.place - b.place)
    .map(({ name, size }) => `${name} ${size}`);

test("tiles are dragged, moved by keys and resized, and every browser shows them so", async ({
  page,
  account,
  browser,
}) => {
  await account.newKey();
  for (const name of ["Lamp", "Fan", "Pump"]) await account.newDevice(name);
  const code: string[] = [];
  page.on("request", (request) => code.push(request.url()));
  await signIn(page, account, "/dashboard");
  await page.getByRole("button", { name: "Dismiss first steps" }).click();
  await expect(tiles(page)).toHaveText([/Lamp/, /Fan/, /Pump/]);
  expect(code.some((url) => url.includes("arrange-tiles"))).toBe(false);
  await page.getByRole("button", { name: "Arrange" }).click();
  const tile = (name: string) => status(page).getByRole("button", { name, exact: true });

  await drag(page, tile("Pump"), tile("Lamp"), () => page.mouse.up());
  await expect(tiles(page)).toHaveText([/Pump/, /Lamp/, /Fan/]);
  await expect.poll(saved(account)).toEqual(["Pump S", "Lamp S", "Fan S"]);
  await drag(page, tile("Pump"), tile("Fan"), () => page.keyboard.press("Escape"));
  await page.mouse.up();
  await expect(tiles(page)).toHaveText([/Pump/, /Lamp/, /Fan/]);

  await tile("Fan").press("Enter");
  await expect(page.getByText("Fan lifted from position 3 of 3.")).toBeAttached();
  await page.keyboard.press("ArrowLeft");
  await expect(tile("Fan")).toBeFocused();
  await page.keyboard.press("Enter");
  await expect.poll(saved(account)).toEqual(["Pump S", "Fan S", "Lamp S"]);
  await page.getByRole("button", { name: "Size S Fan" }).click();
  await expect.poll(saved(account)).toEqual(["Pump S", "Fan L", "Lamp S"]);
  await page.getByRole("button", { name: "Done" }).click();
  await expect(tiles(page)).toHaveText([/Pump/, /Fan/, /Lamp/]);
  await expect(page.getByRole("button", { name: "Arrange" })).toBeFocused();

  const context = await browser.newContext({ baseURL: baseUrl() });
  const other = await context.newPage();
  await signIn(other, account, "/dashboard");
  await expect(tiles(other)).toHaveText([/Pump/, /Fan/, /Lamp/]);
  await context.close();
});

test("a chosen value is a tile of its own, and a large one shows its last day", async ({ page }) => {
  const { account, device, login } = await newDeviceSetup(baseUrl());
  const { clientId, username = "", password = "" } = login;
  const server = brokerUrl(baseUrl(), account.userId);
  const sensor = await mqtt.connectAsync(server, { clientId, username, password, protocolVersion: 5 });
  try {
    await sensor.publishAsync(telemetryTopic(account.userId, device.id), '{"level":42}', { qos: 1 });
    await account.call("PUT", `/v0/devices/on-off/${device.id}/`, {
      name: device.name,
      shown_values: ["level"],
      tiles: [{ key: "level", place: 1, size: "L" }],
    });
    await signIn(page, account, "/dashboard");
    await expect(tiles(page)).toHaveText([/^level42/, /^Lamp/]);
    await expect(tiles(page).first()).toContainText("Last 24 hours: 42 to 42");
    await tiles(page).first().getByRole("link").click();
    await expect(page).toHaveURL(/\?value=level$/);
  } finally {
    await sensor.endAsync();
  }
});
