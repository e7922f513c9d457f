/**
 * Checks before a script starts: a Node version too old, in syntax that an old Node can parse, and options
 * that npm kept.
 */

import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { inRoot } from "../../../worker/local/paths.ts";

const run = (args: string[], env: NodeJS.ProcessEnv = {}) => {
  const { status, stderr } = spawnSync(process.execPath, args, {
    env: { ...process.env, ...env },
    encoding: "utf8",
  });
  return [status, stderr.trim()];
};

test.each([
  ["v18.20.8", 1, "Switchyard needs Node 20 or newer to be installed, and npm runs on v18.20.8 here."],
  ["v20.0.0", 0, ""],
  ["v24.21.0", 0, ""],
])("npm ci on Node %s ends with %i [F61]", (version, code, said) => {
  const agent = `npm/11.0.0 node/${version} linux x64 workspaces/false`;
  const script = inRoot("worker/local/check-install.mjs");
  expect(run([script], { npm_config_user_agent: agent })).toEqual([code, said]);
});

test("another installer than npm is not stopped", () => {
  expect(run([inRoot("worker/local/check-install.mjs")], { npm_config_user_agent: "" })).toEqual([0, ""]);
});

test("a script under an old Node names the needed version [F61]", () => {
  const old =
    'data:text/javascript,Object.defineProperty(process,"versions",{value:{node:"20.20.2"}});Object.defineProperty(process,"version",{value:"v20.20.2"})';
  expect(run(["--import", old, inRoot("worker/local/run.mjs"), "test/bench/cost/main.ts"])).toEqual([
    1,
    'Switchyard needs Node 24, and this is v20.20.2: run "npm ci", which installs it here, and use the npm scripts.',
  ]);
});

test("switchyard under an old Node runs on the Node of this package [F61]", () => {
  // without the compile cache, as before Node 22.1, this process could not run it
  const old =
    'data:text/javascript,import m from "node:module";delete m.enableCompileCache;Object.defineProperty(process,"versions",{value:{node:"20.20.2"}})';
  expect(run(["--import", old, inRoot("worker/cli/bin.mjs"), "--version"])).toEqual([0, ""]);
  expect(run(["--import", old, inRoot("worker/cli/bin.mjs"), "completion", "tcsh"])[0]).toBe(2);
});

test.each([
  ["deploy", "dry-run"],
  ["secrets:rotate", "retire"],
  ["secrets:rotate", "operator"],
])("npm run %s --%s is refused: npm keeps the option [F430]", (name, option) => {
  const env = { npm_lifecycle_event: name, [`npm_config_${option.replace("-", "_")}`]: "true" };
  expect(run([inRoot("worker/local/run.mjs"), "worker/local/start.ts", "--help"], env)).toEqual([
    1,
    `npm took --${option} for its own: put two dashes before it, npm run ${name} -- --${option} …`,
  ]);
});

test.each([
  ["npm start", "local/start"],
  ["npm run deploy", "local/deploy"],
  ["npm run secrets:rotate", "local/rotate-secrets"],
  ["npm run bridge", "bridge/main"],
])("%s -- --help prints its options, and does nothing else", (usage, script) => {
  const { status, stdout } = spawnSync(
    process.execPath,
    [inRoot("worker/local/run.mjs"), `worker/${script}.ts`, "--help"],
    { encoding: "utf8", env: { ...process.env, PATH: "" } },
  );
  expect([status, stdout.startsWith(`${usage} -- `)]).toEqual([0, true]);
});

test("npm prints errors only, and npm ci checks its Node", () => {
  expect(readFileSync(inRoot(".npmrc"), "utf8")).toMatch(/^loglevel=error$/m);
  const { scripts } = JSON.parse(readFileSync(inRoot("package.json"), "utf8"));
  expect(scripts.preinstall).toBe("exec node worker/local/check-install.mjs");
});
