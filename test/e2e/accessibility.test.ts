/** Accessibility of every screen: contrast, screen readers, keyboard. */

import AxeBuilder from "@axe-core/playwright";
import type { Browser, Page } from "@playwright/test";
import type { Account } from "../support/account.ts";
import { baseUrl, expect, test as journey, signIn } from "./journey.ts";
import type { Screen } from "./screen.ts";
import { SCREENS, show, usedAccount } from "./screens.ts";

interface TestPages {
  inside: Page;
  outside: Page;
  /** The user in local storage. */
  person: string;
}

async function stretch(account: Account): Promise<void> {
  const long = await account.newChannel(`greenhouse/${"bench-".repeat(12)}/valve`);
  const channels = [long, await account.newChannel("a/b"), await account.newChannel("c/d")];
  await account.newDevice("מנורת הכניסה של הבית הישן (2) 💡 玄関のランプ", channels);
  await account.newDevice("Kilometrelongnamewithoutaspace".repeat(3), channels);
  await account.newCredential("x".repeat(60), channels);
}

/** A page that measures its layout shifts and reports policy violations, reused for all screens. */
async function newTestPage(browser: Browser): Promise<Page> {
  const context = await browser.newContext({ baseURL: baseUrl(), reducedMotion: "reduce" });
  await context.addInitScript(() => {
    const shifts: number[] = [];
    const refused: string[] = [];
    Object.assign(window, { shifts, refused });
    document.addEventListener("securitypolicyviolation", ({ effectiveDirective, blockedURI, sample }) =>
      refused.push(`${effectiveDirective} ${blockedURI} ${sample}`),
    );
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        shifts.push((entry as PerformanceEntry & { value: number }).value);
    }).observe({ type: "layout-shift", buffered: true });
  });
  return context.newPage();
}

const test = journey.extend<{ shown: Screen }, { desk: TestPages }>({
  desk: [
    async ({ browser }, use) => {
      const { account, lamp } = await usedAccount(baseUrl());
      await stretch(account);
      const [inside, outside] = [await newTestPage(browser), await newTestPage(browser)];
      await signIn(inside, account);
      // It has loaded its lists once, and knows their height.
      await show(inside, { name: "dashboard", path: "/dashboard", heading: "Dashboard" });
      await use({ inside, outside, person: await inside.evaluate(() => localStorage.user) });
      await lamp.kill();
    },
    { scope: "worker" },
  ],
  shown: [{ name: "", path: "/", heading: "" }, { option: true }],
  page: async ({ desk, shown }, use) => {
    const page = shown.signedIn ? desk.inside : desk.outside;
    await page.setViewportSize(WIDE);
    await page.emulateMedia({ colorScheme: "light" });
    await use(page);
    await page.unrouteAll();
    // Changes of the user by a state apply to that state only.
    await desk.inside.evaluate((person) => Object.assign(localStorage, { user: person }), desk.person);
  },
});

const WIDE = { width: 1440, height: 900 };
const NARROW = { width: 360, height: 740 };
/** A window of 1440 pixels at 200 %. */
const ZOOMED = { width: 720, height: 450 };

/** `colours`: both themes have the same document with other colours. */
async function expectNoFindings(page: Page, extent: "all" | "colours"): Promise<void> {
  // Without frames axe needs no second page.
  const axe = new AxeBuilder({ page }).setLegacyMode();
  // Without the nodes that pass, which take most of the time.
  const resultTypes = ["violations" as const];
  if (extent === "colours") axe.options({ resultTypes, runOnly: ["color-contrast"] });
  // Off by default in axe; 24 pixels, or that much space around.
  else axe.options({ resultTypes, rules: { "target-size": { enabled: true } } });
  const { violations } = await axe.analyze();
  const found = violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 200)} ${failureSummary ?? ""}`),
  );
  expect(found).toEqual([]);
}

/** The page keeps to its own policy. Checked before axe is injected. */
async function expectNothingRefused(page: Page): Promise<void> {
  expect(await page.evaluate(() => (window as unknown as { refused: string[] }).refused)).toEqual([]);
}

/** No layout shift during the load, and no animation. */
async function expectStill(page: Page, { open }: Screen): Promise<void> {
  const shifts = await page.evaluate(() => (window as unknown as { shifts: number[] }).shifts);
  if (!open) expect(shifts.reduce((sum, value) => sum + value, 0)).toBeLessThanOrEqual(0.02);
  const moving = await page.evaluate(
    () =>
      document
        .getAnimations()
        // Below a millisecond it is not an animation.
        .filter(({ effect }) => Number(effect?.getComputedTiming().activeDuration) > 1).length,
  );
  expect(moving, "moves although less motion is wanted").toBe(0);
}

const sideways = (page: Page) =>
  page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    return scrollWidth - clientWidth;
  });

/** The focused element, and the problem of its focus indicator. */
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
  // The middle of its visible part.
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
  // A list navigated by arrows: the caret and the marked entry show the focus.
  if (ring || element.role === "combobox") return { id, problem: null };
  return { id, problem: `${name} does not show its focus` };
}

/** The maximum of Tab presses. */
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
    // A menu or a list navigated by arrows keeps the focus.
    if (at.id === before) break;
    before = at.id;
    if (at.problem !== null) problems.push(at.problem);
  }
  expect(problems).toEqual([]);
}

/** axe checks each screen on one display, in turns: wide and light, narrow and dark. `TEST_ALL`: on both. */
const isAll = process.env.TEST_ALL !== undefined;

for (const [index, screen] of SCREENS.entries()) {
  const isWide = isAll || index % 2 === 0;
  const isNarrow = isAll || index % 2 === 1;
  test.describe(() => {
    test.use({ shown: screen });
    test(screen.name, async ({ page }) => {
      await show(page, screen);
      await expectNothingRefused(page);
      await expectStill(page, screen);
      if (isWide) await expectNoFindings(page, "all");
      await page.emulateMedia({ colorScheme: "dark" });
      // A dialog has the same content on all displays.
      if (isAll && !screen.open) await expectNoFindings(page, "colours");
      await page.setViewportSize(ZOOMED);
      expect(await sideways(page)).toBe(0);
      await page.setViewportSize(NARROW);
      expect(await sideways(page)).toBe(0);
      if (isNarrow) await expectNoFindings(page, "all");
      await expectFocusSeen(page);
    });
  });
}
