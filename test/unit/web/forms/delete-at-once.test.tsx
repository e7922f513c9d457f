/** A deletion of something that lets somebody in, or that switches, is made with the press: nothing waits for an undo. */

import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { ReactNode } from "react";
import { afterEach, describe, expect, it } from "vitest";
import { deletions } from "../../../../web/src/api/deletions.ts";
import { ChannelsScreen } from "../../../../web/src/features/channels/channels-screen.tsx";
import { CredentialsScreen } from "../../../../web/src/features/credentials/credentials-screen.tsx";
import { SchedulesPanel } from "../../../../web/src/features/device-page/schedules/schedules-panel.tsx";
import { DevicesScreen } from "../../../../web/src/features/devices/devices-screen.tsx";
import { GuestsCard } from "../../../../web/src/features/guests/guests-card.tsx";
import { PasskeysCard } from "../../../../web/src/features/profile/passkeys-card.tsx";
import { SessionsCard } from "../../../../web/src/features/profile/sessions-card.tsx";
import { TokensCard } from "../../../../web/src/features/profile/tokens/tokens-card.tsx";
import { SchedulesScreen } from "../../../../web/src/features/schedules/schedules-screen.tsx";
import { TargetsPanel } from "../../../../web/src/features/watches/targets/targets-panel.tsx";
import { WatchesPanel } from "../../../../web/src/features/watches/watches-panel.tsx";
import {
  aChannel,
  aCredential,
  aDevice,
  aGuest,
  aSchedule,
  aTarget,
  aToken,
  aWatch,
} from "../../../support/nouns.ts";
import { type Answers, server, show, signedInAlways } from "../screen.tsx";

const ID = "2c9c6f0e-5c1d-4f5b-9d47-0c6f4c3d2b1a";
const OTHER = "7d3f3b1c-9f0e-4a39-8d1a-5b6a7c8d9e0f";
const LAMP = aDevice({ id: ID, name: "Lamp", controls: [] });
const NIGHT = aSchedule({ id: OTHER, name: "Night" });
const SWITCHES = aTarget({ id: OTHER, kind: "device", device: ID });
const PHONE = aTarget({ id: OTHER, kind: "push" });
const HOOK = aTarget({ id: OTHER, kind: "webhook", address: "https://example.org" });
const COLD = aWatch({ id: ID, name: "Cold", when: { device: ID, lost_for: "PT5M" }, targets: [OTHER] });
const AT = "2027-05-03T12:02:00.000Z";

interface Row {
  part: ReactNode;
  answers: Answers;
  /** The accessible name of the button in the row. */
  press: string | RegExp;
  confirm?: string;
  call: string;
}

const AT_ONCE: Record<string, Row> = {
  "a device": {
    part: <DevicesScreen search={{}} share={() => null} onSearch={() => {}} />,
    answers: { "GET /v0/devices/on-off/": () => [LAMP] },
    press: "Delete Lamp",
    call: `DELETE /v0/devices/on-off/${ID}/`,
  },
  "a credential": {
    part: <CredentialsScreen connect={false} onConnected={() => {}} />,
    answers: { "GET /v0/mqtt/credentials/": () => [aCredential({ id: ID, name: "Porch" })] },
    press: "Delete Porch",
    call: `DELETE /v0/mqtt/credentials/${ID}/`,
  },
  "a token": {
    part: <TokensCard />,
    answers: { "GET /v0/tokens/": () => [aToken({ id: ID, name: "Grafana" })] },
    press: "Delete Grafana",
    call: `DELETE /v0/tokens/${ID}/`,
  },
  "a guest": {
    part: <GuestsCard />,
    answers: { "GET /v0/guests/": () => [aGuest({ id: ID, name: "Kim", devices: [ID] })] },
    press: "Delete Kim",
    call: `DELETE /v0/guests/${ID}/`,
  },
  "a session": {
    part: <SessionsCard />,
    answers: {
      "GET /v0/sessions/": () => [
        { id: ID, browser: "Firefox", created_at: AT, last_used_at: AT, current: false },
      ],
    },
    press: "End Firefox",
    confirm: "End",
    call: `DELETE /v0/sessions/${ID}/`,
  },
  "a passkey": {
    part: <PasskeysCard />,
    answers: {
      "GET /v0/passkeys/": () => [
        { id: ID, name: "Phone", created_at: AT, last_used_at: null, synced: true },
      ],
    },
    press: "Delete Phone",
    call: `DELETE /v0/passkeys/${ID}/`,
  },
  "a schedule of a device": {
    part: <SchedulesPanel device={{ id: ID, name: "Lamp", command_ttl: 0 }} />,
    answers: { [`GET /v0/devices/on-off/${ID}/schedules/`]: () => [NIGHT] },
    press: "Delete Night",
    call: `DELETE /v0/devices/on-off/${ID}/schedules/${OTHER}/`,
  },
  "a schedule of the list": {
    part: <SchedulesScreen form={() => null} />,
    answers: {
      "GET /v0/devices/on-off/": () => [LAMP],
      "GET /v0/schedules/": () => [{ ...NIGHT, device_id: ID }],
    },
    press: "Delete Night",
    call: `DELETE /v0/devices/on-off/${ID}/schedules/${OTHER}/`,
  },
  "a watch that switches": {
    part: <WatchesPanel empty="None" />,
    answers: {
      "GET /v0/devices/on-off/": () => [LAMP],
      "GET /v0/watches/": () => [COLD],
      "GET /v0/notices/": () => [],
      "GET /v0/targets/": () => [SWITCHES],
    },
    press: "Delete Cold",
    call: `DELETE /v0/watches/${ID}/`,
  },
  "a target that switches": {
    part: <TargetsPanel />,
    answers: { "GET /v0/targets/": () => [SWITCHES] },
    press: /^Delete/,
    call: `DELETE /v0/targets/${OTHER}/`,
  },
  "a browser whose notices can switch": {
    part: <TargetsPanel />,
    answers: { "GET /v0/targets/": () => [PHONE] },
    press: /^Delete/,
    call: `DELETE /v0/targets/${OTHER}/`,
  },
};

const WITH_UNDO: Record<string, Row> = {
  "a channel": {
    part: <ChannelsScreen testing={false} testingTool={null} onTested={() => {}} />,
    answers: { "GET /v0/mqtt/channels/": () => [aChannel({ id: ID, name: "Porch" })] },
    press: "Delete Porch",
    call: `DELETE /v0/mqtt/channels/${ID}/`,
  },
  "a watch that only sends": {
    part: <WatchesPanel empty="None" />,
    answers: {
      "GET /v0/devices/on-off/": () => [LAMP],
      "GET /v0/watches/": () => [COLD],
      "GET /v0/notices/": () => [],
      "GET /v0/targets/": () => [HOOK],
    },
    press: "Delete Cold",
    call: `DELETE /v0/watches/${ID}/`,
  },
  "a webhook": {
    part: <TargetsPanel />,
    answers: { "GET /v0/targets/": () => [HOOK] },
    press: /^Delete/,
    call: `DELETE /v0/targets/${OTHER}/`,
  },
};

signedInAlways();
afterEach(() => deletions.set([]));

async function deleted({ part, answers, press, confirm = "Delete", call }: Row) {
  const asked = server({ ...answers, [call]: () => ({}) });
  await show(part);
  await userEvent.click(await screen.findByRole("button", { name: press }));
  await userEvent.click(within(await screen.findByRole("dialog")).getByRole("button", { name: confirm }));
  return () => asked.filter((request) => request.call === call).length;
}

describe.each(Object.entries(AT_ONCE))("%s", (_, row) => {
  it("is deleted with the press", async () => {
    const calls = await deleted(row);
    await expect.poll(calls).toBe(1);
    expect(deletions.get()).toEqual([]);
  });
});

describe.each(Object.entries(WITH_UNDO))("%s", (_, row) => {
  it("can be brought back", async () => {
    const calls = await deleted(row);
    await expect.poll(() => deletions.get().length).toBe(1);
    expect(calls()).toBe(0);
  });
});
