/** No line about a client is logged past the place where API keys are hidden. */

import { expect, it } from "vitest";
import { files, textOf } from "./sources.ts";

/** What a person runs at a desk prints for that person. */
const AT_A_DESK = /^worker\/(local|bridge)\//;

it("is made by `logLine`, wherever the broker or the Worker logs [T86]", () => {
  const past = files
    .filter((file) => /^(broker|worker)\/.*\.ts$/.test(file) && !AT_A_DESK.test(file))
    .flatMap((file) =>
      [...textOf(file).matchAll(/\bconsole\.\w+\((?!\s*logLine\()[^\n]*/g)].map(
        ([line]) => `${file}: ${line}`,
      ),
    );
  expect(past).toEqual([]);
});
