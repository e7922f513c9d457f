import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";
import { RegisterScreen } from "../../../../web/src/features/auth/register-screen.tsx";
import { server, show, signedInAlways } from "../screen.tsx";

signedInAlways();

it("accepts an invitation to a full beta, and explains an invalid one [T197]", async () => {
  const asked = server({ "GET /v0/count/users/": () => ({ total: 5, max: 5 }) });
  await show(<RegisterScreen invitation="t0ken" />);
  await userEvent.type(await screen.findByLabelText(/email/i), "ada@example.com");
  const [password, again] = screen.getAllByLabelText(/password/i, { selector: "input" });
  for (const input of [password, again]) await userEvent.type(input as HTMLElement, "Correct-horse-7");
  await userEvent.click(screen.getByRole("button", { name: "Register" }));
  expect((await screen.findByRole("alert")).textContent).toContain("There is no POST /v0/register/");
  expect(asked.at(-1)).toMatchObject({
    call: "POST /v0/register/",
    body: { email: "ada@example.com", invitation: "t0ken" },
  });
});

it("shows the waitlist to others", async () => {
  server({ "GET /v0/count/users/": () => ({ total: 5, max: 5 }) });
  await show(<RegisterScreen invitation={null} />);
  expect(await screen.findByRole("button", { name: /waitlist/i })).toBeDefined();
});
