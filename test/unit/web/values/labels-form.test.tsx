/** Name and unit of a device's keys: typed, saved with the others, and refused with a message. */

import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it, vi } from "vitest";
import LabelsForm from "../../../../web/src/features/values/labels-form.tsx";
import { server, show, signedInAlways } from "../screen.tsx";

signedInAlways();

const AT = "/v0/devices/on-off/d/";
const OLD = { key: "gone", name: "Old", unit: null };
const device = { id: "d", name: "Bed", channels: [{ id: "c" }], value_labels: [OLD] };
const told = (key: string, unit: string | null) => ({
  key,
  name: null,
  unit,
  value: 1,
  at: "2026-01-01",
  by_http: false,
});

it("saves a name and a unit, and keeps those of other keys", async () => {
  const asked = server({ [`GET ${AT}`]: () => device, [`PUT ${AT}`]: () => device });
  await show(<LabelsForm deviceId="d" list={[told("soil", null), told("power_w", "W")]} />);
  await userEvent.type(await screen.findByLabelText("Name of soil"), "Soil moisture");
  await userEvent.type(screen.getByLabelText("Unit of soil"), "%");
  expect(screen.getByLabelText("Unit of power_w").getAttribute("placeholder")).toBe("W");
  await userEvent.click(screen.getByRole("checkbox", { name: "power_w is a counter" }));
  await userEvent.click(screen.getByRole("button", { name: "Save names" }));
  await vi.waitFor(() => expect(asked.map(({ call }) => call)).toContain(`PUT ${AT}`));
  expect(asked.find(({ call }) => call.startsWith("PUT"))?.body).toEqual({
    name: "Bed",
    channels: ["c"],
    value_labels: [
      { key: "gone", name: "Old", unit: "" },
      { key: "soil", name: "Soil moisture", unit: "%" },
      { key: "power_w", name: "", unit: "", counter: true },
    ],
  });
});
