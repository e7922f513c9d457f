import { Command, CommanderError } from "commander";
import manifest from "../../package.json" with { type: "json" };
import { COMMAND_IN_CLONE } from "../contract/addresses.ts";
import { CliError, exitCode, exitCodesHelp } from "./cli-error.ts";
import type { DefineCommand } from "./command.ts";
import { CliRun } from "./command.ts";
import { type CliContext, processContext } from "./context.ts";
import { visible, visibleLines } from "./terminal.ts";

// The subcommands, in the order of `--help`. A run loads only its own, so that it starts fast.

export const COMMANDS: Record<string, () => Promise<{ define: DefineCommand }>> = {
  login: () => import("./commands/login.ts"),
  logout: () => import("./commands/logout.ts"),
  devices: () => import("./commands/devices.ts"),
  switch: () => import("./commands/switch.ts"),
  set: () => import("./commands/set.ts"),
  approvals: () => import("./commands/approvals.ts"),
  values: () => import("./commands/values.ts"),
  events: () => import("./commands/events.ts"),
  pub: () => import("./commands/pub.ts"),
  request: () => import("./commands/request.ts"),
  history: () => import("./commands/history.ts"),
  replay: () => import("./commands/replay.ts"),
  sub: () => import("./commands/sub.ts"),
  why: () => import("./commands/why.ts"),
  connect: () => import("./commands/connect.ts"),
  asyncapi: () => import("./commands/asyncapi.ts"),
  device: () => import("./commands/device.ts"),
  export: () => import("./commands/export.ts"),
  import: () => import("./commands/import.ts"),
  broker: () => import("./commands/broker.ts"),
  admin: () => import("./commands/admin.ts"),
};

const ABOUT = `Switchyard on the command line: devices, values, events and messages of an account.

In a clone, run "${COMMAND_IN_CLONE} login".
After "npm link" in the clone, run "switchyard login" in any folder.

Address and token come from "switchyard login", or from SWITCHYARD_URL and SWITCHYARD_TOKEN.`;

const COMPLETION_HELP = `
It completes "switchyard", which "npm link" in this folder puts into your PATH.

Examples:
  source <(switchyard completion bash)      # in ~/.bashrc; the same for zsh in ~/.zshrc
  switchyard completion fish | source       # in ~/.config/fish/config.fish`;

/** Returns the exit code. */
export async function main(args: string[], overrides: Partial<CliContext> = {}): Promise<number> {
  const context = { ...processContext(), ...overrides };
  const run = new CliRun(context);
  try {
    const program = await programFor(args[0], run);
    await program.parseAsync(args, { from: "user" });
    return run.code;
  } catch (error) {
    return codeOf(error, context);
  }
}

/** Loads the subcommand that is run, or all of them for help and completion. */
async function programFor(name: string | undefined, run: CliRun): Promise<Command> {
  const own = name === undefined ? undefined : COMMANDS[name];
  const modules = await Promise.all(
    (own === undefined ? Object.values(COMMANDS) : [own]).map((load) => load()),
  );
  const program = new Command("switchyard")
    .description(ABOUT)
    .version(manifest.version)
    .helpCommand("help [command]", "show the options and examples of a command")
    .addHelpText("after", `\n${exitCodesHelp()}`);
  for (const { define } of modules) program.addCommand(define(run));
  if (own === undefined) await addCompletion(program);
  configure(program, run.context);
  return program;
}

async function addCompletion(program: Command): Promise<void> {
  const { default: tab } = await import("@bomb.sh/tab/commander");
  tab(program, { completionCommandName: "completion" });
  const command = program.commands.find((each) => each.name() === "completion");
  command
    ?.summary("Print a script that completes commands in your shell")
    .addHelpText("after", COMPLETION_HELP);
}

function configure(command: Command, context: CliContext): void {
  const { stdout, stderr } = context;
  command
    .exitOverride()
    .showHelpAfterError(`Run "${fullName(command)} --help" for usage.`)
    .configureOutput({
      writeOut: (text) => void stdout.write(visibleLines(text)),
      writeErr: (text) =>
        void stderr.write(
          visibleLines(text.replace(/^error: (.)/, (_, first: string) => first.toUpperCase())),
        ),
    });
  for (const each of command.commands) configure(each, context);
}

const fullName = (command: Command): string =>
  command.parent === null ? command.name() : `${fullName(command.parent)} ${command.name()}`;

function codeOf(error: unknown, { stderr }: CliContext): number {
  // commander has printed its own errors
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : exitCode("usage");
  if (error instanceof CliError) {
    stderr.write(`${visible(error.message)}\n`);
    return exitCode(error.exit);
  }
  // any other error is a fault of this program and keeps its stack
  stderr.write(`${visibleLines(String(error instanceof Error ? error.stack : error))}\n`);
  return exitCode("failed");
}
