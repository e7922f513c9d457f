/** The Debian packages that tests need: real clients, another broker and a browser. */

import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { promisify } from "node:util";

const run = promisify(execFile);
const succeeds = (command: string, ...args: string[]) =>
  run(command, args).then(
    () => true,
    () => false,
  );

/** The headless shell uses a quarter less CPU. */
const CHROMIUM = ["/usr/bin/chromium-headless-shell", "/usr/bin/chromium"];

/** Debian's Chromium; undefined without it, where Playwright uses its own. */
export const debianChromium = (): string | undefined => CHROMIUM.find((path) => existsSync(path));

const PACKAGES: Record<string, () => Promise<boolean> | boolean> = {
  "chromium-headless-shell": () => debianChromium() !== undefined,
  "python3-paho-mqtt": () => succeeds("/usr/bin/python3", "-c", "import paho.mqtt.client"),
  "mosquitto-clients": () => existsSync("/usr/bin/mosquitto_pub"),
  // Runs exported accounts.
  mosquitto: () => existsSync("/usr/sbin/mosquitto"),
  // Compiles the guide's Arduino sketches.
  "g++": () => existsSync("/usr/bin/g++"),
  // Programs whose library reconnects by itself.
  "libpaho-mqtt-dev": () => existsSync("/usr/include/MQTTAsync.h"),
  "libmqtt-client-java": () => existsSync("/usr/share/java/mqtt-client.jar"),
  "default-jdk-headless": () => existsSync("/usr/bin/javac"),
  prometheus: () => existsSync("/usr/bin/promtool"),
  // Runs a user's test beside an ephemeral broker.
  "python3-pytest": () => succeeds("/usr/bin/python3", "-c", "import pytest"),
  "python3-requests": () => succeeds("/usr/bin/python3", "-c", "import requests"),
};

export const TEST_PACKAGES: readonly string[] = Object.keys(PACKAGES);

/** Why a test that needs an optional package is skipped; null where it is installed. */
export const skipReason = async (name: string): Promise<string | null> =>
  (await PACKAGES[name]?.()) === true ? null : installCommand([name]);

async function missingPackages(): Promise<string[]> {
  const names = Object.entries(PACKAGES);
  const present = await Promise.all(names.map(([, isThere]) => isThere()));
  return names.map(([name]) => name).filter((_, index) => !present[index]);
}

async function install(names: string[]): Promise<void> {
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  const options = { env, maxBuffer: 1 << 26 };
  // A fresh container has no package lists, or old ones.
  await run("apt-get", ["update"], options);
  await run("apt-get", ["install", "--yes", "--no-install-recommends", ...names], options);
}

/** Installs missing packages if it may. Returns those that are still missing. */
export async function installTestPackages(print: (line: string) => void): Promise<string[]> {
  const missing = await missingPackages();
  if (missing.length === 0 || process.getuid?.() !== 0 || !existsSync("/usr/bin/apt-get")) return missing;
  print(`Installing ${missing.join(", ")}.`);
  await install(missing).catch((error: Error) => {
    print(`They could not be installed: ${error.message.trim().split("\n").at(-1)}`);
  });
  return missingPackages();
}

/** The command that installs them. */
export const installCommand = (packages: readonly string[]): string =>
  `sudo apt-get install ${packages.join(" ")}`;
