/** Accessibility of every screen: contrast, screen readers, keyboard. */

import AxeBuilder from "@axe-core/playwright";
import type { Browser, Page } from "@playwright/test";
import { inRoot } from "../../worker/local/paths.ts";
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

/** https://wicg.github.io/layout-instability/#sec-layout-shift */
interface LayoutShift extends PerformanceEntry {
  value: number;
  sources: { node: Node | null }[];
}

interface Shift {
  score: number;
  /** The starts of what moved, in their parents. */
  moved: string[];
}

/** A page that measures its layout shifts and reports policy violations, reused for all screens. */
async function newTestPage(browser: Browser): Promise<Page> {
  const context = await browser.newContext({ baseURL: baseUrl(), reducedMotion: "reduce" });
  await context.addInitScript(() => {
    const shifts: Shift[] = [];
    const refused: string[] = [];
    Object.assign(window, { shifts, refused });
    document.addEventListener("securitypolicyviolation", ({ effectiveDirective, blockedURI, sample }) =>
      refused.push(`${effectiveDirective} ${blockedURI} ${sample}`),
    );
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as LayoutShift[])
        shifts.push({
          score: entry.value,
          moved: entry.sources.map(({ node }) => node?.parentElement?.outerHTML.slice(0, 100) ?? ""),
        });
    }).observe({ type: "layout-shift", buffered: true });
  });
  await context.addInitScript({ path: inRoot("node_modules/axe-core/axe.min.js") });
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
    await page.unrouteAll({ behavior: "ignoreErrors" });
    // Changes of the user by a state apply to that state only.
    await desk.inside.evaluate((person) => Object.assign(localStorage, { user: person }), desk.person);
  },
});

const WIDE = { width: 1440, height: 900 };
/** The widest lists have the least room for their table here. */
const LAPTOP = { width: 1250, height: 700 };
const NARROW = { width: 360, height: 740 };
/** A window of 1440 pixels at 200 %. */
const ZOOMED = { width: 720, height: 450 };

/** `colours`: both themes have the same document with other colours. */
async function expectNoFindings(page: Page, extent: "all" | "colours"): Promise<void> {
  // Without frames axe needs no second page. The builder would send axe to the browser twice; each page has it.
  const axe = new AxeBuilder({ page, axeSource: ";" }).setLegacyMode();
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

/** The page keeps to its own policy. Checked before axe runs. */
async function expectNothingRefused(page: Page): Promise<void> {
  expect(await page.evaluate(() => (window as unknown as { refused: string[] }).refused)).toEqual([]);
}

/** No layout shift during the load, and no animation. */
async function expectStill(page: Page, { open }: Screen): Promise<void> {
  const shifts = await page.evaluate(() => (window as unknown as { shifts: Shift[] }).shifts);
  const sum = shifts.reduce((before, { score }) => before + score, 0);
  if (!open) expect(sum, JSON.stringify(shifts, null, 1)).toBeLessThanOrEqual(0.02);
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

/** The problem of the focused element's indicator; undefined where the walk ends: outside the page, or at a former stop. */
async function focusProblem(): Promise<string | null | undefined> {
  const { stops = new Set<Element>() } = window as { stops?: Set<Element> };
  Object.assign(window, { stops });
  const element = document.activeElement;
  if (!(element instanceof HTMLElement) || element === document.body || stops.has(element)) return;
  stops.add(element);
  const name = `${element.tagName} ${element.getAttribute("aria-label") ?? element.textContent?.slice(0, 40) ?? ""}`;
  const around = element.closest("label, .focus-within\\:border-edge");
  const look = () => {
    const box = [...element.getClientRects()].find(({ width, height }) => width > 0 && height > 0);
    if (!box) return `${name} has no box`;
    // The middle of its visible part.
    const x = (Math.max(box.left, 0) + Math.min(box.right, innerWidth)) / 2;
    const y = (Math.max(box.top, 0) + Math.min(box.bottom, innerHeight)) / 2;
    const top = document.elementFromPoint(x, y);
    if (!top || !(element.contains(top) || top.contains(element) || around?.contains(top)))
      return `${name} is covered by ${top?.outerHTML.slice(0, 120) ?? "the edge"} at ${x}, ${y} of ${innerWidth} × ${innerHeight}`;
    const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(element);
    const ring = (outlineStyle !== "none" && Number.parseFloat(outlineWidth) >= 1) || boxShadow !== "none";
    // A list navigated by arrows: the caret and the marked entry show the focus.
    return ring || element.role === "combobox" ? null : `${name} does not show its focus`;
  };
  // The page may still be scrolling to it.
  for (let frame = 0; frame < 60 && look() !== null; frame += 1) await new Promise(requestAnimationFrame);
  return look();
}

/** The maximum of Tab presses. */
const STOPS = 35;

async function expectFocusSeen(page: Page): Promise<void> {
  const problems: string[] = [];
  for (let stop = 0; stop < STOPS; stop += 1) {
    await page.keyboard.press("Tab");
    const problem = await page.evaluate(focusProblem);
    if (problem === undefined) break;
    if (problem !== null) problems.push(problem);
  }
  expect(problems).toEqual([]);
}

/** axe checks each screen on one display, in turns: wide and light, narrow and dark. `TEST_ALL`: on both. */
const isAll = process.env.TEST_ALL !== undefined;

const screens = SCREENS.filter(({ partOf }) => isAll || partOf === undefined);

for (const [index, screen] of screens.entries()) {
  const isWide = isAll || index % 2 === 0;
  const isNarrow = isAll || index % 2 === 1;
  test.describe(() => {
    test.use({ shown: screen });
    test(screen.name, async ({ page }) => {
      await show(page, screen);
      await expectNothingRefused(page);
      await expectStill(page, screen);
      if (isWide) await expectNoFindings(page, "all");
      expect(await sideways(page)).toBe(0);
      await page.setViewportSize(LAPTOP);
      expect(await sideways(page)).toBe(0);
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
