/** Files and folders that comments and documents name exist: a path in backticks, or the name of a source file. */

import { expect, it } from "vitest";
import { files, textOf } from "./sources.ts";

/** Made by the build or by an operator, so not in the repository. */
const ELSEWHERE = ["docs.md", "privacy.md", "terms.md"];
/** Folders and files that the build or a test makes. */
const MADE = /^(web\/dist|worker\/packed)\b/;
const READ = /^((broker|worker|web|test|examples)\/.*\.(tsx?|mjs|css|md)|[A-Z]+\.md)$/;
/** What was true when it was written. */
const HISTORY = /^CHANGELOG\.md$/;
/** Written by the tests, from names of tests. */
const GENERATED = /^test\/(conformance|threats|faults|firmware\/results)\.md$/;

/** The last part of a path is enough: comments name files relative to several folders. */
const isKnown = (path: string): boolean =>
  ELSEWHERE.includes(path) || files.some((file) => file === path || file.endsWith(`/${path}`));

const namedIn = (text: string): string[] =>
  [...text.matchAll(/`([\w.@$/-]+\.(?:tsx?|mjs|css|md))`/g)].map(([, path = ""]) =>
    path.replace(/^(\.\.?\/)+/, ""),
  );

/** Paths from the root, of folders, too. Placeholders such as `<noun>` are skipped. */
const pathsIn = (text: string): string[] =>
  [...text.matchAll(/`((?:broker|worker|web|test|examples|migrations)\/[\w@./-]*\w)\/?`/g)].map(
    ([, path = ""]) => path,
  );

const isThere = (path: string): boolean =>
  MADE.test(path) || files.some((file) => file === path || file.startsWith(`${path}/`));

const unknownIn = (file: string): string[] =>
  [
    ...namedIn(textOf(file)).filter((path) => !isKnown(path)),
    ...pathsIn(textOf(file)).filter((path) => !isThere(path)),
  ].map((path) => `${file}: there is no ${path}`);

it("names only files that exist", () => {
  const read = files.filter(
    (file) =>
      READ.test(file) &&
      !HISTORY.test(file) &&
      !GENERATED.test(file) &&
      !/^test\/architecture\/.*\.test\.ts$/.test(file),
  );
  expect(read.flatMap(unknownIn)).toEqual([]);
});

it("recognises a path from the root", () => {
  expect(pathsIn("See `broker/hub/`, `worker/vanished` and `worker/contract/<noun>.ts`, not `a/b`.")).toEqual(
    ["broker/hub", "worker/vanished"],
  );
  expect([isThere("broker/hub"), isThere("worker/vanished")]).toEqual([true, false]);
});

it("recognises the name of a file", () => {
  expect(namedIn("See `../hub/turn.ts` and `plan.ts`, not `plan`.")).toEqual(["hub/turn.ts", "plan.ts"]);
  expect(isKnown("vanished.ts")).toBe(false);
});
