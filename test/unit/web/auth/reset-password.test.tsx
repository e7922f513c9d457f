import { cleanup, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, it, vi } from "vitest";
import { ResetPasswordScreen } from "../../../../web/src/features/auth/reset-password-screen.tsx";
import { show } from "../screen.tsx";

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

it("does not call an unchecked link expired, and checks again [F373]", async () => {
  const answers = [
    () => Response.error(),
    () => new Response("<html>Bad gateway</html>", { status: 502 }),
    () => Response.json({ detail: "Invalid or expired token." }, { status: 400 }),
  ];
  vi.spyOn(globalThis, "fetch").mockImplementation(async () => (answers.shift() ?? Response.error)());
  await show(<ResetPasswordScreen token="t0ken" />);
  for (let times = 0; times < 2; times++) {
    expect((await screen.findByRole("alert")).textContent).toContain(
      "The link could not be checked. Please try again.",
    );
    expect(screen.queryByRole("link", { name: "Request New Reset Link" })).toBeNull();
    await userEvent.click(screen.getByRole("button", { name: "Try again" }));
  }
  expect(await screen.findByRole("link", { name: "Request New Reset Link" })).toBeDefined();
  expect(screen.getByRole("alert").textContent).toContain("Invalid or expired token.");
});
