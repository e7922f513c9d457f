/** What a visitor of the repository meets: the workflow, the development container, the documents, the package's data. */

import { existsSync } from "node:fs";
import { dirname, join } from "node:path/posix";
import { expect, it } from "vitest";
import { z } from "zod";
import { TEST_PACKAGES } from "../support/test-packages.ts";
import { files, root, textOf } from "./sources.ts";

const Manifest = z.object({
  license: z.string(),
  repository: z.object({ type: z.literal("git"), url: z.string() }),
  devDependencies: z.record(z.string(), z.string()),
});
const manifest = Manifest.parse(JSON.parse(textOf("package.json")));
const IMAGE = `node:${manifest.devDependencies.node}-bookworm`;

it("runs in CI what a person runs", () => {
  const workflow = textOf(".github/workflows/ci.yml");
  expect(workflow.match(/run: .*/g)).toEqual(["run: .ci/run"]);
  expect(workflow).toContain(`container: ${IMAGE}\n`);
  expect(workflow).toContain("permissions: { contents: read }\n");
  expect(workflow.trimEnd().split("\n").length).toBeLessThanOrEqual(12);
});

it("installs the tests' Debian packages in the development container", () => {
  const { image, onCreateCommand } = z
    .object({ image: z.string(), onCreateCommand: z.string() })
    .parse(JSON.parse(textOf(".devcontainer/devcontainer.json")));
  expect(image).toBe(IMAGE);
  const [, names = ""] = /apt-get install(?: --\S+)* (.*)$/.exec(onCreateCommand) ?? [];
  expect(names.split(" ").toSorted()).toEqual([...TEST_PACKAGES].toSorted());
});

it("updates npm's packages and the actions", () => {
  const text = textOf(".github/dependabot.yml");
  const locks = files
    .filter((file) => file.endsWith("package-lock.json"))
    .map((file) => `/${dirname(file)}`.replace("/.", "/"));
  expect(JSON.parse(/directories: (\[.*\])/.exec(text)?.[1] ?? "[]").toSorted()).toEqual(locks.toSorted());
  expect(text.match(/package-ecosystem: \S+/g)).toEqual([
    "package-ecosystem: npm",
    "package-ecosystem: github-actions",
  ]);
});

it("names the repository's owner in one place", () => {
  const [, owner = ""] =
    /^git\+https:\/\/github\.com\/([\w-]+)\/switchyard\.git$/.exec(manifest.repository.url) ?? [];
  expect(owner).not.toBe("");
  const naming = files.filter((file) => !/\.(png|woff2|ico|jpg)$/.test(file) && textOf(file).includes(owner));
  expect(naming).toEqual(["package.json"]);
});

it("has the licence that the package names", () => {
  expect(textOf("LICENSE").split("\n")[0]).toBe(`${manifest.license} License`);
});

const DOCUMENTS = files.filter((file) => file.endsWith(".md"));

it("has no link to a file that does not exist", () => {
  const broken = DOCUMENTS.flatMap((document) =>
    [...textOf(document).matchAll(/\]\(([^)\s#]+)(?:#[^)]*)?\)/g)]
      .map(([, target = ""]) => target)
      // `../../actions` is the page of the workflows on GitHub
      .filter((target) => !/^(https?:|mailto:|\/|\.\.\/\.\.\/actions\/)/.test(target))
      .filter((target) => !existsSync(join(root, dirname(document), target)))
      .map((target) => `${document}: ${target}`),
  );
  expect(broken).toEqual([]);
});

it("names npm scripts that exist", () => {
  const { scripts } = z
    .object({ scripts: z.record(z.string(), z.string()) })
    .parse(JSON.parse(textOf("package.json")));
  const unknown = DOCUMENTS.flatMap((document) =>
    [...textOf(document).matchAll(/\bnpm run ([\w:]+)/g)]
      .map(([, name = ""]) => name)
      .filter((name) => scripts[name] === undefined)
      .map((name) => `${document}: npm run ${name}`),
  );
  expect(unknown).toEqual([]);
});
