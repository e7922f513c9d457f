/** What all subcommands share: `--json`, examples in `--help`, and the exit code of the last run. */

import { Command } from "commander";
import { accessFor } from "./access.ts";
import { ApiClient } from "./api-client.ts";
import { CliError, type ExitName, exitCode } from "./cli-error.ts";
import type { CliContext } from "./context.ts";
import {
  type Cell,
  hiddenAnswer,
  safeJson,
  shownAnswer,
  tableLines,
  visible,
  visibleLines,
} from "./terminal.ts";

interface Description {
  summary: string;
  /** A command line without `switchyard`, and what it does. */
  examples: readonly (readonly [line: string, effect: string])[];
  /** More sentences for `--help`. */
  notes?: string;
}

/** One run of the program. */
export class CliRun {
  readonly context: CliContext;
  /** The exit code, once a command has ended. */
  code = 0;

  constructor(context: CliContext) {
    this.context = context;
  }

  /** A subcommand with the options and help that all have. */
  command(name: string, { summary, examples, notes }: Description): Command {
    const width = Math.max(...examples.map(([line]) => line.length));
    const lines = examples.map(([line, effect]) => `  switchyard ${line.padEnd(width)}  # ${effect}`);
    return new Command(name)
      .description(summary)
      .option("--json", "print JSON, in the shape of the API's answer")
      .addHelpText("after", notes === undefined ? "" : `\n${notes}`)
      .addHelpText("after", `\nExamples:\n${lines.join("\n")}`);
  }

  /** Commander ignores what an action returns: keeps its exit code. */
  action<Args extends unknown[]>(act: (...args: Args) => Promise<ExitName | number>) {
    return async (...args: Args): Promise<void> => {
      const result = await act(...args);
      this.code = typeof result === "number" ? result : exitCode(result);
    };
  }

  api(): ApiClient {
    return new ApiClient(accessFor(this.context.environment), this.context.fetch);
  }

  /** A line that the person types. Without a terminal nobody can: then the remedy is the error. */
  async ask(question: string, remedy: string, echo: "shown" | "hidden" = "shown"): Promise<string> {
    const { stdin, stderr } = this.context;
    if (stdin.isTTY !== true) throw new CliError("usage", remedy);
    const read = echo === "shown" ? shownAnswer : hiddenAnswer;
    const line = await read(`${question}: `, stdin, stderr);
    if (line === "") throw new CliError("usage", remedy);
    return line;
  }

  /** https://no-color.org */
  #hasColours(): boolean {
    const { stdout, environment } = this.context;
    return stdout.isTTY === true && !environment.NO_COLOR && environment.TERM !== "dumb";
  }

  /** Prints a line of the result. Characters that could control the terminal are shown as escapes. */
  print(line: string): void {
    this.context.stdout.write(`${visible(line)}\n`);
  }

  /** A result that is lines by itself, such as CSV. */
  printLines(text: string): void {
    this.context.stdout.write(visibleLines(text));
  }

  /** A remark that is not part of the result. */
  note(line: string): void {
    this.context.stderr.write(`${visible(line)}\n`);
  }

  noteLost(): void {
    this.note("The connection is lost. Trying again …");
  }

  json(data: unknown): void {
    this.context.stdout.write(`${safeJson(data, 2)}\n`);
  }

  /** One JSON object a line. */
  jsonLine(data: unknown): void {
    this.context.stdout.write(`${safeJson(data)}\n`);
  }

  /** Its cells are made visible before they are coloured. */
  table(header: readonly string[], rows: readonly (readonly Cell[])[]): void {
    for (const line of tableLines(header, rows, this.#hasColours())) this.context.stdout.write(`${line}\n`);
  }
}

/** A file in `commands/` exports one of these. */
export type DefineCommand = (run: CliRun) => Command;
