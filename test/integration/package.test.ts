/** `npm pack`: the package starts the command line in an empty folder, without the sources and any other package. */

import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { z } from "zod";
import { root } from "../../worker/local/paths.ts";

const folder = mkdtempSync(join(tmpdir(), "switchyard-package-"));
const installed = join(folder, "node_modules/switchyard");
const npm = (cwd: string, ...args: string[]) =>
  execFileSync("npm", args, {
    cwd,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, npm_config_cache: join(folder, "cache"), NPM_CONFIG_UPDATE_NOTIFIER: "false" },
  });
const start = (...args: string[]) =>
  spawnSync(process.execPath, [join(folder, "node_modules/.bin/switchyard"), ...args], {
    cwd: folder,
    encoding: "utf8",
    env: { PATH: process.env.PATH, XDG_CONFIG_HOME: folder },
  });

const Manifest = z.object({ version: z.string(), dependencies: z.record(z.string(), z.string()) });
const manifest = Manifest.parse(JSON.parse(readFileSync(join(root, "package.json"), "utf8")));

/** Empty packages in place of the Worker's: the command line must not need them, and nothing is downloaded. */
function emptyPackages(): Record<string, string> {
  return Object.fromEntries(
    Object.entries(manifest.dependencies).map(([name, version], index) => {
      mkdirSync(join(folder, `empty/${index}`), { recursive: true });
      writeFileSync(join(folder, `empty/${index}/package.json`), JSON.stringify({ name, version }));
      return [name, `file:empty/${index}`];
    }),
  );
}

beforeAll(() => {
  const file = npm(root, "pack", "--silent", "--pack-destination", folder).trim().split("\n").at(-1);
  const dependencies = { switchyard: `file:${file}` };
  const overrides = emptyPackages();
  writeFileSync(join(folder, "package.json"), JSON.stringify({ private: true, dependencies, overrides }));
  npm(folder, "install", "--offline", "--no-audit", "--no-fund");
}, 120_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it("holds the command line, its licences and nothing else", () => {
  const files = readdirSync(installed, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name).slice(installed.length + 1))
    .filter((file) => !file.startsWith("node_modules/"));
  expect(files.filter((file) => !/^worker\/packed\/[\w-]+\.mjs$/.test(file)).toSorted()).toEqual([
    "LICENSE",
    "README.md",
    "package.json",
    "worker/cli/bin.mjs",
    "worker/local/check-install.mjs",
    "worker/packed/licences.md",
  ]);
  const licences = readFileSync(join(installed, "worker/packed/licences.md"), "utf8");
  expect(licences).toContain("commander");
});

it("imports nothing that the package does not hold", () => {
  const modules = readdirSync(join(installed, "worker/packed")).filter((file) => file.endsWith(".mjs"));
  const foreign = modules.flatMap((file) =>
    [
      ...readFileSync(join(installed, "worker/packed", file), "utf8").matchAll(
        /^import .*?from "([^"]+)";$|import\("([^"]+)"\)/gm,
      ),
    ]
      .map(([, fixed, lazy]) => fixed ?? lazy ?? "")
      .filter((name) => !/^(node:|\.\/)/.test(name))
      .map((name) => `${file}: ${name}`),
  );
  expect(modules.length).toBeGreaterThan(10);
  expect(foreign).toEqual([]);
});

it("starts", () => {
  const help = start("--help");
  expect([help.status, help.stderr]).toEqual([0, ""]);
  expect(help.stdout).toContain("Usage: switchyard [options] [command]");
  expect(start("--version").stdout).toBe(`${manifest.version}\n`);
});

it("runs its commands, and says which one needs a clone", () => {
  const devices = start("devices");
  expect([devices.status, devices.stderr]).toEqual([5, expect.stringContaining('run "switchyard login"')]);
  const broker = start("broker", "--ephemeral", "--", "true");
  expect([broker.status, broker.stderr]).toEqual([
    1,
    expect.stringContaining("needs a clone of the repository"),
  ]);
});
