/** Places of the page that texts name exist: a tab of the profile or of a device, and a section of the guide. */

import { expect, it } from "vitest";
import { files, sources, textOf } from "./sources.ts";

const FILES = /^(web\/(src|guide)|worker|broker|examples)\/.*\.(tsx?|md)$|^(README|SECURITY)\.md$/;
const read = files.filter((file) => FILES.test(file));

interface PageTab {
  name: string;
  title: string;
}

const tabsIn = (file: string): PageTab[] =>
  [...textOf(file).matchAll(/\bname: "(\w+)",\s+title: "([^"]+)"/g)].map(([, name = "", title = ""]) => ({
    name,
    title,
  }));
const profile = tabsIn("web/src/features/profile/profile-screen.tsx");
const device = tabsIn("web/src/features/device-page/device-tabs.tsx");

/** `Profile → Data`; also where a line of a comment or a text breaks. */
const profileTabsIn = (text: string): string[] =>
  [...text.replaceAll(/\s+/g, " ").matchAll(/\b[Pp]rofile\*?(?: →| >|,) \*?([A-Z][a-z]+(?: [a-z]+)*)/g)].map(
    ([, place = ""]) => place,
  );

/** Whether the words after the arrow begin with the title of a tab. */
const isTab = (place: string): boolean => profile.some(({ title }) => place.startsWith(title));

const guide = files.filter((file) => /^web\/guide\/.*\.md$/.test(file)).map(textOf);
const sections = guide.flatMap((text) =>
  [...text.matchAll(/^## (.+)$/gm)].map(([, title = ""]) => title.toLowerCase().replaceAll(" ", "-")),
);

/** What `pattern` captures in the texts, without the known names. */
const unknownIn = (pattern: RegExp, known: readonly string[]): string[] =>
  read.flatMap((file) =>
    [...textOf(file).matchAll(pattern)]
      .filter(([, name = ""]) => !known.includes(name))
      .map(([found]) => `${file}: ${found}`),
  );

const documents = files.filter((file) => /^(README|examples\/.*)\.md$/.test(file)).map(textOf);
const said = sources.filter(({ file }) => file.startsWith("web/src/")).flatMap((source) => source.said);
/** Of Grafana and of Arduino's examples. */
const OF_OTHERS = ["Dashboards", "Blink"];
/** Long enough to be the fixed end of a label that begins with a word of the device. */
const LONG = 15;
const isLabel = (label: string): boolean =>
  OF_OTHERS.includes(label) ||
  said.some((text) => text === label || (text.length >= LONG && label.endsWith(text)));

/** What a text calls by the page's own words: *Share*, but neither **bold** terms nor *lower case*. */
const labelsIn = (markdown: string): string[] =>
  [...markdown.matchAll(/(?<![*\w])\*([A-Z][^*\n]+)\*(?!\*)/g)].map(([, label = ""]) => label);

it("names buttons and settings in the guide and the documents by the page's own words", () => {
  const labels = [...guide, ...documents].flatMap(labelsIn).flatMap((path) => path.split(" → "));
  expect(labels).toContain("Takes a late command");
  expect(labels.filter((label) => !isLabel(label))).toEqual([]);
  expect(labelsIn("**When**: *Share* and *full*.")).toEqual(["Share"]);
  expect(isLabel("Send it everything")).toBe(false);
});

it("reads the tabs and sections that exist", () => {
  expect(profile.map(({ name }) => name)).toEqual(["you", "keys", "security", "data"]);
  expect(device.map(({ name }) => name)).toContain("schedules");
  expect(sections).toContain("after-a-power-cut");
});

it("names tabs of the profile by their titles", () => {
  const wrong = read.flatMap((file) =>
    profileTabsIn(textOf(file))
      .filter((place) => !isTab(place))
      .map((place) => `${file}: Profile → ${place}`),
  );
  expect(wrong).toEqual([]);
});

it("links tabs that the profile or a device has", () => {
  const names = [...profile, ...device].map(({ name }) => name);
  expect(unknownIn(/\?tab=(\w+)/g, names)).toEqual([]);
  expect(unknownIn(/search=\{\{ tab: "(\w+)"/g, names)).toEqual([]);
});

it("links sections that the guide has", () => {
  expect(unknownIn(/\/docs#([\w-]+)/g, sections)).toEqual([]);
  expect(unknownIn(/to="\/docs" hash="([\w-]+)"/g, sections)).toEqual([]);
});

it("recognises a tab that does not exist", () => {
  expect(profileTabsIn("under *Profile → Tokens* or\n Profile, Guests. Profile → Keys and tokens")).toEqual([
    "Tokens",
    "Guests",
    "Keys and tokens",
  ]);
  expect(["Tokens", "Keys and tokens"].map(isTab)).toEqual([false, true]);
});
