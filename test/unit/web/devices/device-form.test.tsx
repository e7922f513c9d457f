/** A name that is too long, and its message; and the step after a new device. */

import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it, vi } from "vitest";
import DeviceForm from "../../../../web/src/features/devices/device-form.tsx";
import { DevicesScreen } from "../../../../web/src/features/devices/devices-screen.tsx";
import type { Device } from "../../../../worker/contract/devices.ts";
import { aDevice } from "../../../support/nouns.ts";
import { server, show, signedInAlways } from "../screen.tsx";

const TOO_LONG = "Name of device should contain max 100 chars";

signedInAlways();

it.each([
  [400, { errors: { name: [TOO_LONG] } }],
  [400, { errors: { name: ["This field is invalid."] } }],
  [400, { errors: { non_field_errors: ["You can have 10 devices registered max."] } }],
  [500, {}],
])("is shown as long as it applies, also after a failed save with %d %j", async (status, answer) => {
  server({ "GET /v0/mqtt/channels/": () => [] });
  await show(<DeviceForm device={null} onClose={() => {}} onAdded={() => {}} />);
  const name = await screen.findByLabelText("Device Name");
  await userEvent.click(name);
  await userEvent.paste("x".repeat(101));
  expect(screen.getByText(TOO_LONG)).toBeDefined();
  vi.mocked(fetch).mockImplementation(async () => Response.json(answer, { status }));
  await userEvent.click(screen.getByRole("button", { name: "Add Device" }));
  await screen.findByRole("alert");
  expect(screen.getByText(TOO_LONG)).toBeDefined();
  await userEvent.type(name, "{backspace}");
  expect(screen.queryByText(TOO_LONG)).toBeNull();
});

it("is followed by the way to connect the new device, until it was connected", async () => {
  const fan = aDevice({ id: "fan", name: "Fan", last_seen: null, connected: false, controls: [] });
  let devices: Device[] = [];
  server({
    "GET /v0/api-keys/": () => [{ id: "key", key: "k", created_at: fan.created_at }],
    "GET /v0/mqtt/channels/": () => [],
    "GET /v0/devices/on-off/": () => devices,
    "POST /v0/devices/on-off/": () => {
      devices = [fan];
      return fan;
    },
  });
  await show(<DevicesScreen search={{}} share={() => null} onSearch={() => {}} />);
  await userEvent.click(await screen.findByRole("button", { name: "New" }));
  await userEvent.type(await screen.findByLabelText("Device Name"), "Fan");
  await userEvent.click(screen.getByRole("button", { name: "Add Device" }));
  await screen.findByText("Fan is added. Connect it next.");
  const address = (name: string) => screen.getByRole("link", { name }).getAttribute("href");
  expect(address("Connect it")).toBe("/dashboard/devices/fan?connect=true");
  expect(address("Play it on this page")).toBe("/dashboard/devices/virtual?device=fan");
  await userEvent.click(screen.getByRole("button", { name: "Later" }));
  expect(screen.queryByText("Fan is added. Connect it next.")).toBeNull();
});
