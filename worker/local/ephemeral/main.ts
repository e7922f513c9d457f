import { spawn } from "node:child_process";
import { randomBytes, randomUUID } from "node:crypto";
import { accessSync, constants, existsSync, mkdirSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { PLAIN_SCOPES } from "../../../broker/contract/scopes.ts";
import { COMMAND_IN_CLONE } from "../../contract/addresses.ts";
import { inRoot } from "../paths.ts";
import { LOOPBACK } from "../port.ts";
import { UserError } from "../user-error.ts";
import { EphemeralBroker } from "./broker.ts";
import { exitCodeOf, Guard, Interruption } from "./guard.ts";
import type { EphemeralOptions } from "./options.ts";

const NOT_EXECUTABLE = 126;
const NOT_FOUND = 127;
const KILL_AFTER_MS = 10_000;

interface RunningCommand {
  /** 0 if it could not be started. */
  pid: number;
  exitCode: Promise<number>;
  send(signal: NodeJS.Signals): void;
  /** By SIGTERM, or by SIGKILL after a time. */
  end(): void;
}

/** Returns why a command cannot be run, with the exit code of shells; null if it can. */
function commandProblem(file: string, path: string): { code: number; sentence: string } | null {
  const places = file.includes("/") ? [file] : path.split(delimiter).map((folder) => join(folder, file));
  const present = places.filter((place) => existsSync(place));
  if (present.length === 0) return { code: NOT_FOUND, sentence: `There is no command "${file}".` };
  if (present.some(isExecutable)) return null;
  return { code: NOT_EXECUTABLE, sentence: `"${file}" cannot be run: it is not an executable file.` };
}

function isExecutable(place: string): boolean {
  try {
    accessSync(place, constants.X_OK);
    return statSync(place).isFile();
  } catch {
    return false;
  }
}

/** Runs the user's command with our terminal. */
function runCommand(
  [file, ...args]: readonly [string, ...string[]],
  variables: Record<string, string>,
  report: (sentence: string) => void,
): RunningCommand {
  const child = spawn(file, args, { stdio: "inherit", env: { ...process.env, ...variables } });
  const exitCode = new Promise<number>((resolve) => {
    child.once("error", (error: NodeJS.ErrnoException) => {
      report(`"${file}" cannot be run: ${error.message}.`);
      resolve(error.code === "ENOENT" ? NOT_FOUND : NOT_EXECUTABLE);
    });
    child.once("exit", (code, signal) => resolve(code ?? exitCodeOf(signal ?? "SIGKILL")));
  });
  const send = (signal: NodeJS.Signals) => {
    // A terminal sends Ctrl+C to the command itself.
    if (signal !== "SIGINT" || !process.stdin.isTTY) child.kill(signal);
  };
  const end = () => {
    child.kill("SIGTERM");
    const timer = setTimeout(() => child.kill("SIGKILL"), KILL_AFTER_MS);
    void exitCode.then(() => clearTimeout(timer));
  };
  return { pid: child.pid ?? 0, exitCode, send, end };
}

// An account with everything that a test needs, made by the public API.

interface EphemeralAccount {
  username: string;
  password: string;
  token: string;
}

const SCOPES = [...PLAIN_SCOPES, "messages:read:#", "messages:publish:#"];

interface Responses {
  "/v0/register/": { data: { token: string } };
  "/v0/mqtt/credentials/": { username: string; password: string };
  "/v0/tokens/": { token: string };
}

async function post<Path extends keyof Responses>(
  url: string,
  path: Path,
  body: unknown,
  login?: string,
): Promise<Responses[Path]> {
  const response = await fetch(new URL(path, url), {
    method: "POST",
    headers: {
      "content-type": "application/json",
      ...(login !== undefined && { authorization: `Token ${login}` }),
    },
    body: JSON.stringify(body),
  });
  const text = await response.text();
  if (response.ok) return JSON.parse(text) as Responses[Path];
  throw new UserError(`The broker made no account: ${path} answered ${response.status}: ${text}`);
}

async function newEphemeralAccount(url: string): Promise<EphemeralAccount> {
  const registration = {
    email: `${randomUUID()}@example.org`,
    password: `Aa1-${randomBytes(18).toString("base64url")}`,
  };
  const login = (await post(url, "/v0/register/", registration)).data.token;
  const [{ username, password }, { token }] = await Promise.all([
    post(url, "/v0/mqtt/credentials/", { name: "Ephemeral", view: "root" }, login),
    post(url, "/v0/tokens/", { name: "Ephemeral", scopes: SCOPES }, login),
  ]);
  return { username, password, token };
}

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
