import { expect, test } from "vitest";
import { refusalText } from "../../../../web/src/devices/refusal-text.ts";
import type { Refusal } from "../../../../worker/contract/refusals.ts";

const USER = "0f000000-0000-4000-8000-000000000001";
const refusal = (tried: string, rule: string) => ({ tried, rule }) as Refusal;

test("a sentence omits the account's prefix, unless it was the missing part", () => {
  const own = refusal(`${USER}/a`, `"${USER}/a" may not be published to. The nearest is "${USER}/b".`);
  expect(refusalText(own, USER)).toBe('"a" may not be published to. The nearest is "b".');
  const unprefixed = refusal("a", `every topic of this account begins with "${USER}/". Use "${USER}/a".`);
  expect(refusalText(unprefixed, USER)).toBe(unprefixed.rule);
  const shared = refusal(`$share/g/${USER}/a`, `"${USER}/a" matches nothing that may be read.`);
  expect(refusalText(shared, USER)).toBe('"a" matches nothing that may be read.');
});
