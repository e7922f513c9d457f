/** Which tests of the layers with real clients and a browser run, and which cannot run on this machine. */

import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { inRoot } from "../../worker/local/paths.ts";

/** `npm test` runs the main path, `npm run test:rest` what it leaves out. Without a part, a layer runs whole. */
export type Part = "main" | "rest";

/** Set by `select` for the processes of the layers; empty or unset for whole layers. */
const PART = "TEST_PART";
/** Files that need a package which is not installed, separated by commas. */
const LEFT_OUT = "TEST_LEFT_OUT";

/** The layers of which `npm test` runs a part. */
export type DividedLayer = "integration" | "browser";
const FOLDERS: Record<DividedLayer, string> = { integration: "test/integration", browser: "test/e2e" };

/** A device is switched by stock clients, a user's first minutes, and what a page shows when things change. */
const MAIN_PATH: Record<DividedLayer, readonly string[]> = {
  integration: ["clients", "messages", "principals"],
  browser: ["first-minute", "first-switch", "keyboard", "live", "login"],
};

/** What shows, in a test's text or in that of a file it imports, that it starts a program of the package. */
const PROGRAMS: Record<string, RegExp> = {
  "chromium-headless-shell": /from "@playwright\/test"|import \{[^}]*\bdebianChromium\b/,
  "python3-paho-mqtt": /import \{[^}]*\bpaho\b|support\/snippet\.ts"/,
  "mosquitto-clients": /\bmosquitto_pub\b|support\/snippet\.ts"/,
  mosquitto: /spawn\("mosquitto"/,
  "g++": /support\/snippet\.ts"/,
};

/** The text of a test file and of the files of `test/` that it imports, directly or not. */
function textWithImports(file: string, seen = new Set<string>()): string {
  if (seen.has(file)) return "";
  seen.add(file);
  const text = readFileSync(inRoot(file), "utf8");
  const imported = [...text.matchAll(/from "(\.[^"]+)"/g)]
    .map(([, specifier]) => join(dirname(file), specifier ?? ""))
    // Otherwise each test would need each package: this file and its table name them all.
    .filter((each) => each.startsWith("test/") && !/\/(test-packages|selection)\.ts$/.test(each));
  return [text, ...imported.map((each) => textWithImports(each, seen))].join("\n");
}

const testsOf = (layer: DividedLayer): string[] =>
  readdirSync(inRoot(FOLDERS[layer]))
    .filter((name) => name.endsWith(".test.ts"))
    .map((name) => `${FOLDERS[layer]}/${name}`);

export interface LeftOut {
  file: string;
  /** Packages of Debian. */
  needs: string[];
}

/** Returns the tests that need one of these packages. */
export function testsThatNeed(packages: readonly string[], layers: readonly DividedLayer[]): LeftOut[] {
  const needed = Object.entries(PROGRAMS).filter(([name]) => packages.includes(name));
  return layers.flatMap(testsOf).flatMap((file) => {
    const text = textWithImports(file);
    const needs = needed.filter(([, program]) => program.test(text)).map(([name]) => name);
    return needs.length > 0 ? [{ file, needs }] : [];
  });
}

/** Makes the layers' processes run this part, without these files. */
export function select(part: Part | null, leftOut: readonly LeftOut[]): void {
  process.env[PART] = part ?? "";
  process.env[LEFT_OUT] = leftOut.map(({ file }) => file).join(",");
}

/** Returns the files of a layer that run, in the part that was selected or in another. */
export function selectedTests(layer: DividedLayer, part = process.env[PART] ?? ""): string[] {
  const leftOut = process.env[LEFT_OUT]?.split(",") ?? [];
  const main = MAIN_PATH[layer].map((name) => `${FOLDERS[layer]}/${name}.test.ts`);
  return testsOf(layer).filter(
    (file) => !leftOut.includes(file) && (part === "" || main.includes(file) === (part === "main")),
  );
}
