/** Every text that the product's description fixes is on its screen. */

import type { Page } from "@playwright/test";
import { type FixedTexts, PRODUCT_TEXTS, type Reader } from "../support/product-texts.ts";
import { expect, signIn, test } from "./journey.ts";
import type { ScreenSetup } from "./screen-setup.ts";
import { SCREEN_SETUPS } from "./screen-setups.ts";

/** The page's present text: visible, in a field, or as an accessible name. */
const saidBy = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const attributes = ["aria-label", "placeholder", "title"];
    const named = [...document.querySelectorAll(attributes.map((name) => `[${name}]`).join())];
    const names = named
      .filter((element) => element.checkVisibility())
      .flatMap((element) => attributes.map((name) => element.getAttribute(name) ?? ""));
    // biome-ignore lint/performance/useDomNodeTextContent: only what is shown counts.
    return [document.body.innerText, ...names].join("\n").replace(/[^\S\n]+/g, " ");
  });

/** Not inside another word. */
const isSaid = (said: string, text: string): boolean =>
  new RegExp(`(?<!\\w)${text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")}(?!\\w)`).test(said);

async function expectSaid(page: Page, { sentences = [], words = [] }: FixedTexts): Promise<void> {
  const missing = async () => {
    const said = await saidBy(page).catch(() => "");
    return [...sentences, ...words].filter((text) => !isSaid(said, text));
  };
  await expect.poll(missing).toEqual([]);
}

/** The data of each reader. */
const SEEDS: Record<Reader, ScreenSetup> = {
  visitor: async () => {},
  newcomer: ({ page, account }) => signIn(page, account),
  owner: async ({ page, account }) => {
    await account.newKey();
    const channels = [];
    for (const topic of ["home/porch", "home/attic", "home/cellar"]) {
      channels.push(await account.newChannel(topic));
    }
    await account.newCredential("bench", channels.slice(0, 1));
    await account.newDevice("Ceiling fan");
    const lamp = await account.newDevice("Porch lamp", channels);
    await account.switchDevice(lamp, "on");
    await account.untilEvent(lamp.id, "turned_on");
    await signIn(page, account);
  },
};

for (const who of Object.keys(SCREEN_SETUPS) as Reader[]) {
  test(`every text for the ${who} is on its screen`, async ({ page, account }) => {
    await SEEDS[who]({ page, account });
    const states: [string, FixedTexts][] = Object.entries(PRODUCT_TEXTS[who]);
    const ways: Record<string, ScreenSetup> = SCREEN_SETUPS[who];
    for (const [state, said] of states) {
      await test.step(state, async () => {
        await ways[state]?.({ page, account });
        await expectSaid(page, said);
        await page.unrouteAll({ behavior: "ignoreErrors" });
      });
    }
  });
}
