import type { DefineCommand } from "../command.ts";

export const define: DefineCommand = (run) =>
  run
    .command("asyncapi", {
      summary: "Print the AsyncAPI document of the account",
      notes: "It is JSON with and without --json.",
      examples: [["asyncapi > asyncapi.json", "for generators and documentation"]],
    })
    .action(
      run.action(async () => {
        const response = await run.api().send("GET", "/v0/asyncapi.json");
        const document: unknown = await response.json();
        run.json(document);
        return "done";
      }),
    );
