/** An export comes back in three presses: choose it, see the plan, restore. */

import { type Account, newAccount } from "../support/account.ts";
import { baseUrl, expect, signIn, test } from "./journey.ts";
import { choose } from "./keys.ts";

async function exportOf(account: Account): Promise<Buffer> {
  const response = await fetch(new URL("/v0/export/", baseUrl()), {
    headers: { authorization: `Token ${account.token}` },
  });
  return Buffer.from(await response.arrayBuffer());
}

test("an account is restored from its export, with the keyboard; a file that is no export is refused in a sentence", async ({
  page,
  account,
}) => {
  const left = await newAccount(baseUrl());
  await left.newKey();
  const hall = await left.newChannel("hall");
  await left.newCredential("board", [hall]);
  await left.newDevice("Porch lamp", [hall]);
  const zip = await exportOf(left);
  await signIn(page, account, "/dashboard/profile?tab=data");
  const give = async (name: string, buffer: Buffer) => {
    const chooser = page.waitForEvent("filechooser");
    await choose(page, "button", "Choose Export");
    await (await chooser).setFiles({ name, buffer, mimeType: "application/zip" });
  };

  await give("notes.zip", Buffer.from("hello"));
  const card = page.getByRole("region", { name: "Import", exact: true });
  await expect(card.getByRole("alert")).toHaveText(
    "This file is not a whole zip archive: export the account again.",
  );

  await give("switchyard-export.zip", zip);
  const plan = card.getByRole("region", { name: "Plan of the import" });
  await expect(plan.getByRole("listitem").filter({ hasText: 'device "Porch lamp"' })).toContainText("Create");
  await expect(plan.getByRole("listitem").first()).toContainText("Not imported");
  await choose(page, "button", "Restore");
  await expect(card.getByText(/^Your export is restored: \d+ changes\.$/)).toBeVisible();
  await expect(card.getByText("Boards need the new ids")).toBeVisible();
  const result = card.getByRole("region", { name: "Result of the import" });
  await expect(result.getByText(/^Created the device "Porch lamp"\. Its id was /)).toBeVisible();
  const devices = await account.call<{ name: string }[]>("GET", "/v0/devices/on-off/");
  expect(devices.map(({ name }) => name)).toEqual(["Porch lamp"]);

  await give("switchyard-export.zip", zip);
  await expect(card.getByText("Everything that can be imported is here already.")).toBeVisible();
  await expect(card.getByRole("button", { name: "Restore" })).toHaveCount(0);
});
