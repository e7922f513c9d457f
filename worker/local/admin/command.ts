/** What a command of `npm run admin` is. */

import type { Operator } from "./operator.ts";

export interface Given {
  operator: Operator;
  /** What follows the command's name. */
  words: string[];
  options: Readonly<Record<string, string>>;
  /** Milliseconds since 1970. */
  clock: () => number;
  /** Whether the product is a deployed one. */
  isRemote: boolean;
  /** The variables of this machine. */
  file: string;
}

export interface Said {
  /** For a program. */
  data: unknown;
  /** For a person. */
  text: string;
  /** The exit code is 1. */
  failed?: boolean;
}

export interface Command {
  /** What follows its name: `WHO`, `[COUNT]`. */
  words: readonly string[];
  /** Its own options, and what each is. */
  options: Readonly<Record<string, string>>;
  summary: string;
  run(given: Given): Promise<Said>;
}
