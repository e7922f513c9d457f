/** PURE. Parses the command line, and prints the help. */

import { parseArgs } from "node:util";
import { UserError } from "../user-error.ts";
import { ACCOUNTS } from "./accounts.ts";
import type { AdminCommand } from "./command.ts";
import { SERVICE } from "./service.ts";

export const COMMANDS: Readonly<Record<string, AdminCommand>> = { ...ACCOUNTS, ...SERVICE };

const COMMON = {
  url: "the product's address",
  "key-file": "a file with an operator's key: alone, or as OPERATOR_KEYS=…",
} as const;

export interface ParsedCommand {
  command: AdminCommand;
  words: string[];
  options: Record<string, string>;
  url: string | undefined;
  keyFile: string | undefined;
  isJson: boolean;
}

export function parseCommand(args: readonly string[]): ParsedCommand | null {
  if (args.length === 0 || args[0] === "help" || args.includes("--help")) return null;
  const commandOptions = Object.values(COMMANDS).flatMap(({ options }) => Object.keys(options));
  const texts = [...commandOptions, ...Object.keys(COMMON)].map(
    (name) => [name, { type: "string" }] as const,
  );
  const { values, positionals } = parseOptions(args, Object.fromEntries(texts));
  const name = Object.keys(COMMANDS)
    .filter((each) => `${positionals.join(" ")} `.startsWith(`${each} `))
    .sort((a, b) => b.length - a.length)[0];
  if (name === undefined)
    throw new UserError(`There is no command "${positionals.slice(0, 2).join(" ")}": npm run admin -- help`);
  const { json, url, "key-file": keyFile, ...options } = values as Record<string, string>;
  const words = positionals.slice(name.split(" ").length);
  const command = COMMANDS[name] as AdminCommand;
  const unknown = Object.keys(options).find((option) => !(option in command.options));
  if (unknown !== undefined || words.length !== command.words.length)
    throw new UserError(
      `${unknown === undefined ? "" : `--${unknown} is not for this command. `}Usage: ${usage(name, command)}`,
    );
  return { command, words, options, url, keyFile, isJson: json !== undefined };
}

function parseOptions(args: readonly string[], options: Record<string, { type: "string" }>) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { ...options, json: { type: "boolean" } },
    });
  } catch (error) {
    throw new UserError(`${(error as Error).message.split(".")[0]}: npm run admin -- help`);
  }
}

const usage = (name: string, { words, options }: AdminCommand): string =>
  [`npm run admin -- ${name}`, ...words, ...Object.keys(options).map((option) => `[--${option} …]`)].join(
    " ",
  );

export function help(): string {
  const commands = Object.entries(COMMANDS).flatMap(([name, command]) => [
    `  ${[name, ...command.words].join(" ")}`,
    `      ${command.summary}`,
    ...optionLines(command.options, "      "),
  ]);
  return [
    "npm run admin -- COMMAND …: commands for operators, for the local or a deployed product.",
    "",
    ...commands,
    "",
    "WHO is an account: its e-mail address, id, or name in the log. Options of every command:",
    ...optionLines({ ...COMMON, json: "JSON output" }, "  "),
    "",
    "Without options: http://127.0.0.1:$PORT (8787), with the key in .dev.vars. For a deployed product, give its address",
    "by --url or $APP_URL, and its key by --key-file or $OPERATOR_KEY. npm run deploy keeps a key in .operator.env.",
    "",
  ].join("\n");
}

const optionLines = (options: Readonly<Record<string, string>>, indent: string): string[] => {
  const width = Math.max(0, ...Object.keys(options).map((name) => name.length));
  return Object.entries(options).map(([name, text]) => `${indent}--${name.padEnd(width)}  ${text}`);
};
