/** Lines about clients are logged by one function, which hides API keys. */

import { expect, it } from "vitest";
import { files, textOf } from "./sources.ts";

/** Local commands print to a terminal. */
const AT_A_DESK = /^worker\/(local|bridge)\//;

it("log through `logLine` only, in the broker and the Worker [T86]", () => {
  const past = files
    .filter((file) => /^(broker|worker)\/.*\.ts$/.test(file) && !AT_A_DESK.test(file))
    .flatMap((file) =>
      [...textOf(file).matchAll(/\bconsole\.\w+\((?!\s*logLine\()[^\n]*/g)].map(
        ([line]) => `${file}: ${line}`,
      ),
    );
  expect(past).toEqual([]);
});
