import { forgetAccess, loginFile, storedAccess } from "../access.ts";
import type { DefineCommand } from "../command.ts";

export const define: DefineCommand = (run) =>
  run
    .command("logout", {
      summary: "Remove the address and token from this machine",
      notes: "The token stays valid: delete it under Profile → Keys and tokens.",
      examples: [["logout", "forget the token"]],
    })
    .action(
      run.action(async ({ json }: { json?: true }) => {
        const file = loginFile(run.context.environment);
        const access = storedAccess(file);
        forgetAccess(file);
        if (json) run.json({ url: access?.url ?? null });
        else run.print(access === null ? "There was no login." : `Logged out of ${access.url}.`);
        return "done";
      }),
    );
