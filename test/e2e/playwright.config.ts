import { defineConfig } from "@playwright/test";
import { debianChromium } from "../support/test-packages.ts";

const chromium = debianChromium();
/** Without a graphics card drawing is work for the processor, and there is nothing here that needs one. */
const FLAT = ["--disable-gpu", "--disable-software-rasterizer"];
const QUIET = ["--disable-background-networking", "--disable-component-update", "--disable-sync", ...FLAT];
/** The narrowest and the widest supported display. `TEST_ALL` makes each journey that depends on the display on both. */
const DISPLAYS = {
  "wide and light": { viewport: { width: 1440, height: 900 }, colorScheme: "light" },
  "narrow and dark": { viewport: { width: 360, height: 740 }, colorScheme: "dark" },
} as const;
const files = (names: string[]): string[] => names.map((name) => `${name}.test.ts`);
/** These set the display themselves, or do not depend on it. */
const ON_ONE_DISPLAY = files([
  "addresses",
  "budget",
  "everyone",
  "first-minute",
  "first-paint",
  "full-beta",
  "kept-page",
  "layout-shift",
  "leaving",
  "licences",
  "live",
  "lost-server",
  "offline",
  "other-origin",
  "phone-link",
  "policy",
  "reading",
  "reference",
  "sight",
  "texts",
  "trouble",
  "values-live",
  "virtual-device",
  "why-refused",
]);
/** Without `TEST_ALL` these run on the narrow display, where they meet the menu, cards and stacked forms. */
const ON_NARROW_DISPLAY = files([
  "device-page",
  "dialogs",
  "entering",
  "first-switch",
  "main-path",
  "many-events",
  "one-glance",
  "tokens",
]);
const isAll = process.env.TEST_ALL !== undefined;
/** A phone knows the desk by a name in the network, and browsers trust such a page less than one on the desk itself. */
const PHONE_NAME = "--host-resolver-rules=MAP phone.test 127.0.0.1";
const isRoot = process.getuid?.() === 0;

export default defineConfig({
  testDir: ".",
  outputDir: "../../.cache/browser",
  globalSetup: "./product.ts",
  fullyParallel: true,
  workers: 2,
  forbidOnly: process.env.CI !== undefined,
  // These bound how long a failure takes, never what a page may take: a crowded machine is slow, not wrong.
  timeout: 180_000,
  expect: { timeout: 30_000 },
  projects: [
    {
      name: "wide and light",
      use: DISPLAYS["wide and light"],
      testIgnore: isAll ? [] : ON_NARROW_DISPLAY,
    },
    {
      name: "narrow and dark",
      use: DISPLAYS["narrow and dark"],
      ...(isAll ? { testIgnore: ON_ONE_DISPLAY } : { testMatch: ON_NARROW_DISPLAY }),
    },
  ],
  use: {
    // Chromium has no sandbox for root.
    launchOptions: {
      args: [...(isRoot ? ["--no-sandbox"] : []), PHONE_NAME, ...QUIET],
      ...(chromium === undefined ? {} : { executablePath: chromium }),
    },
    // It fetches a hundred files for each journey, and a test that answers in the server's place would not be asked for
    // them. `front.ts` brings it, and so does the main path.
    serviceWorkers: "block",
    locale: "en-US",
    // What blinks or slides is painted again and again; that nothing moves then is tested by itself.
    contextOptions: { reducedMotion: "reduce" },
    actionTimeout: 30_000,
  },
});
