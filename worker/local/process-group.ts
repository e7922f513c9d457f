/** A program in a process group of its own, so that one signal reaches all of its processes. */

import { type ChildProcess, spawn } from "node:child_process";
import { UserError } from "./user-error.ts";

const READY_WITHIN_MS = 240_000;
const KILL_AFTER_MS = 30_000;
/** Of the output. Characters. */
const MAX_LOG = 1 << 20;

export interface ProcessGroup {
  /** The leader, whose number is the group's. */
  pid: number;
  /** The end of its output. */
  log(): string;
  ended: Promise<void>;
  /** As Ctrl+C does. */
  stop(): Promise<void>;
  /** As a power cut does, with SIGKILL. */
  kill(): Promise<void>;
}

export interface GroupCommand {
  command: string;
  args: readonly string[];
  cwd: string;
  env: NodeJS.ProcessEnv;
  /** The output that reports readiness. */
  ready: string;
  /** Receives all output. */
  onOutput?(text: string): void;
  /** Called before the group is ready. */
  onStart?(pid: number): void;
  /** Kills the group while it starts. */
  abort?: AbortSignal;
}

function signalGroup(group: number | undefined, name: NodeJS.Signals): void {
  try {
    if (group !== undefined) process.kill(-group, name);
  } catch {
    // The group has already ended.
  }
}

/** Resolves when the program prints that it is ready. Kills it if it does not. */
export async function startGroup(program: GroupCommand): Promise<ProcessGroup> {
  const { command, args, cwd, env } = program;
  const child = spawn(command, args, { cwd, env, stdio: ["ignore", "pipe", "pipe"], detached: true });
  if (child.pid !== undefined) program.onStart?.(child.pid);
  const group = groupOf(child, program);
  const kill = () => void group.kill();
  program.abort?.addEventListener("abort", kill);
  if (program.abort?.aborted) kill();
  try {
    await readiness(child, group, program.ready);
  } catch (error) {
    await group.kill();
    throw error;
  } finally {
    program.abort?.removeEventListener("abort", kill);
  }
  return group;
}

function groupOf(child: ChildProcess, { onOutput }: GroupCommand): ProcessGroup {
  let log = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on("data", (chunk: Buffer) => {
      const text = chunk.toString("utf8");
      log = (log + text).slice(-MAX_LOG);
      onOutput?.(text);
    });
  }
  const killAll = () => signalGroup(child.pid, "SIGKILL");
  // The group would outlive a process that exits early.
  process.once("exit", killAll);
  const ended = new Promise<void>((resolve) => {
    child.once("error", (error) => {
      log += error.message;
      resolve();
    });
    child.once("close", () => resolve());
  });
  const end = async (name: NodeJS.Signals) => {
    signalGroup(child.pid, name);
    const timer = setTimeout(killAll, KILL_AFTER_MS);
    await ended;
    clearTimeout(timer);
    killAll();
    process.off("exit", killAll);
  };
  return {
    pid: child.pid ?? 0,
    log: () => log,
    ended,
    stop: () => end("SIGTERM"),
    kill: () => end("SIGKILL"),
  };
}

function readiness(child: ChildProcess, { ended, log }: ProcessGroup, ready: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const fail = (why: string) => reject(new UserError(`The product ${why}:\n${log().trim()}`));
    const timer = setTimeout(() => fail("was not ready in time"), READY_WITHIN_MS);
    const look = () => {
      if (!log().includes(ready)) return;
      clearTimeout(timer);
      resolve();
    };
    for (const stream of [child.stdout, child.stderr]) stream?.on("data", look);
    void ended.then(() => {
      clearTimeout(timer);
      fail("ended");
    });
  });
}
