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
        const document = await run.api().call("readAsyncapi");
        run.json(document);
        return "done";
      }),
    );
