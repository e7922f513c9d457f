/** Runs the commands of the documents, as `documented-commands.ts` says. */

import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, inject, it, onTestFinished } from "vitest";
import { keyInFile } from "../../worker/cli/admin/operator.ts";
import { inRoot, root } from "../../worker/local/paths.ts";
import { startGroup } from "../../worker/local/process-group.ts";
import { type DeviceSetup, newDeviceSetup, PASSWORD } from "../support/account.ts";
import { mqttLibrary } from "../support/device-process.ts";
import { GROUPS } from "../support/documented-commands.ts";
import { freePort, newStateDirectory } from "../support/product-process.ts";
import { startProgram } from "../support/program-process.ts";
import { until } from "../support/until.ts";

const url = inject("baseUrl");
const folder = mkdtempSync(join(tmpdir(), "switchyard-commands-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
let setup: DeviceSetup;
let token = "";
let user: NodeJS.ProcessEnv = {};

const SCOPES = [
  "devices:read",
  "devices:switch",
  "setup:read",
  "setup:write",
  "messages:read:greenhouse/#",
  "messages:publish:copy/#",
];
const HISTORY = [{ filter: "greenhouse/#", days: 7 }];
const PATH = [dirname(process.execPath), inRoot("node_modules/.bin"), process.env.PATH].join(":");

beforeAll(async () => {
  setup = await newDeviceSetup(url);
  const body = { name: "Command line", scopes: SCOPES };
  token = (await setup.account.call<{ token: string }>("POST", "/v0/tokens/", body)).token;
  await setup.account.call("PUT", "/v0/mqtt/settings/", { profile: "full", history: HISTORY });
  await setup.account.call("POST", "/v0/messages/greenhouse/door?qos=1", "ajar");
  await writeImports(setup);
  user = {
    PATH,
    HOME: folder,
    XDG_CONFIG_HOME: folder,
    npm_config_cache: join(folder, "npm"),
    npm_config_prefix: join(folder, "prefix"),
    npm_config_offline: "true",
    WRANGLER_SEND_METRICS: "false",
    APP_URL: url,
    OPERATOR_KEY: keyInFile(".dev.vars"),
    WHO: setup.account.email,
    SWITCHYARD_URL: url,
    SWITCHYARD_TOKEN: token,
    SWITCHYARD_EMAIL: setup.account.email,
    SWITCHYARD_PASSWORD: PASSWORD,
    DEVICE_ID: setup.device.id,
  };
});

/** The files that the documents name. */
async function writeImports({ account }: DeviceSetup): Promise<void> {
  const headers = { authorization: `Token ${account.token}` };
  const answer = await fetch(new URL("/v0/export/", url), { headers });
  writeFileSync(join(folder, "switchyard-export.zip"), await answer.bytes());
  writeFileSync(join(folder, "mosquitto.conf"), "acl_file acl\npassword_file passwords\n");
  writeFileSync(join(folder, "acl"), "user ada\ntopic read hall/#\n");
  writeFileSync(join(folder, "passwords"), "ada:moving in\n");
}

/** npm takes half a second of processor time; `cli.test.ts` starts the command line by it. */
const withoutNpm = (command: string): string =>
  command.replace(/^(npx --no )?switchyard /, `exec node ${inRoot("worker/cli/bin.mjs")} `);

/** The guide leaves the address of the service and the login to the reader. */
const completed = (command: string): string =>
  command.replace(" …/", ` -H "Authorization: Bearer $SWITCHYARD_TOKEN" $SWITCHYARD_URL/`);

function typed(command: string, cwd = root): Promise<{ code: number | null; output: string }> {
  const child = spawn("sh", ["-c", withoutNpm(command)], {
    cwd,
    env: user,
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (chunk: Buffer) => {
      output += chunk.toString("utf8");
    });
  }
  return new Promise((resolve) => child.once("close", (code) => resolve({ code, output })));
}

const commandsOf = (how: string): string[] =>
  GROUPS.filter((group) => group.how === how).flatMap(({ commands }) => commands);

describe("as it stands", () => {
  const special: Record<string, () => Promise<void>> = {
    "npx --no switchyard login": logIn,
    "npx --no switchyard device": () => simulate("npx --no switchyard device"),
    "npm run device": () => simulate("npm run device"),
  };
  /** What such a command prints. */
  const SAID = {
    "/mqtt/settings/": `"history":${JSON.stringify(HISTORY).slice(0, -2)}`,
    "switchyard history": "ajar",
    "switchyard replay": "Published 1 of 1 messages.",
    "npx --no switchyard import mosquitto.conf": "ada",
  };
  /** Files that commands read or write. */
  const folders = (command: string): string => {
    if (command.includes("@controls.json")) return inRoot("examples/lamp");
    return /^npm |^npx vitest /.test(command) ? root : folder;
  };

  it.each(commandsOf("stands"))("%s", { timeout: 120_000 }, async (command) => {
    if (special[command] !== undefined) return special[command]();
    const { device, login, account, control: topic } = setup;
    if (command.includes(" switch ")) {
      const place = { baseUrl: url, userId: account.userId, version: 5 as const };
      const lamp = await mqttLibrary({ ...place, login, topic });
      onTestFinished(lamp.kill);
    }
    const { code, output } = await typed(completed(command), folders(command));
    expect([code, output]).toEqual([0, expect.not.stringMatching(/rror:/)]);
    for (const [words, said] of Object.entries(SAID))
      if (command.includes(words)) expect(output).toContain(said);
    if (command.includes("@controls.json")) expect(output).toContain(device.id);
    if (command.endsWith("export"))
      expect(existsSync(join(folder, "switchyard-export/account.json"))).toBe(true);
    if (command === "npm link")
      expect(await typed(`${join(folder, "prefix/bin/switchyard")} help`, folder)).toMatchObject({ code: 0 });
  });
});

async function logIn(): Promise<void> {
  const bin = inRoot("worker/cli/bin.mjs");
  const environment = { PATH, XDG_CONFIG_HOME: folder, SWITCHYARD_URL: url };
  const { end } = startProgram(process.execPath, [bin, "login"], environment, `${token}\n`);
  expect(await end).toMatchObject({ code: 0, err: "", out: expect.stringContaining(`Logged in to ${url}`) });
}

/** On a terminal, after `login`, with the answers that it asks for. */
async function simulate(command: string): Promise<void> {
  const { account, device, credential } = setup;
  await account.switchDevice(device, "off");
  const connections = (await account.events(device.id)).filter((event) => event === "connected").length;
  const child = spawn("script", ["-qec", withoutNpm(command), "/dev/null"], {
    cwd: root,
    env: { PATH, XDG_CONFIG_HOME: folder, npm_config_cache: join(folder, "npm"), TERM: "xterm" },
    stdio: "pipe",
    detached: true,
  });
  onTestFinished(() => {
    if (child.exitCode === null && child.pid !== undefined) process.kill(-child.pid, "SIGKILL");
  });
  let screen = "";
  child.stdout.on("data", (chunk: Buffer) => {
    screen += chunk.toString("utf8");
  });
  await until("the user name's question", () => screen.includes("User name of a credential: "));
  child.stdin.write(`${credential.username}\r`);
  await until("the password's question", () => screen.includes("(it is not shown): "));
  child.stdin.write(`${PASSWORD}\r`);
  await account.untilEvent(device.id, "connected", connections + 1);
  await account.switchDevice(device, "on");
  await until("the LED", () => screen.includes("LED on"));
  expect(screen).not.toContain(PASSWORD);
}

it.each(commandsOf("starts"))("%s starts a product", { timeout: 240_000 }, async (command) => {
  const state = newStateDirectory();
  onTestFinished(() => rmSync(state, { recursive: true, force: true }));
  const [port, tcpPort] = [await freePort(), await freePort()];
  const product = await startGroup({
    command: "sh",
    args: ["-c", `exec ${command}`],
    cwd: root,
    env: { PATH, HOME: folder, PORT: String(port), MQTT_TCP_PORT: String(tcpPort), STATE_DIR: state },
    ready: "Switchyard is ready",
  });
  onTestFinished(product.stop);
  const answer = await fetch(`http://127.0.0.1:${port}/v0/health/`);
  expect(answer.status).toBe(200);
});

it.each(commandsOf("dry"))("%s --dry-run", { timeout: 60_000 }, async (command) => {
  const dry = command.includes("--dry-run")
    ? command
    : `${command}${command.includes(" -- ") ? "" : " --"} --dry-run`;
  // APP_URL is the product's address, too: this one is plain http
  const { code, output } = await typed(`unset APP_URL; ${dry}`);
  expect([code, output]).toEqual([0, expect.stringContaining("Nothing was done.")]);
});

/** npm passes options behind `--` on; an option of npm itself stands before it. */
const helpOf = (command: string): string => {
  if (!/npm (run|start|test)/.test(command)) return `${command} --help`;
  return `${command}${command.includes(" -- ") ? "" : " --"} --help`;
};
const NPM_OWN = /^npm (ci|install|link)/;

it.each(commandsOf("help"))("%s --help", { timeout: 60_000 }, async (command) => {
  const { code, output } = await typed(helpOf(command));
  expect([code, output]).toEqual([0, expect.stringMatching(/\w/)]);
  const names = command.match(/(?<= )--?[a-z][\w-]*|^[A-Z]+(?==)/g) ?? [];
  const options = names.filter((name) => name !== "--no" && !(NPM_OWN.test(command) && name === "--prefix"));
  expect(options.filter((option) => !output.includes(option))).toEqual([]);
});

const { scripts } = JSON.parse(readFileSync(inRoot("package.json"), "utf8")) as {
  scripts: Record<string, string>;
};

it.each(Object.keys(scripts).filter((name) => !/^pre/.test(name)))(
  "npm run %s -- --help prints what it does, and does nothing else",
  { timeout: 60_000 },
  async (name) => {
    const { code, output } = await typed(`npm run -s ${name} -- --help`);
    expect([code, output]).toEqual([
      0,
      expect.stringMatching(new RegExp(`Usage: switchyard ${name}|npm (run )?(-s )?${name}`)),
    ]);
  },
);
