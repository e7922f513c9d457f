/** A route handler parses, authorises, acts and presents; a longer one needs a helper. */

import { expect, it } from "vitest";
import { sources } from "./sources.ts";

const MAX_HANDLER = 20;

it(`has no function over ${MAX_HANDLER} lines in the API's routes`, () => {
  const routes = sources.filter(({ file }) => file.startsWith("worker/routes/"));
  const long = routes.flatMap(({ file, functions }) =>
    functions.filter(({ lines }) => lines > MAX_HANDLER).map(({ line }) => `${file}:${line}`),
  );
  expect(routes.length).toBeGreaterThan(10);
  expect(long).toEqual([]);
});
