/** Buttons of a notice under the bell: each answers once, and the row says who did. */

import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";
import { NoticeList } from "../../../../web/src/features/watches/notices/notice-list.tsx";
import type { Notice } from "../../../../worker/contract/watches.ts";
import { server, show, signedInAlways } from "../screen.tsx";

signedInAlways();

const ID = "7c2b1a5e-8d52-4a64-8f1c-7a3f6c1d2e90";
const BROWSER = "5d0e8f0a-3b1c-4c2d-9e8f-1a2b3c4d5e6f";
const ASKING: Notice = {
  id: ID,
  state: "raised",
  at: "2027-05-03T12:02:00.000Z",
  text: "Freezer is not connected.",
  watch: { id: "w", name: "Freezer is lost" },
  device: null,
  value: null,
  event: null,
  deliveries: [],
  actions: [
    { action: "snooze", label: "Snooze 1 h" },
    { action: "command", label: "‮<b>Fan</b> on" },
  ],
  answer: null,
};

it("answers with each of its buttons, whose text is text", async () => {
  const asked = server({
    "GET /v0/targets/": () => [],
    "GET /v0/devices/on-off/": () => [],
    [`POST /v0/notices/${ID}/act/`]: () => ({ ...ASKING, actions: [] }),
  });
  await show(<NoticeList notices={[ASKING]} />);
  const [snooze, command] = await screen.findAllByRole("button");
  expect(within(command as HTMLElement).getByText("‮<b>Fan</b> on").tagName).toBe("BDI");
  await userEvent.click(snooze as HTMLElement);
  await userEvent.click(command as HTMLElement);
  expect(asked.filter(({ call }) => call.startsWith("POST")).map(({ body }) => body)).toEqual([
    { action: "snooze" },
    { action: "command" },
  ]);
});

it("says why an answer was not taken", async () => {
  const detail = "Somebody has answered this notice. Its row says what was done.";
  server({
    "GET /v0/targets/": () => [],
    "GET /v0/devices/on-off/": () => [],
    [`POST /v0/notices/${ID}/act/`]: () => Response.json({ detail }, { status: 409 }),
  });
  await show(<NoticeList notices={[ASKING]} />);
  await userEvent.click(screen.getByRole("button", { name: /^Snooze 1 h/ }));
  expect(await screen.findByText(/^Somebody has answered this notice/)).toBeTruthy();
});

it("says who answered, and has no buttons then", async () => {
  server({ "GET /v0/targets/": () => [], "GET /v0/devices/on-off/": () => [] });
  const at = "2027-05-03T12:03:00.000Z";
  const answer = { action: "command", at, target: BROWSER, detail: "Sent to Fan: on." } as const;
  const answered: Notice = { ...ASKING, actions: [], answer };
  await show(
    <NoticeList notices={[answered, { ...answered, id: "b", answer: { ...answer, target: null } }]} />,
  );
  const rows = await screen.findAllByText("Answered");
  expect(rows.map((row) => row.closest("p")?.textContent)).toEqual([
    expect.stringMatching(/A removed browser.*Sent to Fan: on\./),
    expect.stringMatching(/On the page.*Sent to Fan: on\./),
  ]);
  expect(screen.queryByRole("button")).toBeNull();
});
