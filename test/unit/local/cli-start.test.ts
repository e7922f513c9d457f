/** What a start of `switchyard` loads and leaves: a script may call it each second. Modules are counted, not time. */

import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { COMMANDS } from "../../../worker/cli/main.ts";
import { inRoot } from "../../../worker/local/paths.ts";

const folder = mkdtempSync(join(tmpdir(), "switchyard-cli-start-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Writes the files that are loaded to stderr, and fails where the data of text segments are. */
const COUNTING = `data:text/javascript,${encodeURIComponent(`
  import { registerHooks } from "node:module";
  const files = [];
  registerHooks({ load: (url, context, next) => (files.push(url), next(url, context)) });
  process.on("exit", () => console.error("LOADED " + JSON.stringify(files)));
  Intl.Segmenter = class { constructor() { throw new Error("Intl.Segmenter was loaded"); } };
`)}`;

const start = (args: readonly string[], environment: NodeJS.ProcessEnv = {}) =>
  spawnSync(process.execPath, args, {
    encoding: "utf8",
    env: { PATH: process.env.PATH, XDG_CONFIG_HOME: folder, ...environment },
  });

const BIN = inRoot("worker/cli/bin.mjs");

/** Files of this project and its packages, without Node's own modules. */
function filesOf(line: string, environment?: NodeJS.ProcessEnv) {
  const { status, stderr } = start(["--import", COUNTING, BIN, ...line.split(" ")], environment);
  const loaded = JSON.parse(/^LOADED (.*)$/m.exec(stderr)?.[1] ?? "[]") as string[];
  const root = new URL(`file://${inRoot()}/`).href;
  const files = loaded.filter((url) => url.startsWith(root)).map((url) => url.slice(root.length));
  return { status, stderr, files };
}

const MAX_FILES = 36;
/** The operator's commands and the limits that they name are in tables. */
const MAX_FILES_OF_ADMIN = 45;
const MAX_FILES_OF_ALL = 90;

/** Loaded for what a command does, and not for its help. */
const HEAVY = /node_modules\/(zod|mqtt)|contract\/api\.ts$|ephemeral\/main\.ts$/;

describe("a subcommand loads what it needs, and no other's", () => {
  // nothing listens there
  const server = { SWITCHYARD_URL: "http://127.0.0.1:9", SWITCHYARD_TOKEN: "swt_x" };

  it.each(["values", "switch lamp on", "pub a b", "devices", "set lamp brightness=1", "why"])(
    "%s, up to its call",
    (line) => {
      const { status, stderr, files } = filesOf(line, server);
      expect([status, stderr]).toEqual([6, expect.stringContaining("cannot be reached")]);
      expect(files.length, files.join("\n")).toBeGreaterThan(10);
      expect(files.length, files.join("\n")).toBeLessThanOrEqual(MAX_FILES);
    },
  );

  it.each(Object.keys(COMMANDS))("%s --help", (name) => {
    const { status, files } = filesOf(`${name} --help`);
    expect(status).toBe(0);
    const commands = files.filter((file) => file.startsWith("worker/cli/commands/"));
    expect(commands).toEqual([`worker/cli/commands/${name}.ts`]);
    expect(files.filter((file) => HEAVY.test(file) || /@bomb/.test(file))).toEqual([]);
    const most = name === "admin" ? MAX_FILES_OF_ADMIN : MAX_FILES;
    expect(files.length, files.join("\n")).toBeLessThanOrEqual(most);
  });

  it.each(["--help", "complete -- sw"])("switchyard %s, with the options of all", (line) => {
    const { status, files } = filesOf(line);
    expect(status).toBe(0);
    const commands = files.filter((file) => file.startsWith("worker/cli/commands/"));
    expect(commands).toHaveLength(Object.keys(COMMANDS).length);
    expect(files.filter((file) => HEAVY.test(file))).toEqual([]);
    expect(files.length, files.join("\n")).toBeLessThanOrEqual(MAX_FILES_OF_ALL);
  });
});

describe("compiled code", () => {
  const version = (environment: NodeJS.ProcessEnv) => {
    const { status, stdout, stderr } = start([BIN, "--version"], environment);
    return [status, /^\d+\.\d+\.\d+\n$/.test(stdout), stderr];
  };
  const WORKS = [0, true, ""];

  it("is stored in the folder for caches of the user", () => {
    expect(version({ XDG_CACHE_HOME: join(folder, "caches") })).toEqual(WORKS);
    expect(readdirSync(join(folder, "caches/switchyard"))).toHaveLength(1);
    expect(version({ HOME: join(folder, "home") })).toEqual(WORKS);
    expect(readdirSync(join(folder, "home/.cache/switchyard"))).toHaveLength(1);
  });

  it("is not stored where there is no such folder", () => {
    expect(version({})).toEqual(WORKS);
    expect(version({ XDG_CACHE_HOME: "relative", HOME: "" })).toEqual(WORKS);
    writeFileSync(join(folder, "file"), "");
    expect(version({ XDG_CACHE_HOME: join(folder, "file") })).toEqual(WORKS);
  });
});
