import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { ProfileForm } from "../../../../web/src/features/profile/profile-form.tsx";
import { SessionsCard } from "../../../../web/src/features/profile/sessions-card.tsx";
import { mergeUser, session } from "../../../../web/src/session/session.ts";
import { server, show, signedInAlways } from "../screen.tsx";
import { ADA } from "../session/ada.ts";

signedInAlways();

const AT = "2026-11-20T10:00:00.000Z";
const one = (id: string, browser: string, current: boolean) => ({
  id,
  browser,
  current,
  created_at: AT,
  last_used_at: AT,
});

it("ends a session after a question, and offers no end for this browser's", async () => {
  let sessions = [one("a", "Chrome on Linux", true), one("b", "Firefox on Windows", false)];
  const asked = server({
    "GET /v0/sessions/": () => sessions,
    "DELETE /v0/sessions/b/": () => {
      sessions = sessions.slice(0, 1);
      return {};
    },
  });
  await show(<SessionsCard />);
  const [end, ...others] = await screen.findAllByRole("button", { name: /^End / });
  expect(others).toEqual([]);
  fireEvent.click(end as HTMLElement);
  const dialog = await screen.findByRole("dialog", { name: /End Session/ });
  fireEvent.click(within(dialog).getByRole("button", { name: "End" }));
  await waitFor(() => expect(screen.queryByText("Firefox on Windows")).toBeNull());
  expect(asked.map(({ call }) => call)).toContain("DELETE /v0/sessions/b/");
  expect(screen.getByText("This browser")).toBeTruthy();
  const [, row] = screen.getAllByRole("row");
  expect(row?.textContent).toMatch(/Last Used ?Now/);
});

it("saves clock and time zone with the profile", async () => {
  const saved = { ...ADA, clock: "24", time_zone: "Asia/Tokyo" };
  const asked = server({ "GET /v0/users/": () => ADA, "PUT /v0/users/": () => ({ data: saved }) });
  await show(<ProfileForm />);
  fireEvent.change(await screen.findByLabelText("Clock"), { target: { value: "24" } });
  fireEvent.change(screen.getByLabelText("Time zone"), { target: { value: "Asia/Tokyo" } });
  fireEvent.click(screen.getByRole("button", { name: "Save Changes" }));
  await waitFor(() => expect(session.get()).toMatchObject({ user: saved }));
  const { body } = asked.find(({ call }) => call === "PUT /v0/users/") ?? {};
  expect(body).toMatchObject({ clock: "24", time_zone: "Asia/Tokyo", email: ADA.email });
});

it("gives up the change to another address", async () => {
  const pending = { ...ADA, pending_email: "next@example.com" };
  let now: object = pending;
  const asked = server({
    "GET /v0/users/": () => now,
    "DELETE /v0/users/pending-email/": () => {
      now = ADA;
      return {};
    },
  });
  mergeUser(pending);
  await show(<ProfileForm />);
  fireEvent.click(await screen.findByRole("button", { name: `Keep ${ADA.email}` }));
  await waitFor(() => expect(screen.queryByText("next@example.com")).toBeNull());
  expect(asked.map(({ call }) => call)).toContain("DELETE /v0/users/pending-email/");
});
