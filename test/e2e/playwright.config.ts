import { defineConfig } from "@playwright/test";
import { selectedTests } from "../support/selection.ts";
import { CHROMIUM_OF_TESTS } from "./chromium.ts";

/**
 * The narrowest and the widest supported display. `TEST_ALL` runs each journey that depends on the display on
 * both.
 */
const DISPLAYS = {
  "wide and light": { viewport: { width: 1440, height: 900 }, colorScheme: "light" },
  "narrow and dark": { viewport: { width: 360, height: 740 }, colorScheme: "dark" },
} as const;
const files = (names: string[]): string[] => names.map((name) => `${name}.test.ts`);
/** These set the display themselves, or do not depend on it. */
const ON_ONE_DISPLAY = files([
  "accessibility",
  "account-deletion",
  "addresses",
  "anchors",
  "ask-first-push",
  "budget",
  "cached-page",
  "controls",
  "everyone",
  "first-minute",
  "first-paint",
  "full-beta",
  "guests",
  "layout-shift",
  "licences",
  "live",
  "lost-server",
  "measured-presses",
  "offline",
  "other-origin",
  "policy",
  "reading",
  "reference",
  "stopped-board",
  "texts",
  "thirty-devices",
  "trouble",
  "values-live",
  "virtual-device",
  "watches",
  "why-refused",
]);
/** Without `TEST_ALL` these run on the narrow display, with menu, cards and stacked forms. */
const ON_NARROW_DISPLAY = files([
  "ask-first",
  "device-page",
  "dialogs",
  "first-switch",
  "keyboard",
  "login",
  "many-events",
  "one-glance",
  "tokens",
]);
/** The journeys of this part, by file name. */
const SELECTED = selectedTests("browser").map((file) => file.split("/").at(-1) ?? "");
const isAll = process.env.TEST_ALL !== undefined;

export default defineConfig({
  testDir: ".",
  outputDir: "../../.cache/browser",
  globalSetup: "./product.ts",
  fullyParallel: true,
  workers: 2,
  forbidOnly: process.env.CI !== undefined,
  // These bound the duration of a failure, not of the page: a busy machine is slow.
  timeout: 180_000,
  expect: { timeout: 30_000 },
  projects: [
    {
      name: "wide and light",
      use: DISPLAYS["wide and light"],
      testMatch: SELECTED.filter((file) => isAll || !ON_NARROW_DISPLAY.includes(file)),
    },
    {
      name: "narrow and dark",
      use: DISPLAYS["narrow and dark"],
      testMatch: SELECTED.filter((file) =>
        isAll ? !ON_ONE_DISPLAY.includes(file) : ON_NARROW_DISPLAY.includes(file),
      ),
    },
  ],
  use: {
    launchOptions: CHROMIUM_OF_TESTS,
    // It fetches a hundred files for each journey, and bypasses `page.route`. `front.ts` allows it, and so
    // does the main path.
    serviceWorkers: "block",
    locale: "en-US",
    // Animations cost CPU; that the page has none with reduced motion is tested separately.
    contextOptions: { reducedMotion: "reduce" },
    actionTimeout: 30_000,
  },
});
