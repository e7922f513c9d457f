import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it, vi } from "vitest";
import { call } from "../../../../web/src/api/call.ts";
import SuspendedScreen from "../../../../web/src/features/suspended/suspended-screen.tsx";
import { mergeUser, session } from "../../../../web/src/session/session.ts";
import { server, show, signedInAlways } from "../screen.tsx";

signedInAlways();

it("shows why, the contact, and the ways out [T196]", async () => {
  mergeUser({ suspended: "It sends spam." });
  server({ "GET /v0/broker/": () => ({ support_email: "help@example.com" }) });
  const onLogout = vi.fn();
  await show(<SuspendedScreen leave={<p>Leave for good</p>} onLogout={onLogout} />);
  expect((await screen.findByText("It sends spam.")).closest("main")).not.toBeNull();
  expect((await screen.findByRole("link", { name: "help@example.com" })).getAttribute("href")).toBe(
    "mailto:help@example.com",
  );
  expect(screen.getByText("Leave for good")).toBeDefined();
  await userEvent.click(screen.getByRole("button", { name: "Logout" }));
  expect(onLogout).toHaveBeenCalledOnce();
});

it("appears after any refused call, and disappears when the server lifts the suspension [T196]", async () => {
  const suspended = () => {
    const now = session.get();
    return now.status === "authenticated" ? now.user.suspended : undefined;
  };
  const fetched = vi.spyOn(globalThis, "fetch");
  const sentence = '{"detail":"This account is suspended: It sends spam."}';
  fetched.mockImplementation(async () => new Response(sentence, { status: 403 }));
  await expect(call("listClients")).rejects.toMatchObject({ status: 403 });
  expect(suspended()).toBe("This account is suspended: It sends spam.");
  server({ "GET /v0/users/": () => ({ email: "ada@example.com", suspended: null }) });
  await show(<SuspendedScreen leave={null} onLogout={() => {}} />);
  await expect.poll(suspended).toBeNull();
});
