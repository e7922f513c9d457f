/** Recipes refer to existing files, and the files contain the symbols that the recipe names. */

import { dirname, join } from "node:path/posix";
import { describe, expect, it } from "vitest";
import { WORK } from "../../broker/hub/turn/due-work.ts";
import { NAVIGATION } from "../../web/src/features/shell/navigation.ts";
import { SCREENS } from "../e2e/screens.ts";
import { LAYERS } from "../support/layers.ts";
import { files, textOf } from "./sources.ts";

/** The changes that a newcomer makes first. */
const PROMISED = [
  "a new endpoint",
  "a new field of a noun",
  "a new limit",
  "a new property",
  "a new screen",
  "a new timer",
  "the page's side of a new endpoint",
];

interface Point {
  readme: string;
  /** README, and number of the point. */
  place: string;
  text: string;
}

/** The numbered points below each heading `## Recipe: …`; a point may have several lines. */
function pointsOf(readme: string): Point[] {
  const recipes = textOf(readme).split(/^(?=#+ )/m);
  return recipes.flatMap((section) => {
    const [, title] = /^#+ Recipe: (.+)/.exec(section) ?? [];
    if (title === undefined) return [];
    const points = section.split(/^(?=\d+\. )/m).slice(1);
    return points.map((text, index) => ({ readme, place: `${title}, ${index + 1}`, text }));
  });
}

/** `path` → `symbol`, `symbol` or `symbol`. */
const PLACE =
  /`([\w./@$-]+(?:\.(?:tsx?|mjs|css|html|json|md|sql|toml)|\/))`(?:\s+→\s+(`[^`]+`(?:(?:,\s+|\s+(?:and|or)\s+)`[^`]+`)*))?/g;

interface Named {
  path: string;
  symbols: string[];
}

const placesOf = ({ text }: Point): Named[] =>
  [...text.matchAll(PLACE)].map(([, path = "", symbols = ""]) => ({
    path,
    symbols: [...symbols.matchAll(/`([^`]+)`/g)].map(([, symbol = ""]) => symbol),
  }));

/** Relative to the README's folder, or to the root. */
const found = (readme: string, path: string): string | undefined =>
  [join(dirname(readme), path), path].find((at) =>
    at.endsWith("/") ? files.some((file) => file.startsWith(at)) : files.includes(at),
  );

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
const holds = (file: string, symbol: string): boolean =>
  new RegExp(`(?<![\\w$])${escaped(symbol)}(?![\\w$])`).test(textOf(file));

/** The mistakes in a point of a recipe. */
function faults(point: Point): string[] {
  const at = `${point.readme}: ${point.place}`;
  const places = placesOf(point);
  if (places.length === 0) return [`${at} names no place`];
  return places.flatMap(({ path, symbols }) => {
    const file = found(point.readme, path);
    if (file === undefined) return [`${at}: there is no ${path}`];
    return symbols
      .filter((symbol) => file.endsWith("/") || !holds(file, symbol))
      .map((symbol) => `${at}: ${path} has no ${symbol}`);
  });
}

const points = files.filter((file) => /(^|\/)README\.md$/.test(file)).flatMap(pointsOf);

describe("recipes", () => {
  it("exist for the usual changes", () => {
    const titles = points.map(({ place }) => place.replace(/, \d+$/, ""));
    expect(PROMISED.filter((title) => !titles.includes(title))).toEqual([]);
  });

  it("refer to files that exist and contain the named symbols", () => {
    expect(points.flatMap(faults)).toEqual([]);
  });

  it("need five places for a new endpoint", () => {
    const needed = points.filter(({ place }) => place.startsWith("a new endpoint, "));
    expect(needed.map(({ place }) => place)).toHaveLength(5);
  });

  it("are checked: a wrong reference is reported", () => {
    const wrong = (text: string) => faults({ readme: "test/README.md", place: "x, 1", text });
    expect(wrong("1. In `run.ts` → `main`, `LANES` and `ALIASES`, and in `test/support/`.")).toEqual([]);
    expect(wrong("1. In `run.ts` → `main` or `mai`.")).toEqual(["test/README.md: x, 1: run.ts has no mai"]);
    expect(wrong("1. In `walk.ts` → `main`.")).toEqual(["test/README.md: x, 1: there is no walk.ts"]);
    expect(wrong("1. Somewhere.")).toEqual(["test/README.md: x, 1 names no place"]);
  });
});

it("are complete: the tests' README lists every layer", () => {
  const text = textOf("test/README.md");
  expect(LAYERS.filter((layer) => !text.includes(`\n| \`${layer}\` |`))).toEqual([]);
});

describe("a file of `web/src/routes`", () => {
  /** The address of a file: `dashboard/mqtt/channels_.$channelId.tsx` is `/dashboard/mqtt/channels/$channelId`. */
  const addressOf = (file: string) =>
    `/${file.replace(/^web\/src\/routes\/|\.tsx$/g, "")}`
      .replaceAll(".", "/")
      .replaceAll(/\/_\w+|_(?=\/|$)|\/index$/g, "");
  /** Layouts and redirections show no screen of their own. */
  const LAYOUTS = ["__root", "_guest", "dashboard", "$"];
  const addresses = files
    .filter((file) => /^web\/src\/routes\/.*\.tsx$/.test(file))
    .filter((file) => !LAYOUTS.some((name) => file === `web/src/routes/${name}.tsx`))
    .map((file) => addressOf(file) || "/");

  /** Addresses that are not in the navigation, and the way to them. */
  const ELSEWHERE = {
    "/": "the address of the product",
    "/login": "a link of the landing page",
    "/register": "a link of the landing page",
    "/forgot-password": "a link of the login",
    "/reset-password": "a link in an e-mail",
    "/verify-email": "a link in an e-mail",
    "/undo-email": "a link in an e-mail",
    "/device": "the code that a phone reads",
    "/authorize": "an app that asks to be connected",
    "/dashboard/devices/$deviceId": "a press on the device",
    "/dashboard/devices/virtual": "a button of the devices",
    "/dashboard/mqtt/channels/$channelId": "a press on the channel",
  };

  it("is in the navigation, or has another way to it", () => {
    const entries: string[] = NAVIGATION.flatMap((section) => section.entries.map(({ to }) => to));
    const missing = addresses.filter((address) => !entries.includes(address));
    expect(missing.sort()).toEqual(Object.keys(ELSEWHERE).sort());
  });

  /** Addresses without a screen of the table, and the reason. */
  const WITHOUT_SCREEN = {
    "/device": "the lamp of the screen `virtual-device`; `test/e2e/virtual-device.test.ts` opens it",
    "/dashboard/mqtt/channels/$channelId": "the screen `channel-values` opens it by a press",
  };

  it("is a screen whose accessibility is tested", () => {
    const paths = SCREENS.map(({ path }) => path.replace(/[?#].*/, ""));
    const shown = (address: string) => {
      const pattern = new RegExp(`^${address.replaceAll(/\$\w+/g, "[^/]+")}$`);
      return paths.some((path) => pattern.test(path));
    };
    expect(addresses.filter((address) => !shown(address)).sort()).toEqual(Object.keys(WITHOUT_SCREEN).sort());
  });
});

it("reads each field of a topic's route where messages are published", () => {
  const file = "broker/hub/publish/topic-route.ts";
  const [, fields = ""] = /interface TopicRoute [^{]*\{(.*?)^\}/ms.exec(textOf(file)) ?? [];
  const names = [...fields.matchAll(/^ {2}readonly (\w+):/gm)].map(([, name = ""]) => name);
  expect(names.length).toBeGreaterThan(5);
  const readers = files.filter((each) => each.startsWith("broker/hub/publish/") && each !== file);
  const unread = names.filter((name) => !readers.some((each) => holds(each, name)));
  // the routes remember there whose rights were checked
  expect(unread).toEqual(["publishers"]);
});

it("requires each work after the turns somewhere in the broker", () => {
  const code = files.filter((file) => /^broker\/.*\.ts$/.test(file)).map(textOf);
  expect(WORK.filter((work) => !code.some((text) => text.includes(`require("${work}")`)))).toEqual([]);
});
