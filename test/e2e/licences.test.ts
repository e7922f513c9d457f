/** The page includes the licences of its parts. */

import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "./journey.ts";

const DECISIONS = readFileSync(fileURLToPath(new URL("../../DECISIONS.md", import.meta.url)), "utf8");

function bundled(): string[] {
  const section = /## Dependencies of the page[^\n]*\n([\s\S]*?)\n## /.exec(DECISIONS)?.[1] ?? "";
  const names = [...section.matchAll(/^- \*\*(.+?)\*\*/gm)].flatMap((match) =>
    (match[1] ?? "").split(/,\s*/),
  );
  // Build tools: they write no text of theirs into the page.
  const BUILDERS = ["@tailwindcss/vite", "@tanstack/router-plugin"];
  return names.filter((name) => !BUILDERS.includes(name));
}

test("the footer links to the licences of all parts", async ({ page }) => {
  await page.goto("/");
  await page.getByRole("contentinfo").getByRole("link", { name: "Licences" }).click();
  await expect(page).toHaveURL("/THIRD-PARTY-NOTICES.txt");
  const text = (await page.locator("body").textContent()) ?? "";
  const names = [...bundled(), "worker-timers", "ieee754"];
  expect(names.length).toBeGreaterThan(15);
  expect(names.filter((name) => !text.includes(`\n${name} `))).toEqual([]);
  for (const words of [
    "SIL OPEN FONT LICENSE",
    "Permission is hereby granted, free of charge",
    "Redistributions in binary form must reproduce the above copyright notice",
  ])
    expect(text).toContain(words);
});
