/** Reads a Dockerfile and `.dockerignore`: no engine runs where the tests run, so they execute the steps themselves. */

import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { basename, join, matchesGlob } from "node:path";
import { inRoot, root } from "../../worker/local/paths.ts";

export interface Instruction {
  name: string;
  rest: string;
}

/** Without comments, each instruction on one line. */
export const instructionsOf = (file: string): Instruction[] =>
  readFileSync(inRoot(file), "utf8")
    .replaceAll(/^#.*\n/gm, "")
    .replaceAll("\\\n", " ")
    .replaceAll(/\n{2,}/g, "\n")
    .trimEnd()
    .split("\n")
    .map((line) => ({ name: line.split(" ")[0] ?? "", rest: line.slice(line.indexOf(" ") + 1) }));

/** The stages, each beginning with its FROM. */
export function stagesOf(file: string): Instruction[][] {
  const stages: Instruction[][] = [];
  for (const instruction of instructionsOf(file)) {
    if (instruction.name === "FROM") stages.push([]);
    stages.at(-1)?.push(instruction);
  }
  return stages;
}

/** The files of a clone that `.dockerignore` lets through: the last pattern that matches decides. */
export function contextFiles(): string[] {
  const patterns = readFileSync(inRoot(".dockerignore"), "utf8")
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith("#"))
    .map((line) => ({ pattern: line.replace(/^!/, ""), isIncluded: line.startsWith("!") }));
  // Docker's * matches names that begin with a dot, too.
  const matches = (file: string, pattern: string) =>
    pattern === "*" || matchesGlob(file, pattern) || matchesGlob(file, `${pattern}/**`);
  return execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard"], {
    cwd: root,
    encoding: "utf8",
  })
    .split("\n")
    .filter(
      (file) =>
        file !== "" && patterns.findLast(({ pattern }) => matches(file, pattern))?.isIncluded !== false,
    );
}

/** What a COPY from the context copies, with the path of each file in the image's folder. */
export function copiedBy(rest: string, context: readonly string[]): { from: string; to: string }[] {
  const words = rest.split(" ");
  const target = words.at(-1) ?? "";
  return words
    .slice(0, -1)
    .flatMap((source) =>
      context
        .filter((file) => source === "." || matchesGlob(file, source))
        .map((file) => ({ from: file, to: join(target, source === "." ? file : basename(file)) })),
    );
}
