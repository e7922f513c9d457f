/** A runtime whose supervisor was killed goes on with the data and the ports. The next start ends it. */

import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { writeWhole } from "./write-whole.ts";

/** The runtime's configuration. Its path is in the command line of the process. */
export const configFileIn = (stateDirectory: string): string => join(stateDirectory, "runtime.capnp");

const noteIn = (stateDirectory: string): string => join(stateDirectory, "runtime.pid");

export const noteProcess = (stateDirectory: string, pid: number): void =>
  writeWhole(noteIn(stateDirectory), `${pid}\n`);

export const forgetProcess = (stateDirectory: string): void =>
  rmSync(noteIn(stateDirectory), { force: true });

const LOOK_EVERY_MS = 20;
/** Five seconds: the number may belong to another program by now. */
const MOST_LOOKS = 250;

/** The caller holds the lock of the data, so no supervisor owns the noted process. */
export async function endOrphan(stateDirectory: string): Promise<void> {
  const note = noteIn(stateDirectory);
  if (!existsSync(note)) return;
  const pid = Number(readFileSync(note, "utf8"));
  let isKilled = false;
  // the number may belong to another program by now
  while (commandOf(pid).includes(configFileIn(stateDirectory))) {
    try {
      process.kill(pid, "SIGKILL");
    } catch {
      break;
    }
    isKilled = true;
    await pause(LOOK_EVERY_MS);
  }
  for (let looks = 0; isKilled && looks < MOST_LOOKS && holdsPorts(pid); looks++) await pause(LOOK_EVERY_MS);
  forgetProcess(stateDirectory);
}

/** The command line, or nothing without such a process. */
function commandOf(pid: number): string {
  if (!Number.isInteger(pid) || pid <= 1) return "";
  try {
    // a zombie has ended, and has no command line
    if (existsSync("/proc/self/cmdline")) return readFileSync(`/proc/${pid}/cmdline`, "utf8");
    const args = ["-ww", "-o", "args=", "-p", String(pid)];
    return execFileSync("ps", args, { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });
  } catch {
    return "";
  }
}

/** On Linux a killed process loses its command line first, and its ports with its last thread. */
function holdsPorts(pid: number): boolean {
  const threads = `/proc/${pid}/task`;
  return existsSync(threads) && readdirSync(threads).some((id) => runs(join(threads, id, "status")));
}

/** Whether a thread is no zombie and not dead. */
function runs(statusFile: string): boolean {
  try {
    return !/^State:\s+[ZX]/m.test(readFileSync(statusFile, "utf8"));
  } catch {
    return false;
  }
}
