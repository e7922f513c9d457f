import { apiLimits } from "../../contract/api-limits.ts";
import { SERVER_HELP, serverFor } from "../access.ts";
import { accountLogin, LOGIN_NOTES } from "../account-login.ts";
import type { DefineCommand } from "../command.ts";

interface ExportCommandOptions {
  email?: string;
  url?: string;
  into: string;
  json?: true;
}

export const define: DefineCommand = (run) =>
  run
    .command("export", {
      summary: "Write the account as JSON, its values as CSV, its clients for Mosquitto",
      notes: `${LOGIN_NOTES}: a token may not read passwords.
The files contain secrets; only you can read them.`,
      examples: [
        ["export", "asks for e-mail address and password"],
        ["export --email you@example.org --into backup", "with SWITCHYARD_PASSWORD set"],
      ],
    })
    .option("--email <address>", "the account's e-mail address (SWITCHYARD_EMAIL)")
    .option("--url <address>", `the server (${SERVER_HELP})`)
    .option("--into <folder>", "where to write", "switchyard-export")
    .action(
      run.action(async ({ email, into, json, ...given }: ExportCommandOptions) => {
        const { environment, fetch } = run.context;
        const url = serverFor(environment, given.url);
        const { MAX_EXPORT_BYTES: maxBytes } = apiLimits(environment);
        const login = await accountLogin(run, email, "A token may not read passwords.");
        // the formats' schemas are large, and only a run needs them
        const { exportAccount } = await import("../export-account.ts");
        const { files, notes } = await exportAccount({ url, ...login, into, maxBytes }, fetch);
        if (json) run.json({ into, files, notes });
        else {
          run.print(`Wrote ${files.filter((name) => !name.includes("/")).join(", ")} into ${into}.`);
          for (const note of notes) run.print(note);
        }
        return "done";
      }),
    );
