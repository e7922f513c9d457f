import { PASSWORD_MIN_LENGTH } from "../../../worker/contract/limits.ts";

export interface Criterion {
  text: string;
  met: (password: string) => boolean;
}

/** Shown while a password is typed. The page checks only the length; the server checks all. */
export const PASSWORD_CRITERIA: Criterion[] = [
  {
    text: `At least ${PASSWORD_MIN_LENGTH} characters`,
    met: (password) => password.length >= PASSWORD_MIN_LENGTH,
  },
  { text: "An uppercase letter", met: (password) => /\p{Lu}/u.test(password) },
  { text: "A lowercase letter", met: (password) => /\p{Ll}/u.test(password) },
  { text: "A digit", met: (password) => /\p{Nd}/u.test(password) },
  { text: "A special character", met: (password) => /[^\p{L}\p{Nd}\s]/u.test(password) },
];
