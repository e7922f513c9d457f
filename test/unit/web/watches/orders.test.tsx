/** Orders that ask the owner: allowed or denied under the bell and on the watches screen; chosen in a device's settings. */

import { fireEvent, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { expect, it } from "vitest";
import { AskFirst } from "../../../../web/src/features/device-page/ask-first.tsx";
import AllNotices from "../../../../web/src/features/watches/notices/all-notices.tsx";
import OrderBar from "../../../../web/src/features/watches/orders/order-bar.tsx";
import { OrdersPanel } from "../../../../web/src/features/watches/orders/orders-panel.tsx";
import { type ToastMessage, toastsTo } from "../../../../web/src/ui/messages/toast.ts";
import type { ApprovalRow } from "../../../../worker/contract/approvals.ts";
import { server, show, signedInAlways } from "../screen.tsx";

signedInAlways();

const WAITING: ApprovalRow = {
  id: "7c2b1a5e-8d52-4a64-8f1c-7a3f6c1d2e90",
  device: { id: "d", name: "Gate" },
  by: { id: "t", name: "<b>robot</b>", kind: "token" },
  command: { state: true, set: { level: 40 } },
  at: "2027-05-03T12:02:00.000Z",
  ends_at: "2027-05-03T12:07:00.000Z",
  state: "waiting",
  answered_at: null,
  answered_by: null,
  result: null,
};
const DENIED: ApprovalRow = { ...WAITING, id: "x", state: "denied", answered_by: "Firefox on Android" };
const POST = `POST /v0/approvals/${WAITING.id}/`;

it("allows an order on the watches screen, and shows what became of another", async () => {
  const asked = server({ [POST]: () => WAITING });
  await show(<OrdersPanel orders={[WAITING, DENIED]} />);
  expect(await screen.findByText("Denied. Nothing was sent. Answered in Firefox on Android.")).toBeTruthy();
  await userEvent.click(
    await screen.findByRole("button", { name: /^Allow: Token .*<b>robot<\/b>.*Gate.* on, level 40$/ }),
  );
  expect(asked.filter(({ call }) => call === POST).map(({ body }) => body)).toEqual([{ allow: true }]);
});

it("denies an order under the bell, and says why an answer was not taken", async () => {
  const detail = "This order has ended, and nothing was sent. Let it be given again.";
  server({
    "GET /v0/approvals/": () => [WAITING, DENIED],
    "GET /v0/notices/": () => [],
    [POST]: () => new Response(JSON.stringify({ detail }), { status: 410 }),
  });
  await show(<AllNotices onSeen={() => {}} onClose={() => {}} />);
  await userEvent.click(await screen.findByRole("button", { name: /^Deny: / }));
  expect(await screen.findByText(detail)).toBeTruthy();
  expect(screen.queryByText(/^Denied/)).toBeNull();
});

it("shows an answered order under the bell where a notification asks about it", async () => {
  window.location.hash = `#notice-${DENIED.id}`;
  server({ "GET /v0/approvals/": () => [WAITING, DENIED], "GET /v0/notices/": () => [] });
  await show(<AllNotices onSeen={() => {}} onClose={() => {}} />);
  expect(await screen.findByText(/^Denied\./)).toBeTruthy();
  window.location.hash = "";
});

it("shows the order that ends first in the bar, and takes no second press of a double click for it", async () => {
  const later = { ...WAITING, id: "y", ends_at: "2027-05-03T12:09:00.000Z" };
  const asked = server({ "GET /v0/approvals/": () => [later, WAITING], [POST]: () => WAITING });
  await show(<OrderBar orders={[later, WAITING, { ...later, id: "z" }]} />);
  const bar = await screen.findByRole("region", { name: "Waits for your answer" });
  expect(screen.getByRole("link", { name: "and 2 more" })).toBeTruthy();
  expect(bar.textContent).toMatch(/^Token .*<b>robot<\/b>.* asks to turn .*Gate/);
  const answers = () => asked.filter(({ call }) => call.startsWith("POST"));
  // the second press of a double click on the order before it
  fireEvent.click(screen.getByRole("button", { name: /^Allow: / }), { detail: 2 });
  expect(answers()).toEqual([]);
  await userEvent.click(screen.getByRole("button", { name: /^Allow: / }));
  expect(answers()).toEqual([{ call: POST, body: { allow: true } }]);
});

it("says what another browser has answered", async () => {
  const shown: ToastMessage[] = [];
  const stop = toastsTo((message) => shown.push(message));
  server({
    "GET /v0/approvals/": () => [{ ...DENIED, id: WAITING.id }],
    [POST]: () => new Response('{"detail":"Somebody has answered this order."}', { status: 409 }),
  });
  await show(<OrderBar orders={[WAITING]} />);
  await userEvent.click(await screen.findByRole("button", { name: /^Allow: / }));
  await waitFor(() => expect(shown).toHaveLength(1));
  stop();
  expect(shown[0]).toMatchObject({
    kind: "info",
    text: "Denied. Nothing was sent. Answered in Firefox on Android.",
  });
});

function Form() {
  const [chosen, setChosen] = useState<("token" | "app" | "guest" | "watch")[]>(["guest"]);
  return (
    <>
      <AskFirst deviceId="d" chosen={chosen} errors={undefined} onChange={setChosen} />
      <output>{chosen.join()}</output>
    </>
  );
}

it("chooses in the settings whose switches ask first, and names schedules that go on", async () => {
  const plan = { name: "Evening", next_at: "2027-05-03T18:00:00.000Z" };
  const all = [plan, { ...plan, name: "Over", next_at: null }, ...Array(3).fill({ ...plan, name: "Night" })];
  const asked = server({
    "GET /v0/devices/on-off/d/schedules/": () => all.map((each, n) => ({ ...each, id: `s${n}` })),
  });
  await show(<Form />);
  expect((await screen.findByRole("note")).textContent).toMatch(
    /^4 schedules switch it without asking: .*Evening.*, .*Night.*, .*Night.* and 1 more\. A program/,
  );
  expect(asked).toHaveLength(1);
  await userEvent.click(screen.getByRole("checkbox", { name: "a program or an assistant with a token" }));
  await userEvent.click(screen.getByRole("checkbox", { name: "a guest" }));
  expect(screen.getByRole("note")).toBeTruthy();
  expect(screen.getByRole("status").textContent).toBe("token");
});
