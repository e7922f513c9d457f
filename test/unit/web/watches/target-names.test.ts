import { expect, it } from "vitest";
import { targetText } from "../../../../web/src/features/watches/names.ts";
import type { NoticeTarget } from "../../../../worker/contract/watches.ts";
import { aControl } from "../devices/control.ts";

const devices = [{ id: "fan", name: "Fan", controls: [aControl({ key: "speed", unit: "%" })] }];
const target: NoticeTarget = {
  id: "1",
  kind: "device",
  address: null,
  device: "fan",
  raised: { state: true, set: { speed: 40 } },
  cleared: { state: false, set: null },
  confirmed: true,
  disabled: null,
  created_at: "2026-01-01T00:00:00.000Z",
};
const textOf = (of: Partial<NoticeTarget>) => targetText({ ...target, ...of }, { ownId: "own", devices });

it("a target that switches names its device and both commands", () => {
  expect(textOf({})).toBe("Command to Fan: turn on, Speed 40\u00a0%, and turn off when it is over");
  expect(textOf({ raised: null })).toBe("Command to Fan: turn off when it is over");
  expect(textOf({ device: "gone" })).toContain("Command to a device: turn on");
});

it("a target that gets messages has its name alone", () => {
  expect(textOf({ kind: "mail", raised: null, cleared: null })).toBe("Email");
  expect(textOf({ kind: "push", id: "own", raised: null, cleared: null })).toBe("This browser");
});
