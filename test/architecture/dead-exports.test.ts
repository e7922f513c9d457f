/** Every export is imported somewhere, and every file can be reached from an entry point. */

import { spawnSync } from "node:child_process";
import { expect, it } from "vitest";
import { z } from "zod";
import { root } from "./sources.ts";

const named = z.array(z.object({ name: z.string() }));
const Report = z.object({
  issues: z.array(z.object({ file: z.string(), files: named, exports: named, types: named })),
});

/** The entry points are those of knip.json: files that are run, deployed or tested. */
function issues() {
  const knip = spawnSync(
    process.execPath,
    ["node_modules/knip/bin/knip.js", "--config=test/architecture/knip.json", "--reporter=json"],
    { cwd: root, encoding: "utf8" },
  );
  // knip exits with 1 for findings, above 1 for errors
  if ((knip.status ?? 2) > 1) throw new Error(knip.stderr);
  return Report.parse(JSON.parse(knip.stdout)).issues;
}

it("has no unused export and no unused file", () => {
  const dead = issues().flatMap(({ file, files, exports, types }) => [
    ...files.map(() => `${file} is reached from nowhere`),
    ...[...exports, ...types].map(({ name }) => `${file} exports ${name}, which nobody imports`),
  ]);
  expect(dead).toEqual([]);
});
