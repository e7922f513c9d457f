/** A guide is searched and printed as a text: what is not chosen is in it. */

import { expect, test } from "./journey.ts";

/** Stands in the program for a shell alone, which is nobody's first choice. */
const IN_SHELL = "mosquitto_sub";

test("the browser's own search unfolds the program that has the words, and paper has them all [F378]", async ({
  page,
}) => {
  await page.goto("/examples");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  // Somebody who reads moves.
  await page.keyboard.press("ArrowDown");
  const inShell = page.getByText(IN_SHELL).first();
  await expect(inShell).toBeAttached();
  await expect(inShell).toBeHidden();

  await page.emulateMedia({ media: "print" });
  await expect(inShell).toBeVisible();
  await expect(page.getByRole("tab")).toHaveCount(0);
  await page.emulateMedia({ media: "screen" });
  await expect(inShell).toBeHidden();

  // A link to a text finds as Ctrl+F does, which no program can press.
  await page.goto(`/examples#:~:text=${IN_SHELL}`);
  await expect(inShell).toBeVisible();
  await expect(page.getByRole("tab", { name: "Shell", selected: true })).toBeVisible();
});
