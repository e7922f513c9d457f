/** The switch on a device's page, and the words about its last command. */

import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { SwitchPanel } from "../../../../web/src/features/device-page/switch-panel.tsx";
import { aDevice } from "../../../support/nouns.ts";
import { show, signedInAlways } from "../screen.tsx";

signedInAlways();

const AT = "2026-01-01T12:00:00.000Z";

it("does not say that a command switched, because it may have set values alone", async () => {
  const command = {
    state: true,
    accepted_at: AT,
    delivered_at: AT,
    actor: "api",
    schedule: null,
    guest: null,
  } as const;
  const device = {
    ...aDevice({ state: true, taken: true, connected: true }),
    since: AT,
    clients: [],
    command,
  };
  await show(<SwitchPanel known device={device} />);
  const panel = await screen.findByRole("region", { name: "Switch" });
  expect(panel.textContent).toMatch(/Last command by a program, .*; taken by the device/);
  expect(panel.textContent).not.toContain("switched");
});
