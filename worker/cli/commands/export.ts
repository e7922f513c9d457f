import { DEFAULT_URL, originOf } from "../access.ts";
import { exportAccount } from "../account-export.ts";
import { CliError } from "../cli-error.ts";
import type { DefineCommand } from "../command.ts";

interface ExportCommandOptions {
  email: string;
  url?: string;
  into: string;
  json?: true;
}

export const define: DefineCommand = (run) =>
  run
    .command("export", {
      summary: "Write the account as JSON, its values as CSV, its clients for Mosquitto",
      notes: `It logs in with the account's password, in SWITCHYARD_PASSWORD: a token may not read passwords.
The files contain secrets; only you can read them.`,
      examples: [["export --email you@example.org --into backup", "with SWITCHYARD_PASSWORD set"]],
    })
    .requiredOption("--email <address>", "the account's e-mail address")
    .option("--url <address>", `the server (SWITCHYARD_URL, or ${DEFAULT_URL})`)
    .option("--into <folder>", "where to write", "switchyard-export")
    .action(
      run.action(async ({ email, into, json, ...given }: ExportCommandOptions) => {
        const { SWITCHYARD_PASSWORD: password, SWITCHYARD_URL } = run.context.environment;
        if (!password) throw new CliError("usage", "Set SWITCHYARD_PASSWORD to the account's password.");
        const url = originOf(given.url ?? (SWITCHYARD_URL || DEFAULT_URL));
        const { files, notes } = await exportAccount({ url, email, password, into }, run.context.fetch);
        if (json) run.json({ into, files, notes });
        else {
          run.print(`Wrote ${files.filter((name) => !name.includes("/")).join(", ")} into ${into}.`);
          for (const note of notes) run.print(note);
        }
        return "done";
      }),
    );
