import { spawn } from "node:child_process";
import { accessSync, constants, existsSync, statSync } from "node:fs";
import { delimiter, join } from "node:path";
import { exitCodeOf } from "./interruption.ts";

const NOT_EXECUTABLE = 126;
const NOT_FOUND = 127;
const KILL_AFTER_MS = 10_000;

export interface RunningCommand {
  /** 0 if it could not be started. */
  pid: number;
  exitCode: Promise<number>;
  send(signal: NodeJS.Signals): void;
  /** By SIGTERM, or by SIGKILL after a time. */
  end(): void;
}

/** Returns why a command cannot be run, with the exit code of shells; null if it can. */
export function commandProblem(file: string, path: string): { code: number; sentence: string } | null {
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
export function runCommand(
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
