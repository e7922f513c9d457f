/** Installs the packages that only this layer needs, and reports missing ones. */

import { execFile } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { copyFile } from "node:fs/promises";
import { promisify } from "node:util";
import type { TestProject } from "vitest/node";
import { inRoot } from "../../worker/local/paths.ts";
import { type Absent, type Need, whyNot } from "./program.ts";
import { PROGRAMS } from "./programs/index.ts";

declare module "vitest" {
  interface ProvidedContext {
    absent: Absent;
  }
}

const run = promisify(execFile);
const folder = inRoot("test/firmware");
const lock = `${folder}/package-lock.json`;
/** The last installation. */
const done = `${folder}/node_modules/.installed.json`;

/** A file that shows that a Debian package is installed. */
const DEBIAN: Record<Exclude<Need, "npm">, string> = {
  mosquitto: "/usr/sbin/mosquitto",
  "mosquitto-clients": "/usr/bin/mosquitto_rr",
  "python3-paho-mqtt": "/usr/lib/python3/dist-packages/paho",
  "g++": "/usr/bin/g++",
  "libpaho-mqtt-dev": "/usr/include/MQTTClient.h",
  "collectd-core": "/usr/lib/collectd/mqtt.so",
};
type DebianName = keyof typeof DEBIAN;

const lastLine = (error: Error): string => error.message.trim().split("\n").at(-1) ?? "";

async function installNpm(): Promise<Absent> {
  if (existsSync(done) && readFileSync(done, "utf8") === readFileSync(lock, "utf8")) return {};
  try {
    await run("npm", ["ci", "--prefix", folder], { cwd: folder, maxBuffer: 1 << 26 });
    await copyFile(lock, done);
    return {};
  } catch (error) {
    return { npm: `npm ci --prefix test/firmware did not work (${lastLine(error as Error)})` };
  }
}

async function installDebian(): Promise<Absent> {
  const missing = () => (Object.keys(DEBIAN) as DebianName[]).filter((name) => !existsSync(DEBIAN[name]));
  const names = missing();
  if (names.length === 0) return {};
  let why = "";
  if (process.getuid?.() === 0 && existsSync("/usr/bin/apt-get")) {
    const options = { env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" }, maxBuffer: 1 << 26 };
    await run("apt-get", ["update"], options)
      .then(() => run("apt-get", ["install", "--yes", "--no-install-recommends", ...names], options))
      .catch((error: Error) => {
        why = ` (${lastLine(error)})`;
      });
  }
  return Object.fromEntries(missing().map((name) => [name, `sudo apt-get install ${name}${why}`])) as Absent;
}

export default async function setup(project: TestProject): Promise<void> {
  const [npm, debian] = await Promise.all([installNpm(), installDebian()]);
  const absent = { ...npm, ...debian };
  for (const program of PROGRAMS) {
    const why = whyNot(program, absent);
    if (why !== undefined) process.stdout.write(`${program.name} is not tried: ${why}\n`);
  }
  project.provide("absent", absent);
}
