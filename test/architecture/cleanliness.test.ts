/** Contents that a public repository must not have. */

import { expect, it } from "vitest";
import { files, textOf } from "./sources.ts";

const texts = files
  .filter((file) => !/\.(png|woff2|ico|jpg)$/.test(file))
  .map((file) => [file, textOf(file)] as const);
/** This file names what it forbids. */
const others = texts.filter(([file]) => file !== "test/architecture/cleanliness.test.ts");

const found = (pattern: RegExp, within = others) =>
  within.flatMap(([file, text]) =>
    text
      .split("\n")
      .flatMap((line, index) =>
        pattern.test(line) ? [`${file}:${index + 1}: ${line.trim().slice(0, 100)}`] : [],
      ),
  );

/** Files and folders beside the dotfiles, each with one purpose that a visitor knows. */
const TOP_LEVEL = new Set([
  "README.md",
  "CHANGELOG.md",
  "DECISIONS.md",
  "CONTRIBUTING.md",
  "SECURITY.md",
  "AGENTS.md",
  "LICENSE",
  "package.json",
  "package-lock.json",
  "tsconfig.json",
  "wrangler.toml",
  "Dockerfile",
  "compose.yaml",
  "broker",
  "examples",
  "findings",
  "migrations",
  "test",
  "web",
  "worker",
]);
const TOP_DOTFILES = new Set([
  ".biome.json",
  ".ci",
  ".devcontainer",
  ".dockerignore",
  ".editorconfig",
  ".github",
  ".gitignore",
  ".npmrc",
]);

it("has known files and folders only at the top", () => {
  const top = new Set(files.map((file) => file.split("/")[0] ?? ""));
  expect([...top].filter((name) => !TOP_LEVEL.has(name) && !TOP_DOTFILES.has(name))).toEqual([]);
});

it("names no machine", () => {
  expect(found(/(^|[\s"'`(=:])\/(home|Users|root|work|tmp\/bash)\/[a-z]/)).toEqual([]);
});

it("locks versions and checksums, without registry addresses [T38]", () => {
  const locks = texts.filter(([file]) => file.endsWith("package-lock.json"));
  expect(locks).toHaveLength(2);
  // a folder of the repository is not a registry
  expect(found(/"resolved": "(?!programs\/)|registry\.|artifactory|nexus/, locks)).toEqual([]);
  expect(
    found(
      /^\s*registry\s*=/,
      texts.filter(([file]) => file.endsWith(".npmrc")),
    ),
  ).toEqual([]);
});

it("has no TODO comments", () => {
  expect(found(/\b(TODO|FIXME|XXX|HACK)\b/)).toEqual([]);
});

it("gives a reason with every silenced lint rule", () => {
  expect(found(/@ts-ignore|@ts-nocheck|eslint-disable/)).toEqual([]);
  expect(found(/@ts-expect-error\s*$/)).toEqual([]);
  expect(found(/biome-ignore [^:]+:\s*$/)).toEqual([]);
});

it("has no folder without a meaningful name", () => {
  expect(files.filter((file) => /(^|\/)(utils?|helpers?|common|misc)(\/|\.tsx?$)/.test(file))).toEqual([]);
});
