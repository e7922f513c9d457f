/** What a notice's row says: what was sent, where to, and what was answered. */

import { screen, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { NoticeList } from "../../../../web/src/features/watches/notices/notice-list.tsx";
import { TargetsPanel } from "../../../../web/src/features/watches/targets/targets-panel.tsx";
import type { Notice } from "../../../../worker/contract/watches.ts";
import { aDevice, aTarget } from "../../../support/nouns.ts";
import { server, show, signedInAlways } from "../screen.tsx";
import { ADA } from "../session/ada.ts";

const AT = "2027-05-03T12:02:00.000Z";
const [FAN, CHAT, SWITCH] = ["fan", "chat", "switch"];
const WORDS = "Telegram answered 400: chat not found <b>@all</b>";

const TARGETS = [
  aTarget({
    id: CHAT,
    kind: "webhook",
    format: "telegram",
    chat: "-100",
    address: "api.telegram.org",
    confirmed: true,
    created_at: AT,
    missed: { since: AT, detail: WORDS },
  }),
  aTarget({
    id: SWITCH,
    kind: "device",
    device: FAN,
    raised: { state: true, set: null },
    cleared: null,
    confirmed: true,
    created_at: AT,
  }),
];

const NOTICE: Notice = {
  id: "1",
  state: "raised",
  at: AT,
  text: "Boiler: Water is above 60 °C.",
  value: "Water: 61.2 °C",
  event: null,
  actions: [],
  answer: null,
  watch: { id: "w", name: "Hot water" },
  device: null,
  deliveries: [
    { target: CHAT, attempts: 1, outcome: "refused", at: AT, detail: WORDS },
    { target: SWITCH, attempts: 1, outcome: "delivered", at: AT, detail: "Fan took it." },
  ],
};

const answers = {
  "GET /v0/targets/": () => TARGETS,
  "GET /v0/devices/on-off/": () => [aDevice({ id: FAN, name: "Fan" })],
  "GET /v0/users/": () => ADA,
};

signedInAlways();

it("has the value with its unit, each target by its name, and its words as text", async () => {
  server(answers);
  await show(<NoticeList notices={[NOTICE]} />);
  expect(screen.getByText("Water: 61.2 °C")).toBeTruthy();
  const chat = (await screen.findByText("Telegram, chat -100")).closest("li");
  expect(chat?.textContent).toContain(WORDS);
  expect(chat?.querySelector("b")).toBeNull();
  const fan = (await screen.findByText(/^Switch: .?Fan.?$/)).closest("li");
  expect(within(fan as HTMLElement).getByText("Fan took it.")).toBeTruthy();
});

it("a notice of a lost target leads to the targets, and names no watch beside it", async () => {
  server(answers);
  const lost: Notice = { ...NOTICE, device: { id: FAN, name: "Fan" }, lost_target: CHAT, deliveries: [] };
  await show(<NoticeList notices={[lost]} />);
  expect((await screen.findByRole("link", { name: lost.text })).getAttribute("href")).toBe(
    "/dashboard/watches",
  );
  expect(screen.queryByText("Hot water")).toBeNull();
});

it("the row of a target that loses notices says since when and why, and is not on", async () => {
  server(answers);
  await show(<TargetsPanel />);
  const row = (await screen.findByText("Telegram, chat -100")).closest("li") as HTMLElement;
  expect(within(row).getByText("Not reached")).toBeTruthy();
  expect(within(row).queryByText("On")).toBeNull();
  expect(row.textContent).toContain(`: ${WORDS}`);
  expect(row.textContent).toMatch(/Has taken no notice since /);
});
