/** Screens of the big account, and what people press on them. */

import type { Page } from "@playwright/test";
import type { Screen } from "../../e2e/screen.ts";
import type { BigAccount } from "./big-account.ts";

export interface PressedScreen extends Screen {
  presses: ((page: Page) => Promise<unknown>)[];
}

const pressButton = (name: string | RegExp) => (page: Page) =>
  page
    .getByRole("button", { name, exact: typeof name === "string" })
    .first()
    .click();
const search = (label: string, text: string) => (page: Page) =>
  page.getByRole("searchbox", { name: label }).pressSequentially(text, { delay: 80 });
const switchFirst = pressButton(/^Turn O/);

async function openMenu(page: Page): Promise<void> {
  await page.getByRole("banner").locator("[aria-haspopup=menu]").click();
  await page.getByRole("menu").waitFor();
  await page.keyboard.press("Escape");
}

async function openPalette(page: Page): Promise<void> {
  await page.getByRole("button", { name: /^Go to/ }).click();
  await page.keyboard.type("lamp", { delay: 80 });
  await page.keyboard.press("Escape");
}

async function walkTree(page: Page): Promise<void> {
  await page.getByRole("tree").focus();
  for (const key of ["End", "ArrowRight", "ArrowDown", "ArrowRight", "PageDown", "End", "Home"])
    await page.keyboard.press(key, { delay: 80 });
}

const TOPICS: PressedScreen = {
  name: "topics",
  path: "/dashboard/mqtt/topics",
  signedIn: true,
  heading: "Topics",
  presses: [
    walkTree,
    pressButton("Live"),
    search("Search topics", "sensor 77"),
    (page) =>
      page
        .getByRole("treeitem", { name: /^sensor 77/ })
        .first()
        .click(),
  ],
};

export const bigScreens = ({ devices: [first] }: BigAccount): PressedScreen[] => [
  {
    name: "dashboard",
    path: "/dashboard",
    signedIn: true,
    heading: "Dashboard",
    presses: [switchFirst, openMenu, openPalette],
  },
  {
    name: "devices",
    path: "/dashboard/devices",
    signedIn: true,
    heading: "Devices",
    presses: [switchFirst, openMenu, search("Search devices", "kitchen"), pressButton("Select")],
  },
  {
    name: "device",
    path: `/dashboard/devices/${first?.id}`,
    signedIn: true,
    heading: `${first?.name}`,
    presses: [
      switchFirst,
      openMenu,
      pressButton("7 days"),
      (page) => page.getByRole("button", { name: "humidity" }).first().click(),
      (page) => page.getByRole("tab", { name: "Events" }).click(),
    ],
  },
  {
    name: "events",
    path: "/dashboard/devices/events",
    signedIn: true,
    heading: "Events",
    presses: [
      openMenu,
      search("Search", "lamp 7"),
      pressButton("Clear filters"),
      (page) => page.getByRole("table", { name: "Events" }).getByRole("link").first().click(),
    ],
  },
  TOPICS,
];
