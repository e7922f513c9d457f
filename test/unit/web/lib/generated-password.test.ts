import { expect, it } from "vitest";
import { generatedPassword } from "../../../../web/src/lib/random.ts";

it("has 12 letters, digits and symbols, and is always different", () => {
  const passwords = Array.from({ length: 300 }, () => generatedPassword());
  expect(passwords.every((password) => /^[A-Za-z0-9!@#$%^&*()\-_=+]{12}$/.test(password))).toBe(true);
  expect(new Set(passwords).size).toBe(300);
  const used = passwords.join("");
  for (const kind of [/[A-Z]/, /[a-z]/, /[0-9]/, /[^A-Za-z0-9]/]) expect(used).toMatch(kind);
});
