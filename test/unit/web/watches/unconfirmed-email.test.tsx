/** While the account's email is unconfirmed no notice is sent to it, and every place that names it says so. */

import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, it } from "vitest";
import { ProfileForm } from "../../../../web/src/features/profile/profile-form.tsx";
import { TargetFields } from "../../../../web/src/features/watches/targets/target-fields.tsx";
import { TargetsPanel } from "../../../../web/src/features/watches/targets/targets-panel.tsx";
import { mergeUser } from "../../../../web/src/session/session.ts";
import { server, show, signedInAlways } from "../screen.tsx";
import { ADA } from "../session/ada.ts";

const MAIL = {
  id: "2c9c6f0e-5c1d-4f5b-9d47-0c6f4c3d2b1a",
  kind: "mail",
  address: null,
  confirmed: true,
  disabled: null,
  created_at: "2027-05-03T12:02:00.000Z",
};
const SEND = "POST /v0/users/verification/";

signedInAlways();
beforeEach(() => mergeUser({ email_verified: false }));

const answers = (targets: unknown[]) => ({
  "GET /v0/targets/": () => targets,
  "GET /v0/users/": () => ADA,
  [SEND]: () => ({ detail: "We sent it." }),
});

it("says so at the box of a watch, and sends the link again", async () => {
  const asked = server(answers([]));
  await show(<TargetFields chosen={[]} errors={undefined} onChange={() => {}} />);
  await screen.findByText(/^Waits for your confirmation/);
  await userEvent.click(screen.getByRole("button", { name: "Send it again" }));
  expect(asked.map(({ call }) => call)).toContain(SEND);
});

it("says so at the target, which is not on", async () => {
  server(answers([MAIL]));
  await show(<TargetsPanel />);
  const item = within(await screen.findByRole("listitem"));
  expect(item.getByText("Waits for your confirmation")).toBeTruthy();
  expect(item.queryByText("On")).toBeNull();
  expect(item.getByRole("button", { name: "Send it again" })).toBeTruthy();
});

it("says so on the profile", async () => {
  server(answers([]));
  await show(<ProfileForm />);
  expect(screen.getByText(/waits for your confirmation/)).toBeTruthy();
  expect(screen.getByRole("button", { name: "Send it again" })).toBeTruthy();
});
