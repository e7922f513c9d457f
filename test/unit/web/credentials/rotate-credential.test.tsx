import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";
import RotateCredential from "../../../../web/src/features/credentials/rotate-credential.tsx";
import { momentText } from "../../../../web/src/lib/time.ts";
import { server, show, signedInAlways } from "../screen.tsx";
import { CREDENTIAL } from "./credential.ts";

const ROTATE = `POST /v0/mqtt/credentials/${CREDENTIAL.id}/rotate/`;
const UNTIL = "2026-11-23T12:00:00.000Z";

signedInAlways();

const rotated = (changes: object) =>
  server({ [ROTATE]: () => ({ ...CREDENTIAL, password: "an0therPassw0rdOf20ch", ...changes }) });
const press = () => userEvent.click(screen.getByRole("button", { name: "Make a New Password" }));

it("creates a new password, and shows the old one's end and last use", async () => {
  const asked = rotated({ old_password_until: UNTIL, old_password_last_used: CREDENTIAL.created_at });
  await show(<RotateCredential credential={CREDENTIAL} onClose={() => {}} />);
  await press();
  const field = await screen.findByLabelText<HTMLInputElement>("new password");
  expect(field.value).toBe("an0therPassw0rdOf20ch");
  expect(asked).toEqual([{ call: ROTATE, body: { overlap: 86_400 } }]);
  expect(screen.getByText(/^The old password works until/).textContent).toBe(
    `The old password works until ${momentText(UNTIL)}. It was last used ${momentText(CREDENTIAL.created_at)}.`,
  );
});

it("ends the old one at once on request", async () => {
  const asked = rotated({});
  await show(<RotateCredential credential={CREDENTIAL} onClose={() => {}} />);
  await userEvent.click(screen.getByRole("radio", { name: /^Not at all/ }));
  await press();
  await screen.findByText("The old password no longer works.");
  expect(asked[0]?.body).toEqual({ overlap: 0 });
});

it("warns that a still valid old one ends now", async () => {
  await show(
    <RotateCredential credential={{ ...CREDENTIAL, old_password_until: UNTIL }} onClose={() => {}} />,
  );
  expect(screen.getByText(/^An earlier old password ends now/)).toBeTruthy();
});
