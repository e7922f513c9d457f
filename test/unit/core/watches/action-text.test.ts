import { expect, it } from "vitest";
import { setWords } from "../../../../broker/contract/control-words.ts";
import { actionText } from "../../../../broker/watches/action.ts";

const on = { device: "Fan", state: "on", values: "" } as const;
const speed = { key: "speed", name: null, unit: "%" };
const values = { device: "Fan", state: null, values: setWords({ speed: 40 }, [speed]) };

it("a command is called a switch only when the device has taken it", () => {
  expect(actionText(on, "sent")).toBe("Sent to Fan: on.");
  expect(actionText(on, "without proof")).toBe(
    "Sent to Fan: on. It does not say whether it has taken a command.",
  );
  expect(actionText(on, { acknowledgedMs: 300 })).toBe("Fan was switched on, taken after 0.3 s.");
});

it("values alone are no switch", () => {
  expect(actionText(values, "sent")).toBe("Sent to Fan: Speed 40\u00a0%.");
  expect(actionText(values, { acknowledgedMs: 300 })).toBe("Fan: Speed 40\u00a0%, taken after 0.3 s.");
  const both = { ...values, state: "off" } as const;
  expect(actionText(both, { acknowledgedMs: 300 })).toBe(
    "Fan was switched off, Speed 40\u00a0%, taken after 0.3 s.",
  );
});

it("a control that is gone has its key, and a long text is cut", () => {
  expect(setWords({ eco: true, text: "x".repeat(256) }, [])).toBe(`Eco on, Text ${"x".repeat(23)}…`);
});
