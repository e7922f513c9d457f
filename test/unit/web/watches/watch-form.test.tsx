/** The form of a watch: what it shows is what it saves. */

import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";
import { newDraft } from "../../../../web/src/features/watches/draft.ts";
import { NEW_MAIL } from "../../../../web/src/features/watches/targets/target-fields.tsx";
import { WatchForm } from "../../../../web/src/features/watches/watch-form.tsx";
import { server, show, signedInAlways } from "../screen.tsx";
import { FREEZER } from "./watch.ts";

signedInAlways();

const MAIL = {
  id: "2c9c6f0e-5c1d-4f5b-9d47-0c6f4c3d2b1a",
  kind: "mail",
  address: null,
  confirmed: true,
  disabled: null,
  created_at: "2027-05-03T12:02:00.000Z",
};

it("keeps the email target checked that was created before the watch was refused", async () => {
  let targets: unknown[] = [];
  const asked = server({
    "GET /v0/targets/": () => targets,
    "POST /v0/targets/": () => {
      targets = [MAIL];
      return MAIL;
    },
  });
  const first = newDraft({ deviceId: FREEZER, targets: [NEW_MAIL] });
  await show(<WatchForm id={null} first={first} devices={[]} onClose={() => {}} />);
  const save = async () => userEvent.click(await screen.findByRole("button", { name: "Add Watch" }));
  await save();
  await screen.findByText(/There is no POST .v0.watches/);
  const box = await screen.findByRole<HTMLInputElement>("checkbox", { name: /email/i });
  expect(box.checked).toBe(true);
  await save();
  const saved = asked.flatMap(({ call, body }) => (call === "POST /v0/watches/" ? [body] : []));
  expect(saved).toMatchObject([{ targets: [MAIL.id] }, { targets: [MAIL.id] }]);
  expect(asked.filter(({ call }) => call === "POST /v0/targets/")).toHaveLength(1);
});
