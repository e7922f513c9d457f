import { accountOfToken } from "../../../broker/contract/token.ts";
import { DEFAULT_URL, loginFile, SERVER_HELP, serverFor, storeAccess } from "../access.ts";
import { ApiClient } from "../api-client.ts";
import { CliError } from "../cli-error.ts";
import type { CliRun, DefineCommand } from "../command.ts";
import { hiddenAnswer, restOf } from "../terminal.ts";

export const define: DefineCommand = (run) =>
  run
    .command("login", {
      summary: "Store the address of a Switchyard and one of your tokens",
      notes: `Create the token on the page, under Profile → Keys and tokens. It is read from SWITCHYARD_TOKEN, from a
prompt, or from standard input, and stored in a file that only you can read. An address without a scheme
is https, or http on this machine.`,
      examples: [
        ["login", `asks for a token of ${DEFAULT_URL}, or of the server of your last login`],
        ["login https://switchyard.your.host", "of another server"],
        ["login < token.txt", "without a prompt"],
      ],
    })
    .argument("[address]", `address of the page (${SERVER_HELP})`)
    .action(
      run.action(async (address: string | undefined, { json }: { json?: true }) => {
        const { environment, fetch } = run.context;
        const url = serverFor(environment, address);
        const token = (await tokenFor(run, url)).trim();
        if (accountOfToken(token) === null) {
          throw new CliError("refused", "That is not a whole token: copy it again; it begins with swt_.");
        }
        const caller = await new ApiClient({ url, token }, fetch).call("readScopes");
        const file = loginFile(environment);
        storeAccess(file, { url, token });
        if (json) run.json(caller);
        else {
          run.print(`Logged in to ${url} with the token "${caller.token}", stored in ${file}.`);
          run.print(`It may: ${caller.scopes.join(", ")}.`);
        }
        return "done";
      }),
    );

async function tokenFor(run: CliRun, url: string): Promise<string> {
  const { environment, stdin, stderr } = run.context;
  if (environment.SWITCHYARD_TOKEN) return environment.SWITCHYARD_TOKEN;
  if (!stdin.isTTY) return restOf(stdin);
  return hiddenAnswer(`Token of ${url} (Profile → Keys and tokens; it is not shown): `, stdin, stderr);
}
