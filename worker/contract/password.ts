/** The rules for passwords: each violated rule is one sentence, in this order. */

import { PASSWORD_MIN_LENGTH } from "./limits.ts";
import { MESSAGES } from "./messages.ts";

const PASSWORD_RULES: readonly { name: string; sentence: string; met: (password: string) => boolean }[] = [
  {
    name: "length",
    sentence: MESSAGES.passwordTooShort,
    met: (password) => [...password].length >= PASSWORD_MIN_LENGTH,
  },
  {
    name: "uppercase",
    sentence: "Password must contain an uppercase letter",
    met: (password) => /\p{Lu}/u.test(password),
  },
  {
    name: "lowercase",
    sentence: "Password must contain a lowercase letter",
    met: (password) => /\p{Ll}/u.test(password),
  },
  { name: "digit", sentence: "Password must contain a digit", met: (password) => /\p{Nd}/u.test(password) },
  {
    name: "special",
    sentence: "Password must contain a special character",
    met: (password) => /[^\p{L}\p{N}]/u.test(password),
  },
];

export const missedRules = (password: string): string[] =>
  PASSWORD_RULES.filter((rule) => !rule.met(password)).map((rule) => rule.sentence);
