import type { ExitName } from "./exit-codes.ts";

/** A problem that the user can solve: printed as one sentence that says what to do, with this exit code. */
export class CliError extends Error {
  override readonly name = "CliError";
  readonly exit: ExitName;

  constructor(exit: ExitName, message: string) {
    super(message);
    this.exit = exit;
  }
}
