/** Orders that ask the owner: allowed or denied under the bell and on the watches screen; chosen in a device's settings. */

import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { expect, it } from "vitest";
import { AskFirst } from "../../../../web/src/features/device-page/ask-first.tsx";
import AllNotices from "../../../../web/src/features/watches/notices/all-notices.tsx";
import { OrdersPanel } from "../../../../web/src/features/watches/orders/orders-panel.tsx";
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

function Form() {
  const [chosen, setChosen] = useState<("token" | "app" | "guest" | "watch")[]>(["guest"]);
  return (
    <>
      <AskFirst chosen={chosen} errors={undefined} onChange={setChosen} />
      <output>{chosen.join()}</output>
    </>
  );
}

it("chooses in the settings whose switches ask first", async () => {
  render(<Form />);
  await userEvent.click(screen.getByRole("checkbox", { name: "a program or an assistant with a token" }));
  await userEvent.click(screen.getByRole("checkbox", { name: "a guest" }));
  expect(screen.getByRole("status").textContent).toBe("token");
});
