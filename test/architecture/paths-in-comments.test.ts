/** Files and folders that comments and documents name exist: a path in backticks, or the name of a source file. */

import { expect, it } from "vitest";
import { files, textOf } from "./sources.ts";

/** Made by the build or by an operator, so not in the repository. */
const ELSEWHERE = ["docs.md", "privacy.md", "terms.md"];
/** Folders and files that the build or a test makes. */
const MADE = /^(web\/dist|worker\/packed)\b/;
const READ = /^((broker|worker|web|test|examples|findings)\/.*\.(tsx?|mjs|css|md)|[A-Z]+\.md)$/;
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

const FOLDERS = [
  ...new Set(files.filter((file) => file.includes("/")).map((file) => file.split("/")[0] ?? "")),
];
const FROM_ROOT = new RegExp(
  `\`((?:${FOLDERS.map((name) => name.replaceAll(".", "\\.")).join("|")})/[\\w@./-]*\\w)/?\``,
  "g",
);

/** Paths from the root, of folders, too. Placeholders such as `<noun>` are skipped. */
const pathsIn = (text: string): string[] => [...text.matchAll(FROM_ROOT)].map(([, path = ""]) => path);

const isThere = (path: string): boolean =>
  MADE.test(path) || files.some((file) => file === path || file.startsWith(`${path}/`));

const unknownIn = (file: string): string[] =>
  [
    ...namedIn(textOf(file)).filter((path) => !isKnown(path)),
    ...pathsIn(textOf(file)).filter((path) => !isThere(path)),
  ].map((path) => `${file}: there is no ${path}`);

const read = files.filter(
  (file) =>
    READ.test(file) &&
    !HISTORY.test(file) &&
    !GENERATED.test(file) &&
    !/^test\/architecture\/.*\.test\.ts$/.test(file),
);

it("names only files that exist", () => {
  expect(read.flatMap(unknownIn)).toEqual([]);
});

it("reads the documents at the top, of each folder and of the findings", () => {
  expect(read).toEqual(expect.arrayContaining(["DECISIONS.md", "worker/OPERATING.md", "findings/README.md"]));
});

it("recognises a path from the root", () => {
  const text =
    "See `broker/hub/`, `worker/vanished`, `.ci/run`, `findings/vanished.sh` and `worker/contract/<noun>.ts`, not `a/b`.";
  const found = ["broker/hub", "worker/vanished", ".ci/run", "findings/vanished.sh"];
  expect(pathsIn(text)).toEqual(found);
  expect(found.map(isThere)).toEqual([true, false, true, false]);
});

it("recognises the name of a file", () => {
  expect(namedIn("See `../hub/turn.ts` and `plan.ts`, not `plan`.")).toEqual(["hub/turn.ts", "plan.ts"]);
  expect(isKnown("vanished.ts")).toBe(false);
});
