/** What every screen owes everyone who looks at it, hears it, or has no mouse. */

import AxeBuilder from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import type { Account } from "../support/account.ts";
import { baseUrl, expect, test as journey, signIn } from "./journey.ts";
import { SCREENS, show, stretch, usedAccount } from "./screens.ts";

const test = journey.extend<object, { used: Account }>({
  used: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright wants the pattern to see which fixtures are used.
    async ({}, use) => {
      const { account, lamp } = await usedAccount(baseUrl());
      await stretch(account);
      await use(account);
      await lamp.kill();
    },
    { scope: "worker" },
  ],
});

const WIDE = { width: 1440, height: 900 };
const NARROW = { width: 360, height: 740 };
/** What a window of 1440 pixels has at 200 %. */
const ZOOMED = { width: 720, height: 450 };

/** `colours`: the document is the same in both themes, only its colours are not. */
async function expectNoFindings(page: Page, extent: "all" | "colours"): Promise<void> {
  const axe = new AxeBuilder({ page });
  if (extent === "colours") axe.withRules(["color-contrast"]);
  // Off by default in axe; 24 pixels, or room around.
  else axe.options({ rules: { "target-size": { enabled: true } } });
  const { violations } = await axe.analyze();
  const found = violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 200)} ${failureSummary ?? ""}`),
  );
  expect(found).toEqual([]);
}

const sideways = (page: Page) =>
  page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    return scrollWidth - clientWidth;
  });

/** Of the element that has the focus: who it is, and what is wrong with how that shows. */
function focusProblem(): { id: string; problem: string | null } | null {
  const element = document.activeElement;
  if (!(element instanceof HTMLElement) || element === document.body) return null;
  const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(element);
  const ring = (outlineStyle !== "none" && Number.parseFloat(outlineWidth) >= 1) || boxShadow !== "none";
  const around = element.closest("label, .focus-within\\:border-edge");
  const name = `${element.tagName} ${element.getAttribute("aria-label") ?? element.textContent?.slice(0, 40) ?? ""}`;
  const box = [...element.getClientRects()].find(({ width, height }) => width > 0 && height > 0);
  const id = `${name} ${element.id} ${box?.top} ${box?.left}`;
  if (!box) return { id, problem: `${name} has no box` };
  // The middle of what is in view of it.
  const x = (Math.max(box.left, 0) + Math.min(box.right, innerWidth)) / 2;
  const y = (Math.max(box.top, 0) + Math.min(box.bottom, innerHeight)) / 2;
  const top = document.elementFromPoint(x, y);
  const seen =
    top !== null && (element.contains(top) || top.contains(element) || (around?.contains(top) ?? false));
  if (!seen)
    return {
      id,
      problem: `${name} is covered by ${top?.outerHTML.slice(0, 120) ?? "the edge"} at ${x}, ${y} of ${innerWidth} × ${innerHeight}`,
    };
  // The one field of a list that is walked with the arrows: its caret and the marked entry show where one is.
  if (ring || element.role === "combobox") return { id, problem: null };
  return { id, problem: `${name} does not show its focus` };
}

/** As many as anyone would press before giving up. */
const STOPS = 35;

async function expectFocusSeen(page: Page): Promise<void> {
  const problems: string[] = [];
  let before = "";
  for (let stop = 0; stop < STOPS; stop += 1) {
    await page.keyboard.press("Tab");
    let at = await page.evaluate(focusProblem);
    // The page may still be scrolling to it.
    for (let frame = 0; frame < 60 && at?.problem; frame += 1) {
      await page.evaluate(() => new Promise(requestAnimationFrame));
      at = await page.evaluate(focusProblem);
    }
    if (at === null) break;
    // A menu or a list that is walked with the arrows keeps the focus.
    if (at.id === before) break;
    before = at.id;
    if (at.problem !== null) problems.push(at.problem);
  }
  expect(problems).toEqual([]);
}

// A trace keeps the whole document at every key that is pressed.
test.use({ trace: "off" });

for (const screen of SCREENS) {
  test(screen.name, async ({ page, used }) => {
    await page.addInitScript(() => {
      const shifts: number[] = [];
      Object.assign(window, { shifts });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries())
          shifts.push((entry as PerformanceEntry & { value: number }).value);
      }).observe({ type: "layout-shift", buffered: true });
    });
    await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
    await page.setViewportSize(WIDE);
    if (screen.signedIn) await signIn(page, used);
    await show(page, screen);
    const shifted = await page.evaluate(() =>
      (window as unknown as { shifts: number[] }).shifts.reduce((sum, value) => sum + value, 0),
    );
    if (!screen.open) expect(shifted).toBeLessThanOrEqual(0.02);
    expect(
      await page.evaluate(
        () => document.getAnimations().filter(({ playState }) => playState === "running").length,
      ),
      "moves although less motion is wanted",
    ).toBe(0);

    await expectNoFindings(page, "all");
    await page.emulateMedia({ colorScheme: "dark" });
    await expectNoFindings(page, "colours");
    await page.setViewportSize(ZOOMED);
    expect(await sideways(page)).toBe(0);
    await page.setViewportSize(NARROW);
    expect(await sideways(page)).toBe(0);
    await expectNoFindings(page, "all");
    await expectFocusSeen(page);
  });
}
