/** The controls of a device on the page: what is sent, and what is shown. */

import { useQuery } from "@tanstack/react-query";
import { fireEvent, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { expect, it, vi } from "vitest";
import { queryKeys } from "../../../../web/src/api/query-keys.ts";
import DeviceControls from "../../../../web/src/devices/controls/device-controls.tsx";
import { CONTROL_COLORS } from "../../../../web/src/devices/delivery.ts";
import type { DeviceControl } from "../../../../worker/contract/controls.ts";
import { aDevice } from "../../../support/nouns.ts";
import { server, show, signedInAlways } from "../screen.tsx";
import { aControl } from "./control.ts";

vi.mock("../../../../web/src/live/link.ts", async (original) => ({
  ...(await original<object>()),
  isConnected: async () => true,
}));

signedInAlways();

const AT = "2026-01-01T00:00:00.000Z";
const deviceWith = (...controls: DeviceControl[]) =>
  aDevice({ id: "d1", name: "Lamp", connected: true, taken: true, controls });
const DIMMER = aControl({ unit: "%", wanted: 40, wanted_at: AT, reported: 35, reported_at: AT });

/** The bodies of the commands that the page sends from now on. The device takes them at once. */
function commandsTaken(): () => unknown[] {
  const outcome = { accepted_at: AT, delivered_at: AT, device_connected: true, set: null };
  const asked = server({ "POST /v0/devices/on-off/d1/switch/": () => outcome });
  return () => asked.map(({ body }) => body);
}

it("shows the wanted value, and beside it another one that the device reports", async () => {
  await show(<DeviceControls known device={deviceWith(DIMMER)} />);
  const slider = await screen.findByRole("slider", { name: "Brightness" });
  expect(slider).toHaveProperty("value", "40");
  expect(slider.getAttribute("aria-valuetext")).toBe("40\u00a0%");
  expect(screen.getByRole("status").textContent).toBe("The device reports 35\u00a0%");
});

it("marks a value that the device took before it connected again, and has not reported since", async () => {
  const since = "2026-01-01T01:00:00.000Z";
  const later = "2026-01-01T02:00:00.000Z";
  const known = { wanted: 40, wanted_at: AT };
  const device = {
    ...deviceWith(
      aControl({ key: "level", ...known, reported: 40, reported_at: AT }),
      aControl({ key: "speed", ...known, reported: 40, reported_at: later }),
      aControl({ key: "eco", kind: "toggle", wanted: true, wanted_at: AT }),
      aControl({ key: "height" }),
      aControl({ key: "restart", kind: "button" }),
    ),
    taken_before_connect: true,
    since,
  };
  await show(<DeviceControls known device={device} />);
  await screen.findByRole("slider", { name: "Level" });
  const words = screen.getAllByRole("status").map(({ textContent }) => textContent);
  expect(words).toEqual(["Taken before it connected", "", "Taken before it connected", "", ""]);
});

it("marks a value that a later command did not prove, without the colour of a known one", async () => {
  const level = aControl({ key: "level", wanted: 40, wanted_at: AT, taken_before_connect: true });
  await show(<DeviceControls known device={deviceWith(level, { ...DIMMER, reported: 40 })} />);
  await screen.findByRole("slider", { name: "Level" });
  const rows = screen.getAllByRole("listitem");
  const soft = rows.map(({ className }) => className.includes(CONTROL_COLORS["last known"]));
  expect(soft).toEqual([true, false]);
  expect(rows.map(({ textContent }) => textContent?.includes("Taken before it connected"))).toEqual(soft);
});

it("marks it in a row of a list, which does not know since when the device is connected", async () => {
  const level = aControl({ key: "level", wanted: 40, wanted_at: AT, reported: 40, reported_at: AT });
  const device = { ...deviceWith(level), taken_before_connect: true };
  await show(<DeviceControls known compact device={device} />);
  await screen.findByRole("slider", { name: "Level" });
  const status = screen.getByRole("status");
  expect(status.title).toBe("Taken before it connected: it may have restarted without it");
  expect(status.className).not.toContain("invisible");
});

/** As a list has it: commands and messages change it. */
function FromCache() {
  const queryFn = async () => [deviceWith(DIMMER)];
  const [device] = useQuery({ queryKey: queryKeys.deviceList(), queryFn }).data ?? [];
  return device && <DeviceControls known device={device} />;
}

it("sends a released slider's value, and shows when the device took it", async () => {
  const commands = commandsTaken();
  await show(<FromCache />);
  const slider = await screen.findByRole("slider", { name: "Brightness" });
  fireEvent.input(slider, { target: { value: "50" } });
  fireEvent(slider, new Event("change", { bubbles: true }));
  expect(await screen.findByText("Taken by the device in 0 ms")).toBeDefined();
  expect(commands()).toEqual([{ set: { brightness: 50 } }, { set: { brightness: 50 }, wait: 5 }]);
});

function WithOthers() {
  const [wanted, setWanted] = useState(40);
  return (
    <>
      <DeviceControls known device={deviceWith({ ...DIMMER, wanted })} />
      <button type="button" onClick={() => setWanted(10)}>
        Another sets 10
      </button>
    </>
  );
}

it("is not moved by others while it is dragged", async () => {
  commandsTaken();
  await show(<WithOthers />);
  const slider = await screen.findByRole("slider", { name: "Brightness" });
  fireEvent.input(slider, { target: { value: "70" } });
  fireEvent.click(screen.getByRole("button", { name: "Another sets 10" }));
  expect(slider).toHaveProperty("value", "70");
});

it("takes an exact number, and says what it does not take", async () => {
  const commands = commandsTaken();
  await show(<DeviceControls known device={deviceWith(DIMMER)} />);
  const exact = await screen.findByRole("spinbutton", { name: "Brightness, exactly" });
  await userEvent.clear(exact);
  await userEvent.type(exact, "420");
  fireEvent(exact, new Event("change", { bubbles: true }));
  expect(await screen.findByText("Enter a number from 0 to 100, in steps of 1.")).toBeDefined();
  await userEvent.clear(exact);
  await userEvent.type(exact, "42");
  fireEvent(exact, new Event("change", { bubbles: true }));
  await vi.waitFor(() => expect(commands()).toEqual([{ set: { brightness: 42 }, wait: 5 }]));
});

it("uses choice, toggle, text and button each by its own input", async () => {
  const commands = commandsTaken();
  const device = deviceWith(
    aControl({ key: "scene", kind: "choice", options: ["Reading", "Film"] }),
    aControl({ key: "eco", kind: "toggle" }),
    aControl({ key: "label", kind: "text" }),
    aControl({ key: "restart", kind: "button" }),
  );
  await show(<DeviceControls known device={device} />);
  await userEvent.click(await screen.findByRole("radio", { name: "Film" }));
  await userEvent.click(screen.getByRole("checkbox", { name: "Eco" }));
  await userEvent.type(screen.getByRole("textbox", { name: "Label" }), "Hello");
  await userEvent.click(screen.getByRole("button", { name: "Set Label" }));
  await userEvent.click(screen.getByRole("button", { name: "Restart" }));
  await vi.waitFor(() =>
    expect(commands()).toEqual(
      [{ scene: "Film" }, { eco: true }, { label: "Hello" }, { restart: true }].map((set) => ({
        set,
        wait: 5,
      })),
    ),
  );
});

it("shows the first two in a list", async () => {
  const controls = ["a", "b", "c"].map((key) => aControl({ key }));
  await show(<DeviceControls known compact device={deviceWith(...controls)} />);
  expect(await screen.findAllByRole("slider")).toHaveLength(2);
});

it("an unknown value has no place, no colour and no state", async () => {
  const kinds = ["number", "toggle", "color", "choice", "text"] as const;
  const controls = kinds.map((kind) =>
    aControl({ key: kind, kind, ...(kind === "choice" && { options: ["eco", "boost"] }) }),
  );
  await show(<DeviceControls known device={deviceWith(...controls)} />);
  const slider = await screen.findByRole("slider", { name: "Number" });
  expect([slider.dataset.unknown, slider.getAttribute("aria-valuetext")]).toEqual(["true", "Unknown"]);
  expect(screen.getByRole("spinbutton")).toHaveProperty("value", "");
  expect(screen.getByRole("checkbox")).toHaveProperty("indeterminate", true);
  expect(screen.getByLabelText("Color").dataset.unknown).toBe("true");
  expect(screen.getAllByText("Not known")).toHaveLength(2);
  for (const option of screen.getAllByRole("radio")) expect(option).toHaveProperty("checked", false);
  expect(screen.getByRole("textbox")).toHaveProperty("value", "");
});
