/** How tests and measurements start Chromium. */

import type { LaunchOptions } from "@playwright/test";
import { debianChromium } from "../support/test-packages.ts";

const executablePath = debianChromium();
/** Chromium has no sandbox for root. */
const ROOT = process.getuid?.() === 0 ? ["--no-sandbox"] : [];
/** A phone uses a network name, which browsers trust less than localhost. */
const PHONE_NAME = "--host-resolver-rules=MAP phone.test 127.0.0.1";
/** Nothing here needs a graphics card, and drawing without one costs CPU. */
const FLAT = ["--disable-gpu", "--disable-software-rasterizer"];
const QUIET = ["--disable-background-networking", "--disable-component-update", "--disable-sync"];

const launch = (...more: string[]): LaunchOptions => ({
  args: [...ROOT, PHONE_NAME, ...QUIET, ...FLAT, ...more],
  ...(executablePath === undefined ? {} : { executablePath }),
});

/** For measurements and pictures. */
export const CHROMIUM = launch();

/**
 * For tests, whose pages live for seconds: the optimizing compilers cost a seventh of the processor time of a load, and
 * save nothing.
 */
export const CHROMIUM_OF_TESTS = launch("--js-flags=--no-opt --no-maglev");
