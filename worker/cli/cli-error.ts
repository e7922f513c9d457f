/** A problem that the user can solve: printed as one sentence that says what to do, with this exit code. */
export class CliError extends Error {
  override readonly name = "CliError";
  readonly exit: ExitName;
  /** Of the answer that it reports; 0 for another problem. */
  readonly status: number;

  constructor(exit: ExitName, message: string, status = 0) {
    super(message);
    this.exit = exit;
    this.status = status;
  }
}

// The exit codes of `switchyard`. Scripts depend on them: rows are only added.

const EXIT_CODES = {
  done: [0, "done; for a switch with --wait: the device took the command"],
  failed: [1, "failed for another reason"],
  usage: [2, "wrong usage: an unknown command or option, or a value that is not allowed"],
  accepted: [3, "accepted by the broker, not acknowledged (yet) by the device or all readers"],
  notConnected: [4, "the device is not connected"],
  refused: [5, "not logged in, the token was refused, or it lacks a scope"],
  away: [6, "the server cannot be reached, or asks to try again later"],
  notFound: [7, "no such device or message, or several devices of that name"],
} as const satisfies Record<string, readonly [code: number, meaning: string]>;

export type ExitName = keyof typeof EXIT_CODES;

export const exitCode = (name: ExitName): number => EXIT_CODES[name][0];

export const exitCodesHelp = (): string =>
  ["Exit codes:", ...Object.values(EXIT_CODES).map(([code, meaning]) => `  ${code}  ${meaning}`)].join("\n");
