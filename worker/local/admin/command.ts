/** The type of a command of `npm run admin`. */

import type { OperatorClient } from "./operator.ts";

export interface CommandInput {
  operator: OperatorClient;
  /** Positional arguments after the command's name. */
  words: string[];
  options: Readonly<Record<string, string>>;
  /** Milliseconds since 1970. */
  clock: () => number;
  /** True for a deployed product. */
  isRemote: boolean;
  /** `.dev.vars` of this machine. */
  file: string;
}

export interface CommandOutput {
  /** For `--json`. */
  data: unknown;
  /** For a person. */
  text: string;
  /** Exit code 1. */
  failed?: boolean;
}

export interface AdminCommand {
  /** Names of its positional arguments, such as `WHO`. */
  words: readonly string[];
  /** Its options and their descriptions. */
  options: Readonly<Record<string, string>>;
  summary: string;
  run(input: CommandInput): Promise<CommandOutput>;
}
