/** Plain English: no constructions that have to be decoded, short sentences, documents of one sitting. */

import { describe, expect, it } from "vitest";
import { files, textOf } from "./sources.ts";

/** Written by `vitest -u` or by the layer `firmware`. */
const GENERATED = /^test\/(conformance|threats|faults|firmware\/results)\.md$/;
const MAX_SENTENCE_WORDS = 35;
/** A document that a person reads in one sitting. */
const MAX_LINES = 250;
const MAX_README_LINES = 125;

const CONSTRUCTIONS =
  /\b(whoever|is none|are none|of before|so many|answers the|that which|is told|says of itself|tells? the truth)\b/gi;

const documents = files.filter((file) => file.endsWith(".md") && !GENERATED.test(file));
const wordsOf = (text: string): number => text.split(/\s+/).filter((word) => /\w/.test(word)).length;
const constructionsIn = (text: string): string[] => text.match(CONSTRUCTIONS) ?? [];

/** The sentences of a document. Code counts as one word; a list item and a table cell end a sentence. */
const sentencesOf = (markdown: string): string[] =>
  markdown
    .replace(/```.*?```/gs, "")
    .replace(/`[^`]*`/g, "code")
    .replace(/\]\([^)]*\)/g, "]")
    .split(/\n\s*\n|\n(?=\s*(?:[-#|]|\d+\. ))|\|/)
    .flatMap((block) => block.split(/(?<=[.:;!?])\**\s+/));

describe("documents", () => {
  it("have no constructions that have to be decoded", () => {
    const wrong = documents.flatMap((file) =>
      constructionsIn(textOf(file)).map((each) => `${file}: ${each}`),
    );
    expect(wrong).toEqual([]);
  });

  it(`have sentences of at most ${MAX_SENTENCE_WORDS} words`, () => {
    const long = documents.flatMap((file) =>
      sentencesOf(textOf(file))
        .filter((sentence) => wordsOf(sentence) > MAX_SENTENCE_WORDS)
        .map((sentence) => `${file}: ${sentence}`),
    );
    expect(long).toEqual([]);
  });

  it(`have at most ${MAX_LINES} lines, the README ${MAX_README_LINES}`, () => {
    const linesOf = (file: string) => textOf(file).trimEnd().split("\n").length;
    const long = documents
      // nobody reads it in one sitting, and it only grows
      .filter((file) => file !== "CHANGELOG.md")
      .filter((file) => linesOf(file) > (file === "README.md" ? MAX_README_LINES : MAX_LINES))
      .map((file) => `${file}: ${linesOf(file)} lines`);
    expect(long).toEqual([]);
  });
});

/** Whether a source file has such a construction. This test is exempt. */
const isUnclear = (file: string): boolean =>
  (/\.(tsx?|mjs|css|html)$/.test(file) || file === "package.json") &&
  !file.endsWith("plain-language.test.ts") &&
  constructionsIn(textOf(file)).length > 0;

describe("comments and texts in the code", () => {
  it("are free of constructions that have to be decoded", () => {
    expect(files.filter(isUnclear)).toEqual([]);
  });

  it("are recognised: a sentence to decode, and one that is too long", () => {
    expect(constructionsIn("Whoever floods is told so.")).toEqual(["Whoever", "is told"]);
    expect(constructionsIn("It tells the truth; they tell the truth.")).toEqual([
      "tells the truth",
      "tell the truth",
    ]);
    expect(sentencesOf("One `a b`. Two.\n- Three").map(wordsOf)).toEqual([2, 1, 1]);
  });
});

describe("exported types", () => {
  it("have a name of their own in the product", () => {
    const places = new Map<string, string[]>();
    for (const file of files.filter((each) => /^(broker|worker|web\/src)\/.*\.tsx?$/.test(each))) {
      for (const [, name = ""] of textOf(file).matchAll(
        /^export (?:abstract )?(?:type|interface|class) (\w+)/gm,
      )) {
        places.set(name, [...(places.get(name) ?? []), file]);
      }
    }
    expect([...places].filter(([, where]) => where.length > 1)).toEqual([]);
  });
});
