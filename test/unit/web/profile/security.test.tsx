import { fireEvent, screen, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { SecurityCard } from "../../../../web/src/features/profile/security-card.tsx";
import { server, show, signedInAlways } from "../screen.tsx";

signedInAlways();

const EVENTS = [
  {
    at: "2026-11-20T10:00:00.000Z",
    kind: "login",
    detail: "Somebody logged in with the password.",
    address: "192.0.2.7",
    browser: "Firefox on Windows",
  },
  {
    at: "2026-11-20T10:00:00.000Z",
    kind: "resumed",
    detail: "The operator resumed the account.",
    address: null,
    browser: null,
  },
];

it("asks for the security log only when it is shown, and shows two events of one moment", async () => {
  const asked = server({ "GET /v0/security/": () => EVENTS });
  await show(<SecurityCard />);
  expect(asked).toEqual([]);
  fireEvent.click(await screen.findByRole("button", { name: "Show" }));
  const table = await screen.findByRole("table", { name: "Security log" });
  expect(within(table).getByText("Somebody logged in with the password.")).toBeTruthy();
  expect(within(table).getByText("192.0.2.7")).toBeTruthy();
  expect(within(table).getByText("The operator resumed the account.")).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: "Hide" }));
  expect(screen.queryByRole("table")).toBeNull();
});

it("names a failure, and offers another try", async () => {
  server({ "GET /v0/security/": () => new Response("{}", { status: 500 }) });
  await show(<SecurityCard />);
  fireEvent.click(await screen.findByRole("button", { name: "Show" }));
  expect(await screen.findByText("Failed to load the security log. Please try again.")).toBeTruthy();
});
