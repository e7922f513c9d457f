/** The guide as searchable and printable text, with unselected tabs. */

import { expect, test } from "./journey.ts";

/** Only in the program for a shell, which is not selected. */
const IN_SHELL = "mosquitto_sub";

test("the browser's search opens the tab with the match, and paper has all tabs [F378]", async ({ page }) => {
  await page.goto("/examples");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  // The first interaction of a reader.
  await page.keyboard.press("ArrowDown");
  const inShell = page.getByText(IN_SHELL).first();
  await expect(inShell).toBeAttached();
  await expect(inShell).toBeHidden();

  await page.emulateMedia({ media: "print" });
  await expect(inShell).toBeVisible();
  await expect(page.getByRole("tab")).toHaveCount(0);
  await page.emulateMedia({ media: "screen" });
  await expect(inShell).toBeHidden();

  // A text fragment searches like Ctrl+F, which no program can press.
  await page.goto(`/examples#:~:text=${IN_SHELL}`);
  await expect(inShell).toBeVisible();
  await expect(page.getByRole("tab", { name: "Shell", selected: true })).toBeVisible();
});
