/** PURE. What was typed: a command, its words and its options; and the help. */

import { parseArgs } from "node:util";
import { Problem } from "../problem.ts";
import { ACCOUNTS } from "./accounts.ts";
import type { Command } from "./command.ts";
import { SERVICE } from "./service.ts";

export const COMMANDS: Readonly<Record<string, Command>> = { ...ACCOUNTS, ...SERVICE };

/** Of every command. */
const COMMON = {
  url: "where the product is",
  "key-file": "a file with an operator's key, by itself or as OPERATOR_KEYS=…",
} as const;

export interface Asked {
  command: Command;
  words: string[];
  options: Record<string, string>;
  url: string | undefined;
  keyFile: string | undefined;
  isJson: boolean;
}

/** Null: help was asked for. */
export function argumentsOf(args: readonly string[]): Asked | null {
  if (args.length === 0 || args[0] === "help" || args.includes("--help")) return null;
  const own = Object.values(COMMANDS).flatMap(({ options }) => Object.keys(options));
  const texts = [...own, ...Object.keys(COMMON)].map((name) => [name, { type: "string" }] as const);
  const { values, positionals } = parsed(args, Object.fromEntries(texts));
  const name = Object.keys(COMMANDS)
    .filter((each) => `${positionals.join(" ")} `.startsWith(`${each} `))
    .sort((a, b) => b.length - a.length)[0];
  if (name === undefined)
    throw new Problem(`There is no command "${positionals.slice(0, 2).join(" ")}": npm run admin -- help`);
  const { json, url, "key-file": keyFile, ...options } = values as Record<string, string>;
  const words = positionals.slice(name.split(" ").length);
  const command = COMMANDS[name] as Command;
  const foreign = Object.keys(options).find((option) => !(option in command.options));
  if (foreign !== undefined || words.length !== command.words.length)
    throw new Problem(
      `${foreign === undefined ? "" : `--${foreign} is not for this. `}It is: ${usage(name, command)}`,
    );
  return { command, words, options, url, keyFile, isJson: json !== undefined };
}

function parsed(args: readonly string[], options: Record<string, { type: "string" }>) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { ...options, json: { type: "boolean" } },
    });
  } catch (error) {
    throw new Problem(`${(error as Error).message.split(".")[0]}: npm run admin -- help`);
  }
}

const usage = (name: string, { words, options }: Command): string =>
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
    "npm run admin -- COMMAND …: what an operator does, in the product that runs here or in a deployed one.",
    "",
    ...commands,
    "",
    "WHO is an e-mail address, an id, or a name in the log. For every command:",
    ...optionLines({ ...COMMON, json: "for programs" }, "  "),
    "",
    "Here it asks http://127.0.0.1:$PORT (8787) with the key of .dev.vars. A deployed product is the one of --url or",
    "$APP_URL; its key is that of --key-file (npm run deploy keeps one in .operator.env) or $OPERATOR_KEY.",
    "",
  ].join("\n");
}

const optionLines = (options: Readonly<Record<string, string>>, before: string): string[] => {
  const width = Math.max(0, ...Object.keys(options).map((name) => name.length));
  return Object.entries(options).map(([name, is]) => `${before}--${name.padEnd(width)}  ${is}`);
};
