/** `switchyard device`: the device without hardware is switched, gets missed commands, and can hang. */

import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { afterAll, afterEach, expect, inject, it } from "vitest";
import { loginFile, storeAccess } from "../../worker/cli/access.ts";
import { keyInFile, operatorClient } from "../../worker/cli/admin/operator.ts";
import type { SwitchOutcome } from "../../worker/contract/devices.ts";
import type { LastValue } from "../../worker/contract/series.ts";
import { type DeviceSetup, newDeviceSetup, PASSWORD } from "../support/account.ts";
import { until } from "../support/until.ts";

const baseUrl = inject("baseUrl");
const root = fileURLToPath(new URL("../../", import.meta.url));
const stops: (() => Promise<void>)[] = [];

afterEach(async () => {
  await Promise.all(stops.splice(0).map((stop) => stop()));
});

/** For the files of logins. The first user has none. */
const folder = mkdtempSync(join(tmpdir(), "switchyard-device-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const NOBODY = join(folder, "nobody");

function start(args: string[], configuration = NOBODY) {
  const lines: string[] = [];
  const child = spawn(process.execPath, ["worker/cli/bin.mjs", "device", ...args], {
    cwd: root,
    env: { ...process.env, XDG_CONFIG_HOME: configuration },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const ended = new Promise<number | null>((resolve) => child.once("close", resolve));
  for (const stream of [child.stdout, child.stderr]) {
    createInterface({ input: stream }).on("line", (line) => lines.push(line));
  }
  const stop = async (signal: "SIGTERM" | "SIGKILL" = "SIGKILL") => {
    child.kill(signal);
    return ended;
  };
  stops.push(async () => void (await stop()));
  const says = (line: string) => until(`"${line}" among ${lines.join(" | ")}`, () => lines.includes(line));
  return { lines, says, stop, ended };
}

const url = `${baseUrl.replace(/^http/, "ws")}/mqtt`;
const options = ({ device, credential }: DeviceSetup, address = url) => [
  "--id",
  device.id,
  "--user",
  credential.username,
  "--password",
  PASSWORD,
  "--url",
  address,
];
const order = ({ account, device }: DeviceSetup, state: boolean, wait = 10) =>
  account.call<SwitchOutcome>("POST", `/v0/devices/on-off/${device.id}/switch/`, { state, wait });

/** Stores the login of a new token, as `switchyard login` does, and returns the folder of the file. */
async function loggedIn({ account, device }: DeviceSetup): Promise<string> {
  const body = { name: "Command line", scopes: ["devices:read"] };
  const { token } = await account.call<{ token: string }>("POST", "/v0/tokens/", body);
  const configuration = join(folder, device.id);
  storeAccess(loginFile({ XDG_CONFIG_HOME: configuration }), { url: baseUrl, token });
  return configuration;
}

it("uses the server, account and device of the stored login", async () => {
  const setup = await newDeviceSetup(baseUrl);
  const { account, device, credential } = setup;
  const configuration = await loggedIn(setup);
  const login = ["--user", credential.username, "--password", PASSWORD];
  const only = start([...login, "--telemetry"], configuration);
  await only.says("The device is Lamp.");
  await only.says(`Connected to ${url}/${account.userId}.`);
  await until("a value", () => only.lines.some((line) => line.startsWith("Sent ")));
  expect(await only.stop("SIGTERM")).toBe(0);
  await account.newDevice("Pump");
  const several = start(login, configuration);
  expect(await several.ended).toBe(2);
  expect(several.lines).toEqual([expect.stringMatching(/^Name the device with --id: there are .*"Pump"/)]);
  const named = start(["--id", "lamp", ...login], configuration);
  await account.untilEvent(device.id, "connected", 2);
  expect(await named.stop("SIGTERM")).toBe(0);
});

it("takes its commands, and the missed one after a reconnect", async () => {
  const setup = await newDeviceSetup(baseUrl);
  const first = start(options(setup));
  await first.says(`Connected to ${url}.`);
  const outcome = await order(setup, true);
  expect(outcome.device_connected).toBe(true);
  expect(outcome.delivered_at).not.toBeNull();
  await first.says("LED on");
  expect(await first.stop("SIGTERM")).toBe(0);
  await setup.account.untilEvent(setup.device.id, "disconnected");
  expect((await order(setup, false, 0)).delivered_at).toBeNull();
  const second = start(options(setup));
  await second.says("LED off");
});

it("takes no command while it hangs, and none is shown as taken", async () => {
  const setup = await newDeviceSetup(baseUrl);
  const withoutPath = url.replace(/\/mqtt$/, "");
  const hanging = start([...options(setup, withoutPath), "--frozen"]);
  await hanging.says(`Connected to ${url}.`);
  expect(await order(setup, true, 2)).toMatchObject({ delivered_at: null, device_connected: true });
});

it("publishes its values, which are stored", async () => {
  const setup = await newDeviceSetup(baseUrl);
  const { account, device } = setup;
  const measuring = start([...options(setup, `${url}/${account.userId}`), "--telemetry"]);
  const told = await until("a value", () => measuring.lines.find((line) => line.startsWith("Sent ")));
  const kept = await account.call<LastValue[]>("GET", `/v0/devices/on-off/${device.id}/values/`);
  expect(kept).toMatchObject([
    { key: "temperature_c", unit: "°C", value: JSON.parse(told.slice(5)).temperature_c },
  ]);
  expect(await measuring.stop("SIGTERM")).toBe(0);
});

it("waits while its account is suspended, prints why, and reconnects [F435]", async () => {
  const setup = await newDeviceSetup(baseUrl);
  const { account, device } = setup;
  const operator = operatorClient({ url: baseUrl, key: keyInFile(".dev.vars") });
  const suspension = `accounts/${account.userId}/suspension/`;
  const waiting = start(options(setup));
  await account.untilEvent(device.id, "connected");
  await operator.send("PUT", suspension, { reason: "Write to us." });
  await waiting.says("Not connected: The account is suspended; its owner can read why on the page.");
  await operator.send("DELETE", suspension);
  await account.untilEvent(device.id, "connected", 2);
  const times = () => waiting.lines.filter((line) => line === `Connected to ${url}.`).length;
  await until("that it says so", () => times() === 2);
  expect(await waiting.stop("SIGTERM")).toBe(0);
});

it("prints in a sentence why it cannot log in as a device", async () => {
  const setup = await newDeviceSetup(baseUrl);
  const refused = start(options(setup).map((each) => (each === PASSWORD ? "wrong" : each)));
  expect(await refused.ended).toBe(5);
  expect(refused.lines.join()).toContain("Connection refused");
  const alone = start(options(setup, "ws://127.0.0.1:1/mqtt"));
  await alone.says("Not connected: connect ECONNREFUSED 127.0.0.1:1.");
  const lost = start(["--id", "lamp", "--user", "u", "--password", "p"]);
  expect(await lost.ended).toBe(2);
  expect(lost.lines).toEqual([
    '"lamp" is no id of a device. Name the device with --id, by the id on its page, or run "switchyard login" first.',
  ]);
  const unnamed = start([...options(setup), "--telemetry"]);
  expect(await unnamed.ended).toBe(2);
  expect(unnamed.lines).toEqual([
    `With --telemetry, --url must end in /mqtt/<user id>; "${url}" does not. After "switchyard login" you need no --url.`,
  ]);
});
