/** What nobody imports is not exported, and a file that nothing leads to is not there. */

import { spawnSync } from "node:child_process";
import { expect, it } from "vitest";
import { z } from "zod";
import { root } from "./sources.ts";

const named = z.array(z.object({ name: z.string() }));
const Report = z.object({
  issues: z.array(z.object({ file: z.string(), files: named, exports: named, types: named })),
});

/** What knip.json counts as the beginning of a way: what is run, deployed or tested. */
function issues() {
  const knip = spawnSync(
    process.execPath,
    ["node_modules/knip/bin/knip.js", "--config=test/architecture/knip.json", "--reporter=json"],
    { cwd: root, encoding: "utf8" },
  );
  // it ends with 1 where it found something, and above where it did not work
  if ((knip.status ?? 2) > 1) throw new Error(knip.stderr);
  return Report.parse(JSON.parse(knip.stdout)).issues;
}

it("exports nothing for nobody, and has no file that nothing leads to", () => {
  const dead = issues().flatMap(({ file, files, exports, types }) => [
    ...files.map(() => `${file} is reached from nowhere`),
    ...[...exports, ...types].map(({ name }) => `${file} exports ${name}, which nobody imports`),
  ]);
  expect(dead).toEqual([]);
}, 60_000);
