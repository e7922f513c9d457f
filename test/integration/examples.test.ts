/** The programs of `examples/`, as their users run them. Those of the guide are in `snippets.test.ts`. */

import { readFileSync } from "node:fs";
import { dirname } from "node:path";
import { expect, inject, it, onTestFinished } from "vitest";
import type { Device } from "../../worker/contract/devices.ts";
import { inRoot } from "../../worker/local/paths.ts";
import { newDeviceSetup, PASSWORD } from "../support/account.ts";
import { brokerUrl, mqttLibrary } from "../support/device-process.ts";
import { startProgram } from "../support/program-process.ts";
import { skipReason } from "../support/test-packages.ts";
import { until } from "../support/until.ts";

const baseUrl = inject("baseUrl");

/** The command of an example's README, in its folder. */
const typed = (folder: string, command: string, environment: NodeJS.ProcessEnv) =>
  startProgram("/bin/sh", ["-c", `cd ${inRoot(`examples/${folder}`)} && exec ${command}`], environment);

it("a lamp takes its controls from a command, and reports them", async () => {
  const { account, device, credential, control } = await newDeviceSetup(baseUrl);
  const body = JSON.parse(readFileSync(inRoot("examples/lamp/controls.json"), "utf8"));
  await account.call("PUT", `/v0/devices/on-off/${device.id}/`, body);
  const { ended } = typed("lamp", "node lamp.mjs", {
    PATH: `${dirname(process.execPath)}:${process.env.PATH}`,
    BROKER_URL: brokerUrl(baseUrl, account.userId),
    USER_ID: control.split("/")[0],
    DEVICE_ID: device.id,
    USERNAME: credential.username,
    PASSWORD,
  });
  const path = `/v0/devices/on-off/${device.id}/`;
  const controls = async () => (await account.call<Device>("GET", path)).controls;
  await until("its first report", async () => (await controls())[0]?.reported === 100);
  const set = { brightness: 40, color: "#FF8800", mode: "candle", blink: true };
  const taken = await account.call("POST", `${path}switch/`, { state: true, set, wait: 10 });
  expect(taken).toMatchObject({ delivered_at: expect.any(String) });
  await until("its report", async () => (await controls())[2]?.reported === "candle");
  expect((await controls()).map(({ wanted, reported }) => [wanted, reported])).toEqual([
    [40, 40],
    ["#ff8800", "#ff8800"],
    ["candle", "candle"],
    [null, null],
  ]);
  expect(ended.out).toContain("blinks");
});

const without = await skipReason("python3-pytest");

it("pytest switches a connected device with a token", { timeout: 60_000 }, async (context) => {
  if (without !== null) context.skip(without);
  const { account, device, login, control: topic } = await newDeviceSetup(baseUrl);
  const lamp = await mqttLibrary({ baseUrl, userId: account.userId, version: 5, login, topic });
  onTestFinished(lamp.kill);
  const scopes = ["devices:read", "devices:switch"];
  const made = await account.call<{ token: string }>("POST", "/v0/tokens/", { name: "CI", scopes });
  const { end } = typed("pytest", "pytest test_switch.py", {
    PATH: "/usr/bin",
    PYTHONDONTWRITEBYTECODE: "1",
    PYTEST_ADDOPTS: "-p no:cacheprovider",
    SWITCHYARD_URL: baseUrl,
    SWITCHYARD_TOKEN: made.token,
    DEVICE_ID: device.id,
  });
  const { code, out } = await end;
  expect([code, out]).toEqual([0, expect.stringContaining("1 passed")]);
  expect(lamp.heard.map(({ payload }) => payload)).toEqual(['{"state":"on"}']);
});
