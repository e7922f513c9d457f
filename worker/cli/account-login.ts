import type { BodyOf } from "../contract/api.ts";
import { CliError } from "./cli-error.ts";
import type { CliRun } from "./command.ts";
import { restOf } from "./terminal.ts";

const NO_EMAIL = "Name the account's e-mail address with --email or SWITCHYARD_EMAIL.";
const NO_PASSWORD = "Set SWITCHYARD_PASSWORD to the account's password, or write it to standard input.";

export const LOGIN_NOTES = `It logs in with the account's e-mail address and password, from SWITCHYARD_EMAIL and SWITCHYARD_PASSWORD,
from prompts, or the password from standard input`;

/** The account's own login, for commands that a token may not run. `why` says that where only a token is set. */
export async function accountLogin(
  run: CliRun,
  given: string | undefined,
  why: string,
): Promise<BodyOf<"login">> {
  const { environment, stdin } = run.context;
  const { SWITCHYARD_EMAIL, SWITCHYARD_PASSWORD, SWITCHYARD_TOKEN } = environment;
  const remedy = SWITCHYARD_TOKEN ? `${NO_EMAIL} ${why}` : NO_EMAIL;
  const email = given || SWITCHYARD_EMAIL || (await run.ask("E-mail address", remedy));
  if (SWITCHYARD_PASSWORD) return { email, password: SWITCHYARD_PASSWORD };
  if (stdin.isTTY) {
    const question = `Password of ${email} (it is not shown)`;
    return { email, password: await run.ask(question, NO_PASSWORD, "hidden") };
  }
  const password = (await restOf(stdin)).replace(/\r?\n$/, "");
  if (password === "") throw new CliError("usage", NO_PASSWORD);
  return { email, password };
}
