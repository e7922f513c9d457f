import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import { proofOf } from "../../../../web/src/devices/delivery.ts";
import { StateBadge } from "../../../../web/src/devices/device-state.tsx";
import { aDevice } from "../../../support/nouns.ts";

afterEach(cleanup);

const lamp = aDevice({
  id: "d1",
  name: "Porch lamp",
  state: true,
  taken: true,
  kind: "own",
  connected: true,
  command_ttl: 86_400,
});

it("[F286] is lit only after the device's acknowledgement", () => {
  expect(proofOf(lamp, true)).toBe("taken");
  expect(proofOf({ ...lamp, connected: false }, true)).toBe("last known");
  expect(proofOf({ ...lamp, taken: false }, true)).toBe("waiting");
  expect(proofOf({ ...lamp, taken: false, connected: false }, true)).toBe("waiting");
});

it("is not green for a device that is not connected", () => {
  render(<StateBadge holds device={{ ...lamp, connected: false }} />);
  const badge = screen.getByTitle("When it was last connected");
  expect(badge.textContent).toBe("On");
  expect(badge.innerHTML + badge.className).not.toMatch(/\bbg-go/);
});

it("is not green for a device that has connected again since it took its state", () => {
  const restarted = { ...lamp, taken_before_connect: true };
  expect(proofOf(restarted, true)).toBe("last known");
  expect(proofOf({ ...restarted, taken: false }, true)).toBe("waiting");
  render(<StateBadge holds device={restarted} />);
  const badge = screen.getByTitle("Taken before it connected: it may have restarted without it");
  expect(badge.textContent).toBe("On");
  expect(badge.innerHTML + badge.className).not.toMatch(/\bbg-go/);
});

it("is hollow when the state is unknown", () => {
  expect(proofOf({ ...lamp, taken: null }, true)).toBe("unknown");
  expect(proofOf(lamp, false)).toBe("unknown");
  expect(proofOf({ ...lamp, taken: false, connected: false, command_ttl: 0 }, true)).toBe("unknown");
});

it("names the awaited device, whatever its command", () => {
  for (const [state, word] of [
    [true, "On"],
    [false, "Off"],
  ] as const) {
    render(<StateBadge holds device={{ ...lamp, state, taken: false }} />);
    expect(screen.getByText(`${word}, waiting for Porch lamp`)).toBeTruthy();
    cleanup();
    for (const taken of [true, null]) {
      render(<StateBadge holds device={{ ...lamp, state, taken }} />);
      expect(screen.getByText(word)).toBeTruthy();
      cleanup();
    }
  }
});
