/** A stock program in its own process. */

import { type ChildProcess, spawn } from "node:child_process";
import { until } from "../support/until.ts";

export interface RunningProcess {
  said(): string;
  untilSaid(words: string, times?: number, withinMs?: number): Promise<void>;
  tell(line: string): void;
  /** Writes this line and closes the input. */
  close(last: string): void;
  ended: Promise<number | null>;
  /** Sends SIGTERM and waits. */
  end(): void;
  kill(): Promise<void>;
}

const KEPT_BYTES = 40_000;

const running = new Set<ChildProcess>();
// The processes would outlive a runner that is stopped.
process.once("exit", () => {
  for (const child of running) child.kill("SIGKILL");
});

export function start(
  command: string,
  args: readonly string[],
  options: { cwd?: string; env?: NodeJS.ProcessEnv; keptBytes?: number } = {},
): RunningProcess {
  const { keptBytes = KEPT_BYTES, env, ...place } = options;
  const child = spawn(command, args, {
    ...place,
    env: { ...process.env, NO_COLOR: "1", ...env },
    stdio: ["pipe", "pipe", "pipe"],
  });
  let said = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (chunk: Buffer) => {
      said = (said + chunk.toString("utf8")).slice(-keptBytes);
    });
  }
  child.stdin.on("error", () => {});
  running.add(child);
  const ended = new Promise<number | null>((resolve) => {
    child.once("error", (error) => {
      said += error.message;
      resolve(null);
    });
    child.once("close", resolve);
  });
  void ended.then(() => running.delete(child));
  return {
    said: () => said,
    untilSaid: async (words, times = 1, withinMs = 60_000) => {
      const isSaid = () => said.split(words).length > times;
      const isOver = () => child.exitCode !== null || child.signalCode !== null;
      const look = () => isSaid() || isOver();
      await until(`"${words}" from ${command}`, look, withinMs).catch((error: Error) => {
        throw new Error(`${error.message}\n${said}`);
      });
      if (!isSaid()) throw new Error(`${command} ended:\n${said}`);
    },
    tell: (line) => void child.stdin.write(`${line}\n`),
    close: (last) => void child.stdin.end(last),
    ended,
    end: () => void child.kill("SIGTERM"),
    kill: async () => {
      child.kill("SIGKILL");
      await ended;
    },
  };
}
