import { fireEvent, screen } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { UndoEmailScreen, VerifyEmailScreen } from "../../../../web/src/features/auth/email-link-screen.tsx";
import { server, show, signedInAlways } from "../screen.tsx";

signedInAlways();
afterEach(() => void vi.restoreAllMocks());

it.each([
  ["a confirmation", VerifyEmailScreen, "Confirm this address", "POST /v0/verify-email/"],
  ["an undoing", UndoEmailScreen, "Take my address back", "POST /v0/undo-email/"],
] as const)("%s is used by a press: a mail scanner that opens its link spends nothing", async (...row) => {
  const [, Screen, press, call] = row;
  const asked = server({ [call]: () => ({ detail: "It is done." }) });
  await show(<Screen token="given" />);
  const button = await screen.findByRole("button", { name: press });
  expect(asked).toEqual([]);
  fireEvent.click(button);
  await screen.findByText("It is done.");
  expect(asked).toEqual([{ call, body: { token: "given" } }]);
  expect(screen.queryByRole("button", { name: press })).toBeNull();
});

it("a link that was used says that a confirmed address is confirmed, and offers no other link", async () => {
  vi.spyOn(globalThis, "fetch").mockImplementation(async () =>
    Response.json({ detail: "Invalid or expired link." }, { status: 400 }),
  );
  await show(<VerifyEmailScreen token="used" />);
  fireEvent.click(await screen.findByRole("button", { name: "Confirm this address" }));
  await screen.findByText(/^Your email address is confirmed/);
  expect(screen.queryByText("Request New Verification Link")).toBeNull();
});
