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
  expect(textOf({})).toBe("Switch: Fan, on, Speed 40\u00a0% when it is met, off when it is over");
  expect(textOf({ raised: null })).toBe("Switch: Fan, off when it is over");
  expect(textOf({ device: "gone" })).toContain("Switch: a device, on");
});

it("a target that gets messages has its name alone", () => {
  expect(textOf({ kind: "mail", raised: null, cleared: null })).toBe("Email");
  expect(textOf({ kind: "push", id: "own", raised: null, cleared: null })).toBe("This browser");
});

it("a browser is named by its push service, and one at an unknown service is another one", () => {
  const nameOf = (address: string) => textOf({ kind: "push", address, raised: null, cleared: null });
  expect(nameOf("updates.push.services.mozilla.com")).toBe("Another browser (Firefox)");
  expect(nameOf("web.push.apple.com")).toBe("Another browser (Safari)");
  expect(nameOf("db5p.notify.windows.com")).toBe("Another browser (Edge)");
  expect(nameOf("fcm.googleapis.com")).toBe("Another browser (Chromium)");
  expect(nameOf("mozilla.com.example.org")).toBe("Another browser");
});
