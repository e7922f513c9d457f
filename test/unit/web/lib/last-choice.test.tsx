import { afterEach, expect, it } from "vitest";
import { keepChoice, lastChoice } from "../../../../web/src/lib/last-choice.ts";
import { CHOICES_KEY } from "../../../../web/src/lib/safe-storage.ts";
import { signOut } from "../../../../web/src/session/session.ts";

const OPTIONS = ["P30D", "P90D"] as const;

afterEach(() => localStorage.clear());

it("a choice is kept beside others until the logout", () => {
  expect(lastChoice("end", OPTIONS)).toBeNull();
  keepChoice("end", "P30D");
  keepChoice("program", "Python");
  expect(lastChoice("end", OPTIONS)).toBe("P30D");
  expect(lastChoice("program", ["Node", "Python"])).toBe("Python");
  signOut();
  expect(lastChoice("end", OPTIONS)).toBeNull();
});

it.each(['{"end":"P1D"}', '{"end":1}', "[", "null"])("what is stored as %s is no choice", (stored) => {
  localStorage.setItem(CHOICES_KEY, stored);
  expect(lastChoice("end", OPTIONS)).toBeNull();
});
