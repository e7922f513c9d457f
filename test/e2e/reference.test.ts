/** The API reference, which the server renders without the page's code. */

import AxeBuilder from "@axe-core/playwright";
import { expect, test } from "./journey.ts";

/** One template makes all calls and one all schemas; axe would need minutes for all. */
const SPARED = "section[id]:not(#updateDevice, #schema-Device), li:nth-child(n + 3)";

test("the reference is accessible, in both themes and on a phone", async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto("/v0/reference");
  const call = page.getByRole("region", { name: "PUT /v0/devices/on-off/{id}/", exact: true });
  await expect(call).toContainText("Needs a login session, or a token with setup:write and devices:switch.");
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  await page.locator(SPARED).evaluateAll((all) => {
    for (const each of all) each.remove();
  });
  // both themes have the same document with other colours
  for (const [colorScheme, rules] of [
    ["light", {}],
    ["dark", { runOnly: "color-contrast" }],
  ] as const) {
    await page.emulateMedia({ colorScheme });
    const options = { resultTypes: ["violations" as const], ...rules };
    const { violations } = await new AxeBuilder({ page }).setLegacyMode().options(options).analyze();
    expect(violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`))).toEqual([]);
  }
});
