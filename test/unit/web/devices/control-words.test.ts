import { expect, it } from "vitest";
import {
  controlDeliveryText,
  controlName,
  controlValueText,
  differingValue,
} from "../../../../web/src/devices/controls/control-words.ts";
import { setText } from "../../../../web/src/devices/values.ts";
import { aControl } from "./control.ts";

const AT = "2026-01-01T00:00:00.000Z";
const LATER = Date.parse(AT) + 10_000;
const lamp = { taken: true };

it("is named by its owner, or by its key", () => {
  expect(controlName({ key: "colour_temperature", name: null })).toBe("Colour temperature");
  expect(controlName({ key: "_", name: null })).toBe("_");
  expect(controlName({ key: "x", name: "Helligkeit" })).toBe("Helligkeit");
});

it("writes a value with its unit", () => {
  expect(controlValueText({ kind: "number", unit: "%" }, 40)).toBe("40\u00a0%");
  expect(controlValueText({ kind: "toggle", unit: null }, false)).toBe("Off");
});

it("promises no switching of a value that waits for the device", () => {
  const offline = { phase: "offline", wanted: "on", acceptedAt: AT } as const;
  expect(controlDeliveryText({ ...offline, catchesUp: true })).toBe(
    "Device is offline: it takes this when it returns",
  );
  expect(controlDeliveryText({ ...offline, catchesUp: false })).toContain("no late commands");
});

it("shows another reported value ten seconds after the proof, not before", () => {
  const control = aControl({ wanted: 40, wanted_at: AT, reported: 35 });
  expect(differingValue(lamp, control, LATER - 1)).toBeNull();
  expect(differingValue(lamp, control, LATER)).toBe(35);
  expect(differingValue({ taken: false }, control, LATER)).toBeNull();
  const proven = { ...lamp, command: { delivered_at: "2026-01-01T00:00:05.000Z" } };
  expect(differingValue(proven, control, LATER)).toBeNull();
  expect(differingValue(proven, control, LATER + 5_000)).toBe(35);
});

it.each([
  [{ wanted: 0.30000000000000004, reported: 0.3 }],
  [{ kind: "color", wanted: "#ff8800", reported: "#FF8800" }],
  [{ kind: "button", wanted: true, reported: false }],
  [{ wanted: null, reported: 3 }],
  [{ wanted: 3, reported: null }],
] as const)("%j does not differ", (of) => {
  expect(differingValue(lamp, aControl({ wanted_at: AT, ...of }), LATER)).toBeNull();
});

it("sees that a device reports another type", () => {
  expect(differingValue(lamp, aControl({ wanted: 40, wanted_at: AT, reported: "dim" }), LATER)).toBe("dim");
});

it("writes the values of a command, and cuts a long text", () => {
  expect(setText({ brightness: 40, eco: true })).toBe("brightness 40, eco on");
  expect(setText({ text: "x".repeat(256) }).length).toBeLessThan(40);
});
