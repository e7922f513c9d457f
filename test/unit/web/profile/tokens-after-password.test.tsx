/** The dialog and the screen for a new password say how many tokens stay valid, and offer to delete them. */

import { fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, it } from "vitest";
import { ResetPasswordScreen } from "../../../../web/src/features/auth/reset-password-screen.tsx";
import PasswordForm from "../../../../web/src/features/profile/password-form.tsx";
import { aGuest } from "../../../support/nouns.ts";
import { type ApiRequest, server, show, signedInAlways } from "../screen.tsx";

signedInAlways();

const NEW = "Another-horse-8";
const PAST = "2020-01-01T00:00:00.000Z";
const token = (id: string, expires_at: string | null) => ({
  id,
  name: id,
  scopes: ["devices:read"],
  created_at: PAST,
  expires_at,
  last_used_at: null,
  last_address: null,
});
const TOKENS = [token("a", null), token("b", "2100-01-01T00:00:00.000Z"), token("c", PAST)];

const type = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
const bodyOf = (asked: ApiRequest[], call: string) => asked.find((each) => each.call === call)?.body;

function dialog(tokens: object[], guests: object[] = []): ApiRequest[] {
  return server({
    "GET /v0/tokens/": () => tokens,
    "GET /v0/guests/": () => guests,
    "GET /v0/sessions/": () => [],
    "POST /v0/users/password/": () => ({ detail: "Your password is changed.", tokens: 0, guests: 0 }),
  });
}

async function changed(asked: ApiRequest[]) {
  type("Current password", "Correct-horse-7");
  type("New password", NEW);
  type("Confirm password", NEW);
  fireEvent.click(screen.getByRole("button", { name: "Change Password" }));
  return waitFor(() => {
    const body = bodyOf(asked, "POST /v0/users/password/");
    expect(body).toBeDefined();
    return body;
  });
}

it("the dialog keeps the tokens unless it is asked to delete them", async () => {
  const asked = dialog(TOKENS);
  await show(<PasswordForm onClose={() => {}} />);
  expect(await screen.findByText(/^2 tokens stay valid\./)).toBeDefined();
  expect(await changed(asked)).toEqual({ password: "Correct-horse-7", new_password: NEW });
});

it("the dialog deletes all tokens on request", async () => {
  const asked = dialog(TOKENS);
  await show(<PasswordForm onClose={() => {}} />);
  fireEvent.click(await screen.findByLabelText("Delete all 2 tokens"));
  expect(await changed(asked)).toMatchObject({ delete_tokens: true });
});

it("the dialog counts guests as guests, without those whose link has ended", async () => {
  const asked = dialog([TOKENS[0] ?? {}], [aGuest({}), aGuest({ id: "ended", ends_at: PAST })]);
  await show(<PasswordForm onClose={() => {}} />);
  expect(await screen.findByText(/^1 token and 1 guest stay valid\./)).toBeDefined();
  fireEvent.click(await screen.findByLabelText("Delete them all"));
  expect(await changed(asked)).toMatchObject({ delete_tokens: true });
});

it("the dialog does not mention tokens when each has expired", async () => {
  const asked = dialog([token("c", PAST)]);
  await show(<PasswordForm onClose={() => {}} />);
  await waitFor(() => expect(asked.map(({ call }) => call)).toContain("GET /v0/tokens/"));
  expect(await changed(asked)).not.toHaveProperty("delete_tokens");
  expect(screen.queryByText(/tokens? stays? valid/)).toBeNull();
});

const checked = (clears: boolean, tokens: number) =>
  server({
    "POST /v0/validate-reset-token/": () => ({ detail: "The token is valid.", clears, tokens, guests: 0 }),
    "POST /v0/reset-password/": () => ({ detail: "Your password has been reset.", tokens: 0, guests: 0 }),
  });

it("the screen of a reset says how many tokens stay, and deletes them on request", async () => {
  const asked = checked(false, 1);
  await show(<ResetPasswordScreen token="t0ken" />);
  expect(await screen.findByText(/^1 token stays valid\./)).toBeDefined();
  fireEvent.click(screen.getByLabelText("Delete it"));
  type("Password", NEW);
  type("Confirm password", NEW);
  fireEvent.click(screen.getByRole("button", { name: "Reset password" }));
  await screen.findByText(/Your password has been reset/);
  const body = { token: "t0ken", password: NEW, delete_tokens: true };
  expect(bodyOf(asked, "POST /v0/reset-password/")).toEqual(body);
});

it("the screen of a reset says that it clears an account that was never confirmed", async () => {
  checked(true, 3);
  await show(<ResetPasswordScreen token="t0ken" />);
  expect(await screen.findByText(/deletes everything in it that logs in or acts/)).toBeDefined();
  expect(screen.queryByText(/stay valid/)).toBeNull();
});
