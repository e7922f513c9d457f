/** A board with the program that the page shows is stopped and started: no screen says what is not so. */

import type { Browser, Locator, Page } from "@playwright/test";
import type { Device } from "../../worker/contract/devices.ts";
import type { NewGuest } from "../../worker/contract/guests.ts";
import type { Account } from "../support/account.ts";
import { type RunningSnippet, runProgram } from "../support/snippet.ts";
import { baseUrl, expect, signIn, test } from "./journey.ts";

const PROGRAM = "device.py";
const WIDTHS = [360, 390, 1440];

test.use({ permissions: ["clipboard-read", "clipboard-write"] });

/** Each screen that switches the device, and the place of the device there. */
const SCREENS: readonly [path: string, place: (page: Page) => Locator][] = [
  ["/dashboard", (page) => page.getByRole("region", { name: "Device Status" }).getByRole("listitem").first()],
  ["/dashboard/devices", (page) => page.getByRole("row").filter({ hasText: "Lamp" })],
  ["/dashboard/devices/{id}", (page) => page.getByRole("main")],
];

async function newDimmer(account: Account): Promise<Device> {
  await account.newKey();
  await account.newCredential("lamp", []);
  const lamp = await account.newDevice("Lamp");
  const controls = [{ key: "brightness", kind: "number", min: 0, max: 100, unit: "%" }];
  await account.call("PUT", `/v0/devices/on-off/${lamp.id}/`, { name: "Lamp", controls });
  return lamp;
}

/** Copies the program from the page, as a user does. */
async function copiedProgram(page: Page, id: string): Promise<string> {
  await page.goto(`/dashboard/devices/${id}`);
  await page.getByRole("button", { name: "Connect", exact: true }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("tab", { name: "Python", exact: true }).click();
  await dialog.getByRole("button", { name: `Copy ${PROGRAM}` }).click();
  await expect(dialog.getByText("Waiting for the device")).toBeVisible();
  return page.evaluate(() => navigator.clipboard.readText());
}

/** Whether a slider has the colour of a known value. */
const isGreen = (slider: Locator): Promise<boolean> =>
  slider.evaluate((input) => {
    const probe = document.body.appendChild(document.createElement("i"));
    probe.style.color = "var(--go)";
    const green = getComputedStyle(probe).color;
    probe.remove();
    return getComputedStyle(input).accentColor === green;
  });

interface Shown {
  presence: "Connected" | "Not connected" | "Not known";
  /** Of the state: `data-proof` of the switch. */
  proof: string;
  /** A line about the last switch. */
  delivery?: RegExp;
  /** The command proved the state alone: the values of controls are from before the session. */
  isOfStateAlone?: true;
}

const DELIVERIES = /Taken by the device|Device is offline|Not taken within|Another command/;

/** A line about a switch may stand in the place of the presence. */
async function expectShown(
  place: Locator,
  { presence, proof, delivery, isOfStateAlone }: Shown,
): Promise<void> {
  await expect(place.getByRole("button", { name: /^Turn O/ })).toHaveAttribute("data-proof", proof);
  if (delivery === undefined) {
    await expect(place.getByText(DELIVERIES)).toHaveCount(0);
    await expect(place.getByText(presence, { exact: true })).toBeVisible();
  } else await expect(place.getByText(delivery).first()).toBeVisible();
  const isKnown = proof === "taken" && isOfStateAlone === undefined;
  await expect.poll(() => isGreen(place.getByRole("slider"))).toBe(isKnown);
}

const STARTED: Shown = { presence: "Connected", proof: "taken", delivery: /^Taken by the device in/ };
const STOPPED: Shown = { presence: "Not connected", proof: "last known" };
const STARTED_AGAIN: Shown = { presence: "Connected", proof: "last known" };
const SWITCHED_AGAIN: Shown = { ...STARTED, isOfStateAlone: true };

async function openAsGuest(browser: Browser, account: Account, id: string, width: number): Promise<Page> {
  const { token } = await account.call<NewGuest>("POST", "/v0/guests/", {
    name: "Anna",
    devices: [id],
    may: "switch",
  });
  const viewport = { width, height: 800 };
  const context = await browser.newContext({ baseURL: baseUrl(), locale: "en-US", viewport });
  const guest = await context.newPage();
  await guest.goto(`/guest#${token}`);
  return guest;
}

/** What a guest reads, and whether the switch stays in its place. */
async function expectGuestReads(guest: Page, presence: string, state: string): Promise<void> {
  const card = guest.getByRole("listitem").filter({ has: guest.getByRole("heading", { name: "Lamp" }) });
  await expect(card.getByText(presence, { exact: true })).toBeVisible();
  await expect(card.getByText(state, { exact: true })).toBeVisible();
  const [name, lever] = [card.getByRole("heading"), card.getByRole("button", { name: /^Turn O/ })];
  const [left, right] = [await name.boundingBox(), await lever.boundingBox()];
  expect(right?.x).toBeGreaterThan((left?.x ?? 0) + 40);
  await expect.poll(() => isGreen(card.getByRole("slider"))).toBe(state === "On. Taken by the device");
}

for (const width of WIDTHS) {
  test(`each screen follows a board that stops, returns and restarts, at ${width} px`, async ({
    page,
    account,
    browser,
  }) => {
    await page.setViewportSize({ width, height: 800 });
    const { id } = await newDimmer(account);
    await signIn(page, account);
    const code = await copiedProgram(page, id);
    let board: RunningSnippet = await runProgram(PROGRAM, code);
    const guest = await openAsGuest(browser, account, id, width);
    try {
      await expect(page.getByRole("dialog").getByText("Connected", { exact: true })).toBeVisible();
      for (const [path, placeOf] of SCREENS) {
        const order = { state: false, set: { brightness: 11 }, wait: 10 };
        await account.call("POST", `/v0/devices/on-off/${id}/switch/`, order);
        await page.goto(path.replace("{id}", id));
        const place = placeOf(page);
        await place.getByRole("button", { name: "Turn On" }).click();
        await expectShown(place, STARTED);
        await expectGuestReads(guest, "Connected", "On. Taken by the device");
        await board.kill();
        await expectShown(place, STOPPED);
        await expectGuestReads(guest, "Not connected", "On. When it was last connected");
        board = await runProgram(PROGRAM, code);
        await expectShown(place, STARTED_AGAIN);
        await expectGuestReads(guest, "Connected", "On. Taken before it connected");
        await page.reload();
        await expectShown(place, STARTED_AGAIN);
        await place.getByRole("button", { name: "Turn Off" }).click();
        await expectShown(place, SWITCHED_AGAIN);
        await expect(guest.getByText("Taken before it connected", { exact: true })).toBeVisible();
      }
    } finally {
      await board.kill();
      await guest.context().close();
    }
  });
}

for (const [path, placeOf] of SCREENS) {
  test(`${path} without its connection shows no earlier state as known, and no line about it`, async ({
    page,
    account,
  }) => {
    let isCut = false;
    await page.routeWebSocket(/\/mqtt\//, (socket) => {
      if (isCut) return socket.close({ code: 1011 });
      const broker = socket.connectToServer();
      socket.onMessage((message) => {
        if (isCut) socket.close({ code: 1011 });
        else broker.send(message);
      });
      broker.onMessage((message) => isCut || socket.send(message));
    });
    await page.route("**/v0/**", (route) => (isCut ? undefined : route.fallback()));
    const { id } = await newDimmer(account);
    await signIn(page, account);
    const board = await runProgram(PROGRAM, await copiedProgram(page, id));
    try {
      await account.untilEvent(id, "connected");
      await page.goto(path.replace("{id}", id));
      const place = placeOf(page);
      await place.getByRole("button", { name: "Turn On" }).click();
      await expectShown(place, STARTED);
      isCut = true;
      await page.evaluate(() => window.dispatchEvent(new Event("offline")));
      await expectShown(place, { presence: "Not known", proof: "unknown" });
      await expect(place.getByText(/^Since /)).toHaveCount(0);
    } finally {
      await board.kill();
    }
  });
}
