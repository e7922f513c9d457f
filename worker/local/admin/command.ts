import type { OperatorClient } from "./operator.ts";

export interface CommandInput {
  operator: OperatorClient;
  /** Positional arguments after the command's name. */
  words: string[];
  options: Readonly<Record<string, string>>;
  /** Milliseconds since 1970. */
  clock: () => number;
  /** A deployed product, not the local one. */
  isRemote: boolean;
  /** `.dev.vars` of this machine. */
  file: string;
}

export interface CommandOutput {
  data: unknown;
  text: string;
  failed?: boolean;
}

export interface AdminCommand {
  /** Names of its positional arguments, such as `WHO`. */
  words: readonly string[];
  options: Readonly<Record<string, string>>;
  summary: string;
  run(input: CommandInput): Promise<CommandOutput>;
}
