/** Processes that the bench starts, and ends by their own process group. */
import { type ChildProcess, spawn } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { setTimeout as pause } from "node:timers/promises";

const START_MS = 90_000;
const STOP_MS = 8_000;
/** The precision of a start that is timed. */
const POLL_MS = 20;
const PAGE_BYTES = 4096;
const TICKS_A_SECOND = 100;

export interface Started {
  /** The first line of its output that is a JSON object; empty where `ready` decides. */
  said: Record<string, unknown>;
  memory(): number;
  /** Seconds. */
  processor(): number;
  /** Ids of the process and of all that it started. */
  processes(): number[];
  stop(): Promise<void>;
}

interface Command {
  command: string;
  args: readonly string[];
  cwd?: string;
  env?: Record<string, string>;
  /** Polled until true; without it the process says a JSON line when it is ready. */
  ready?: () => Promise<boolean>;
}

const groups = new Set<number>();
process.on("exit", () => {
  // Not killed outright: each of them still takes its folder away.
  for (const pid of groups) signalGroup(pid, "SIGTERM");
});

function signalGroup(pid: number, signal: NodeJS.Signals): boolean {
  try {
    return process.kill(-pid, signal);
  } catch {
    return false;
  }
}

export async function start(command: Command): Promise<Started> {
  const child = spawn(command.command, command.args, {
    cwd: command.cwd,
    env: { ...process.env, ...command.env },
    detached: true,
    stdio: ["ignore", "pipe", "pipe"],
  });
  const pid = child.pid;
  if (pid === undefined) throw new Error(`${command.command} could not be started`);
  groups.add(pid);
  const log: string[] = [];
  child.stderr.on("data", (chunk: Buffer) => keep(log, chunk.toString()));
  const stop = () => stopGroup(child, pid);
  try {
    const said = await ready(command, child, log);
    const memory = () => sumOf(pid, residentBytes);
    const processor = () => sumOf(pid, processorSeconds);
    return { said, memory, processor, processes: () => [...treeOf(pid).keys()], stop };
  } catch (reason) {
    await stop();
    throw new Error(`${command.command} did not start: ${String(reason)}\n${log.join("").slice(-4000)}`);
  }
}

/** The last output of a process, for the error message. */
function keep(log: string[], text: string): void {
  log.push(text);
  if (log.length > 200) log.shift();
}

function ready(command: Command, child: ChildProcess, log: string[]): Promise<Record<string, unknown>> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error("it took too long")), START_MS);
    const done = (said: Record<string, unknown>) => {
      clearTimeout(timer);
      resolve(said);
    };
    child.once("error", reject);
    child.once("exit", (code) => {
      clearTimeout(timer);
      reject(new Error(`it ended with code ${code}`));
    });
    if (child.stdout === null) return;
    let isReady = command.ready !== undefined;
    createInterface(child.stdout).on("line", (line) => {
      if (!isReady && line.startsWith("{")) {
        isReady = true;
        done(JSON.parse(line));
      } else keep(log, `${line}\n`);
    });
    if (command.ready !== undefined)
      void poll(command.ready, () => child.exitCode !== null).then(() => done({}));
  });
}

async function poll(ready: () => Promise<boolean>, over: () => boolean): Promise<void> {
  while (!over() && !(await ready().catch(() => false))) await pause(POLL_MS);
}

async function stopGroup(child: ChildProcess, pid: number): Promise<void> {
  const gone = new Promise<void>((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) resolve();
    else child.once("exit", () => resolve());
  });
  signalGroup(pid, "SIGTERM");
  await Promise.race([gone, pause(STOP_MS, undefined, { ref: false })]);
  // The rest of the group: runtimes whose parent ended before them.
  signalGroup(pid, "SIGKILL");
  groups.delete(pid);
}

/** Of the fields of /proc/PID/stat behind the name. */
const residentBytes = (fields: readonly string[]): number => Number(fields[21]) * PAGE_BYTES;
const processorSeconds = (fields: readonly string[]): number =>
  (Number(fields[11]) + Number(fields[12])) / TICKS_A_SECOND;

const sumOf = (root: number, measure: (fields: readonly string[]) => number): number =>
  [...treeOf(root).values()].reduce((sum, fields) => sum + measure(fields), 0);

/** A process and all that it started, with their fields of /proc/PID/stat. */
function treeOf(root: number): Map<number, readonly string[]> {
  const parents = new Map<number, number>();
  const all = new Map<number, readonly string[]>();
  for (const entry of readdirSync("/proc")) {
    const pid = Number(entry);
    if (!Number.isInteger(pid)) continue;
    try {
      const stat = readFileSync(`/proc/${pid}/stat`, "latin1");
      const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
      parents.set(pid, Number(fields[1]));
      all.set(pid, fields);
    } catch {
      // It ended meanwhile.
    }
  }
  const belongs = (pid: number | undefined): boolean =>
    pid !== undefined && pid > 1 && (pid === root || belongs(parents.get(pid)));
  return new Map([...all].filter(([pid]) => belongs(pid)));
}
