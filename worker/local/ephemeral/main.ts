import { existsSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { COMMAND_IN_CLONE } from "../../contract/command-line.ts";
import { inRoot } from "../paths.ts";
import { LOOPBACK } from "../port.ts";
import { UserError } from "../user-error.ts";
import { type EphemeralAccount, newEphemeralAccount } from "./account.ts";
import { EphemeralBroker } from "./broker.ts";
import { commandProblem, runCommand } from "./command.ts";
import { Guard } from "./guard.ts";
import { exitCodeOf, Interruption } from "./interruption.ts";
import type { EphemeralOptions } from "./options.ts";

const report = (text: string) => process.stderr.write(`switchyard: ${text}\n`);

/** Runs a command with a broker of its own. Returns the exit code. */
export async function runEphemeral(options: EphemeralOptions): Promise<number> {
  if (!existsSync(inRoot("wrangler.toml"))) {
    throw new UserError(
      `This command starts the whole product, so it needs a clone of the repository: run "${COMMAND_IN_CLONE} broker …" there.`,
    );
  }
  // A start takes seconds, and a mistyped command none.
  const problem = commandProblem(options.command[0], process.env.PATH ?? "");
  if (problem === null) return runWithBroker(options);
  report(problem.sentence);
  return problem.code;
}

async function runWithBroker(options: EphemeralOptions): Promise<number> {
  const startedAt = performance.now();
  const folder = newFolder();
  const interruption = new Interruption();
  const guard = new Guard(folder);
  let broker: EphemeralBroker | null = null;
  try {
    broker = await EphemeralBroker.start(options, {
      stateDirectory: folder,
      temporaryDirectory: subfolder(folder, "tmp"),
      abort: interruption.abort,
      onStart: (pid) => {
        guard.group = pid;
      },
      onOutput: (text) => {
        if (options.isVerbose) process.stderr.write(text);
      },
    });
    const account = await newEphemeralAccount(broker.url);
    if (interruption.signal !== null) return exitCodeOf(interruption.signal);
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
    report(`broker mqtt://${LOOPBACK}:${broker.mqttPort}, API ${broker.url} (${seconds} s)`);
    return await runBeside(broker, options, account, interruption, guard);
  } catch (error) {
    if (interruption.signal !== null) return exitCodeOf(interruption.signal);
    throw error;
  } finally {
    await broker?.stop();
    await guard.end();
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    interruption.end();
  }
}

/** Runs the command until it ends, or until the broker fails. */
async function runBeside(
  broker: EphemeralBroker,
  options: EphemeralOptions,
  account: EphemeralAccount,
  interruption: Interruption,
  guard: Guard,
): Promise<number> {
  const command = runCommand(options.command, variablesOf(broker, account), report);
  guard.command = command.pid;
  interruption.onSignal = command.send;
  interruption.onParentDeath = command.end;
  let failure: string | null = null;
  void broker
    .failure()
    .catch((error: Error) => error.message)
    .then((reason) => {
      failure = reason;
      report(`The broker ended, and so the command is stopped.\n${reason}`);
      command.end();
    });
  const code = await command.exitCode;
  guard.command = 0;
  if (options.cutShare !== null) report(`${counted(broker.cuts, "connection was", "connections were")} cut`);
  if (options.restartMs !== null) report(`${counted(broker.restarts, "restart", "restarts")}`);
  return failure === null ? code : 1;
}

const counted = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`;

const variablesOf = ({ url, port, mqttPort }: EphemeralBroker, account: EphemeralAccount) => ({
  MQTT_URL: `mqtt://${LOOPBACK}:${mqttPort}`,
  MQTT_WS_URL: `ws://${LOOPBACK}:${port}/mqtt`,
  MQTT_HOST: LOOPBACK,
  MQTT_PORT: String(mqttPort),
  MQTT_USERNAME: account.username,
  MQTT_PASSWORD: account.password,
  SWITCHYARD_URL: url,
  SWITCHYARD_TOKEN: account.token,
});

function newFolder(): string {
  try {
    return mkdtempSync(join(tmpdir(), "switchyard-broker-"));
  } catch (error) {
    throw new UserError(
      `The folder for temporary files, ${tmpdir()}, is not writable (${(error as NodeJS.ErrnoException).code}): choose another with TMPDIR=…`,
    );
  }
}

function subfolder(folder: string, name: string): string {
  const path = join(folder, name);
  mkdirSync(path);
  return path;
}
