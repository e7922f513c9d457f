/** A name that is too long, and its message. */

import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it, vi } from "vitest";
import DeviceForm from "../../../../web/src/features/devices/device-form.tsx";
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
  await show(<DeviceForm device={null} onClose={() => {}} />);
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
