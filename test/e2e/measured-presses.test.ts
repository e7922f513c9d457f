/** The presses of `npm run vitals`, at the widths that it measures. */

import type { Page } from "@playwright/test";
import { PRESSES, WIDTHS } from "../bench/vitals/presses.ts";
import { baseUrl, signIn, test } from "./journey.ts";
import type { Screen } from "./screen.ts";
import { SCREENS, show, usedAccount } from "./screens.ts";

const pressed = SCREENS.filter(({ name }) => name in PRESSES);

async function pressAll(page: Page, isWanted: (screen: Screen) => boolean): Promise<void> {
  for (const screen of pressed.filter(isWanted)) {
    await test.step(screen.name, async () => {
      await show(page, screen);
      await PRESSES[screen.name]?.(page);
    });
  }
}

for (const width of WIDTHS) {
  test.describe(`at ${width} px`, () => {
    test.use({ viewport: { width, height: 800 } });

    test("every measured press finds what it presses", async ({ page }) => {
      const { account, lamp } = await usedAccount(baseUrl());
      try {
        await pressAll(page, (screen) => screen.signedIn !== true);
        await signIn(page, account);
        await pressAll(page, (screen) => screen.signedIn === true);
      } finally {
        await lamp.kill();
      }
    });
  });
}
