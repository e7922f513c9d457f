/** The programs of `examples/`, as their users run them. Those of the guide are in `snippets.test.ts`. */

import { expect, inject, it, onTestFinished } from "vitest";
import { inRoot } from "../../worker/local/paths.ts";
import { newDeviceSetup } from "../support/account.ts";
import { mqttLibrary } from "../support/device-process.ts";
import { startProgram } from "../support/program-process.ts";
import { skipReason } from "../support/test-packages.ts";

const without = await skipReason("python3-pytest");

it("pytest switches a connected device with a token", { timeout: 60_000 }, async (context) => {
  if (without !== null) context.skip(without);
  const baseUrl = inject("baseUrl");
  const { account, device, login, control: topic } = await newDeviceSetup(baseUrl);
  const lamp = await mqttLibrary({ baseUrl, userId: account.userId, version: 5, login, topic });
  onTestFinished(lamp.kill);
  const scopes = ["devices:read", "devices:switch"];
  const made = await account.call<{ token: string }>("POST", "/v0/tokens/", { name: "CI", scopes });
  const args = ["-m", "pytest", "-q", "-p", "no:cacheprovider", inRoot("examples/pytest/test_switch.py")];
  const { end } = startProgram("/usr/bin/python3", args, {
    PYTHONDONTWRITEBYTECODE: "1",
    SWITCHYARD_URL: baseUrl,
    SWITCHYARD_TOKEN: made.token,
    DEVICE_ID: device.id,
  });
  const { code, out } = await end;
  expect([code, out]).toEqual([0, expect.stringContaining("1 passed")]);
  expect(lamp.heard.map(({ payload }) => payload)).toEqual(['{"state":"on"}']);
});
