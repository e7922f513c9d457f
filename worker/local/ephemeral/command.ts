import { spawn } from "node:child_process";
import { exitCodeOf } from "./interruption.ts";

const NOT_EXECUTABLE = 126;
const NOT_FOUND = 127;

export interface RunningCommand {
  /** 0 if it could not be started. */
  pid: number;
  exitCode: Promise<number>;
  send(signal: NodeJS.Signals): void;
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
      const isMissing = error.code === "ENOENT";
      report(isMissing ? `There is no command "${file}".` : `"${file}" cannot be run: ${error.message}.`);
      resolve(isMissing ? NOT_FOUND : NOT_EXECUTABLE);
    });
    child.once("exit", (code, signal) => resolve(code ?? exitCodeOf(signal ?? "SIGKILL")));
  });
  const send = (signal: NodeJS.Signals) => {
    // A terminal sends Ctrl+C to the command itself.
    if (signal !== "SIGINT" || !process.stdin.isTTY) child.kill(signal);
  };
  return { pid: child.pid ?? 0, exitCode, send };
}
