/** A link whose hash a program has encoded leads to its page, and its secret leaves the path at once. */

import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { inRoot } from "../../../../worker/local/paths.ts";

const script = readFileSync(inRoot("web/public/before-paint.js"), "utf8");

function replacedOf(pathname: string): string[] {
  const replaced: string[] = [];
  const location = { pathname, replace: (to: string) => replaced.push(to) };
  const document = { documentElement: { dataset: {} }, currentScript: { dataset: {} } };
  const window = {};
  const names = ["location", "document", "window", "localStorage", "matchMedia"];
  const values = [location, document, window, { getItem: () => null }, () => ({ matches: false })];
  new Function(...names, script)(...values);
  return replaced;
}

test.each([
  ["/guest%23swt_Ab3", ["/guest#swt_Ab3"]],
  ["/guest%2523swt_Ab3", ["/guest#swt_Ab3"]],
  ["/device%23x", ["/device#x"]],
  ["/guest", []],
  ["/dashboard/devices", []],
  ["//evil.example/%23x", []],
])("%s", (pathname, replaced) => {
  expect(replacedOf(pathname)).toEqual(replaced);
});
