import { existsSync } from "node:fs";
import { defineConfig } from "@playwright/test";

const DEBIAN_CHROMIUM = "/usr/bin/chromium";
const QUIET = ["--disable-background-networking", "--disable-component-update", "--disable-sync"];
const isRoot = process.getuid?.() === 0;

export default defineConfig({
  testDir: ".",
  outputDir: "../../.cache/browser",
  globalSetup: "./product.ts",
  fullyParallel: true,
  workers: 2,
  // on a crowded machine a page may miss its moment once; what fails twice has failed, and a second try is told
  retries: process.env.CI === undefined ? 0 : 1,
  forbidOnly: process.env.CI !== undefined,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  use: {
    // Chromium has no sandbox for root.
    launchOptions: {
      args: isRoot ? ["--no-sandbox", ...QUIET] : QUIET,
      ...(existsSync(DEBIAN_CHROMIUM) ? { executablePath: DEBIAN_CHROMIUM } : {}),
    },
    locale: "en-US",
    actionTimeout: 10_000,
    trace: "retain-on-failure",
  },
});
