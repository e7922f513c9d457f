/** Each line of RFC 9700 for a server has a test that exists, or a reason. */

import { expect, it } from "vitest";
import { SECURITY_LINES } from "../promises/oauth-security.ts";
import { files, textOf } from "./sources.ts";

it("names a test that exists for each line, or the reason for its absence", () => {
  const wrong = SECURITY_LINES.flatMap(({ section, asks, proofs = [], reason }) => {
    const lost = proofs.filter(([file, title]) => !isTitle(`test/${file}`, title));
    const isProven = proofs.length > 0 !== (reason !== undefined);
    return lost.length > 0 || !isProven ? [`${section} ${asks}: ${lost.map(([, title]) => title)}`] : [];
  });
  expect(wrong).toEqual([]);
});

/** Whether a text of the file begins so. */
const isTitle = (file: string, title: string): boolean =>
  files.includes(file) && ['"', "`"].some((quote) => textOf(file).includes(quote + title));

it("sends no answer of a login by a message between windows", () => {
  const ofLogin = files.filter((file) => /^(worker\/oauth|web\/src\/features\/profile\/apps)\//.test(file));
  expect(ofLogin.length).toBeGreaterThan(5);
  expect(ofLogin.filter((file) => /postMessage|\bopener\b/.test(textOf(file)))).toEqual([]);
});
