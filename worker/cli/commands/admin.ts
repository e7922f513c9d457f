/** The operator's commands, which call the API with an operator's key. */

import { Command } from "commander";
import { secretsFile } from "../../local/local-secrets.ts";
import { stateDir } from "../../local/paths.ts";
import { loginFile, storedAccess } from "../access.ts";
import { ACCOUNTS } from "../admin/accounts.ts";
import { type AdminCommand, firstKey, keyInFile, operatorClient } from "../admin/operator.ts";
import { SERVICE } from "../admin/service.ts";
import { CliError, type ExitName } from "../cli-error.ts";
import type { CliRun, DefineCommand } from "../command.ts";

export const ADMIN_COMMANDS: Readonly<Record<string, AdminCommand>> = { ...ACCOUNTS, ...SERVICE };

const NOTES = `
WHO is an account: its e-mail address, id, or name in the log.

Without options: $APP_URL, http://127.0.0.1:$PORT, the server of "switchyard login" if that is on this machine, or
http://127.0.0.1:8787. The key is $OPERATOR_KEY, or on this machine that in .dev.vars. "npm run deploy" keeps a key in .operator.env: --key-file.

Examples:
  switchyard admin doctor
  switchyard admin account suspend ada@example.com --reason "Your devices send 2,000 messages a second."`;

/** Options of every command. */
interface AccessOptions {
  url?: string;
  keyFile?: string;
  json?: true;
}

export const define: DefineCommand = (run) => {
  const admin = new Command("admin")
    .summary("Commands for operators of the service")
    .description("Commands for operators, for the local or a deployed product.");
  for (const [name, command] of Object.entries(ADMIN_COMMANDS)) add(run, admin, name.split(" "), command);
  return admin.addHelpText("after", `\nAll of them:\n${listed()}`).addHelpText("after", NOTES);
};

const listed = (): string =>
  Object.entries(ADMIN_COMMANDS)
    .map(
      ([name, { words, summary }]) =>
        `  ${[name, ...words.map((word) => word.toUpperCase())].join(" ")}: ${summary}`,
    )
    .join("\n");

/** `account sessions end` is the command `end` of `sessions` of `account`. */
function add(run: CliRun, parent: Command, [first = "", ...rest]: string[], command: AdminCommand): void {
  if (rest.length > 0) {
    const group = parent.commands.find((each) => each.name() === first) ?? parent.command(first);
    add(run, group, rest, command);
    return;
  }
  const leaf = parent.command(first).description(command.summary);
  for (const word of command.words) leaf.argument(`<${word}>`);
  for (const [option, summary] of Object.entries(command.options))
    leaf.option(`--${option} <value>`, summary);
  leaf
    .option("--url <address>", "the product's address")
    .option("--key-file <file>", "a file with an operator's key: alone, or as OPERATOR_KEYS=…")
    .option("--json", "print JSON, in the shape of the API's answer")
    .action(
      run.action(() => {
        const { url, keyFile, json, ...camelCased } = leaf.opts<AccessOptions & Record<string, string>>();
        const options = Object.fromEntries(
          Object.entries(camelCased).map(([name, value]) => [hyphenated(name), value]),
        );
        return execute(run, command, leaf.processedArgs as string[], options, { url, keyFile, json });
      }),
    );
}

/** Commander names the option `--publish-rate` `publishRate`. */
const hyphenated = (name: string): string => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

async function execute(
  run: CliRun,
  command: AdminCommand,
  words: string[],
  options: Record<string, string>,
  { url, keyFile, json }: { [K in keyof AccessOptions]: AccessOptions[K] | undefined },
): Promise<ExitName> {
  const { environment, fetch } = run.context;
  const file = secretsFile(stateDir(environment));
  const storedUrl = storedAccess(loginFile(environment))?.url;
  const access = accessOf(environment, { file, storedUrl }, url, keyFile);
  const operator = operatorClient(access, fetch);
  const output = await command.run({ operator, words, options, isRemote: !isLocal(access.url), file });
  if (json) run.json(output.data);
  else run.printLines(output.text);
  return output.failed ? "failed" : "done";
}

const DEFAULT_PORT = "8787";
const localUrl = (port: string): string => `http://127.0.0.1:${port}`;

/** An operator's key never follows the login of a user to another server: that may be a stranger's product. */
function addressOf(storedUrl: string | undefined): string {
  if (storedUrl === undefined || isLocal(storedUrl)) return storedUrl ?? localUrl(DEFAULT_PORT);
  throw new CliError(
    "usage",
    `Say which product: --url ADDRESS, or APP_URL in the environment. Your login is for ${storedUrl}.`,
  );
}

/** From the options, the environment, the server of `login`, then this machine. */
function accessOf(
  { APP_URL, PORT, OPERATOR_KEY }: NodeJS.ProcessEnv,
  { file, storedUrl }: { file: string; storedUrl: string | undefined },
  option: string | undefined,
  keyFile: string | undefined,
): { url: string; key: string } {
  const url = option ?? (APP_URL || (PORT ? localUrl(PORT) : addressOf(storedUrl)));
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol)) {
    throw new CliError("usage", `--url is an address like https://switchyard.your.host, not "${url}".`);
  }
  // Over plain http, others on the way could read the key.
  if (!isLocal(url) && !url.startsWith("https:")) {
    throw new CliError(
      "usage",
      `An operator's key goes over https: only, not to ${url}: give another address by --url or APP_URL.`,
    );
  }
  if (keyFile !== undefined) return { url, key: keyInFile(keyFile) };
  if (OPERATOR_KEY) return { url, key: firstKey(OPERATOR_KEY, "in $OPERATOR_KEY") };
  // The local key is only for the local product.
  if (isLocal(url)) return { url, key: keyInFile(file) };
  throw new CliError(
    "refused",
    `Say with which key of ${url}: --key-file FILE, or OPERATOR_KEY in the environment.`,
  );
}

const isLocal = (url: string): boolean => /^(localhost|127(\.\d+){3}|\[::1\])$/.test(new URL(url).hostname);
