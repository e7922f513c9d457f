/** Files that comments and documents name exist: a path or name in backticks that ends as a source file. */

import { expect, it } from "vitest";
import { files, textOf } from "./sources.ts";

/** Made by the build or by an operator, so not in the repository. */
const ELSEWHERE = ["docs.md", "privacy.md", "terms.md"];
const READ = /^(broker|worker|web|test)\/.*\.(tsx?|mjs|css|md)$/;
/** Written by the tests, from names of tests. */
const GENERATED = /^test\/(conformance|threats|faults|firmware\/results)\.md$/;

/** The last part of a path is enough: comments name files relative to several folders. */
const isKnown = (path: string): boolean =>
  ELSEWHERE.includes(path) || files.some((file) => file === path || file.endsWith(`/${path}`));

const namedIn = (text: string): string[] =>
  [...text.matchAll(/`([\w.@$/-]+\.(?:tsx?|mjs|css|md))`/g)].map(([, path = ""]) =>
    path.replace(/^(\.\.?\/)+/, ""),
  );

const unknownIn = (file: string): string[] =>
  namedIn(textOf(file))
    .filter((path) => !isKnown(path))
    .map((path) => `${file}: there is no ${path}`);

it("names only files that exist", () => {
  const read = files.filter(
    (file) => READ.test(file) && !GENERATED.test(file) && !/^test\/architecture\/.*\.test\.ts$/.test(file),
  );
  expect(read.flatMap(unknownIn)).toEqual([]);
});

it("recognises the name of a file", () => {
  expect(namedIn("See `../hub/turn.ts` and `plan.ts`, not `plan`.")).toEqual(["hub/turn.ts", "plan.ts"]);
  expect(isKnown("vanished.ts")).toBe(false);
});
