import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { guideText } from "../../../../web/build/guide-text.ts";
import { guideTree } from "../../../../web/build/guide-tree.ts";

const NAMES = ["tcp", "retain", "account", "httpPrograms"];
const nodesOf = (text: string) => guideTree(`## Best practices\n\n${text}`, NAMES).sections[0]?.[2];

const guide = ["connecting", "messages", "using"]
  .map((name) => readFileSync(new URL(`../../../../web/guide/${name}.md`, import.meta.url), "utf8"))
  .join("\n");

describe("the guide", () => {
  it.each([
    ["Watches", /Then switch a device/],
    ["After a power cut", /\{\{statusTopic\}\}/],
    ["Import and export", /switchyard import mosquitto\.conf/],
    ["Guests", /Who may use it/],
  ])("has a chapter: %s", (title, fact) => {
    const chapter = guide.split(/^## /m).find((text) => text.startsWith(`${title}\n`));
    expect(chapter).toMatch(fact);
  });

  it("has a reserved height for each later section, so that the text below stays in place", () => {
    const read = (path: string) => readFileSync(new URL(`../../../../web/${path}`, import.meta.url), "utf8");
    const later = read("guide/messages.md") + read("guide/using.md");
    const titles = [...later.matchAll(/^## (.+)$/gm)].map(([, title = ""]) => title);
    const { sections } = guideTree(titles.map((title) => `## ${title}`).join("\n\n"), []);
    const screen = read("src/features/guide/docs-screen.tsx");
    const rooms = /ROOMS: [^=]+= \{([^}]+)\}/.exec(screen)?.[1] ?? "";
    const reserved = [...rooms.matchAll(/^\s+"?([\w-]+)"?: "/gm)].map(([, id]) => id);
    expect(sections.map(([id]) => id).filter((id) => !reserved.includes(id))).toEqual([]);
    expect(reserved.length).toBeGreaterThan(10);
  });

  it("says which characters a name has, and not a range that mixes capitals", () => {
    expect(guide).not.toMatch(/A to z/);
    expect(guide).toContain("letters without accents, digits, `_`, `.` and `-`");
  });
});

describe("the guide's Markdown", () => {
  it("becomes sections, whose ids are the anchors that links use", () => {
    const { title, lead, sections } = guideTree(
      "# Guide\n\nWhat it\nneeds.\n\n## Home Assistant\n\nText\n",
      [],
    );
    expect([title, lead]).toEqual(["Guide", "What it needs."]);
    expect(sections).toEqual([["home-assistant", "Home Assistant", [["p", "Text"]]]]);
  });

  it("becomes elements: links, code, lists and lists of facts", () => {
    const nodes = nodesOf(
      "A *b* [c](/dashboard/profile?tab=keys) [d](#http) `{{account}}/x`\n\n- one\n- two\n\n### More\n\n- **`{}`**: Off.\n- **On**: {{account}} it",
    );
    expect(nodes).toEqual([
      [
        "p",
        "A ",
        ["em", "b"],
        " ",
        ["Link", "/dashboard/profile?tab=keys", "c"],
        " ",
        ["a", "#http", "d"],
        " ",
        ["code", ["=", "account"], "/x"],
      ],
      ["ul", ["li", "one"], ["li", "two"]],
      ["h3", "More"],
      ["dl", ["fact", ["code", "{}"], "Off."], ["fact", "On", ["=", "account"], " it"]],
    ]);
  });

  it("names values, and parts that depend on one, also in each other", () => {
    const nodes = nodesOf(
      "{{#tcp}}\n\nA{{^retain}} not{{/retain}} stored\n\n{{/tcp}}\n\n{{>httpPrograms}}\n\n`{{ value_json.state }}`",
    );
    expect(nodes).toEqual([
      ["#", "tcp", ["p", "A", ["^", "retain", " not"], " stored"]],
      ["=", "httpPrograms"],
      ["p", ["code", "{{ value_json.state }}"]],
    ]);
  });

  it.each([
    ["{{user}}", "{{user}}"],
    ["{{#tcp}}a", "{{#tcp}} has no end"],
    ["a{{/tcp}}", "{{/tcp}} ends nothing"],
    ["| a |\n|---|\n| b |", "no table"],
    ["[a](/dashboard?x=1)", "cannot link /dashboard?x=1"],
  ])("fails the build with %s", (text, message) => {
    expect(() => nodesOf(text)).toThrow(message);
  });
});

it("becomes docs.md with the defaults of the product, and with the programs", async () => {
  const text = await guideText(
    "# Guide\n\nLead\n\n## A\n\n{{#broker}}\n\n- {{#tcp}}{{tcpAddress}}{{/tcp}}{{^tcp}}none{{/tcp}}\n\n{{/broker}}\n\n{{>telemetryPrograms}}\n\n{{>asyncapi}}\n\n## B\n",
  );
  expect(text).toMatch(
    /^# Guide\n\n> `your-host` stands .*\n\nLead\n\n## A\n\n- `your-host:1883`\n\n### ESP32\n/,
  );
  expect(text).toMatch(/```sh\n[^`]+\n```\n\n## B\n$/);
});
