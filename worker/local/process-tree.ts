import { type ChildProcess, execFileSync } from "node:child_process";

const KILL_AFTER_MS = 5000;

/** Returns all descendants of a process. */
function descendants(of: number): number[] {
  const table = execFileSync("ps", ["-A", "-o", "pid=,ppid="], { encoding: "utf8" });
  const pairs = table.split("\n").map((line) => line.trim().split(/\s+/).map(Number));
  const pids = [of];
  for (const parent of pids) {
    for (const [pid, ppid] of pairs) if (ppid === parent && pid !== undefined) pids.push(pid);
  }
  return pids.slice(1);
}

function kill(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // The process has ended.
  }
}

/** Stops a child by SIGINT, or by SIGKILL after a time, and kills its descendants. */
export async function stopProcessTree(child: ChildProcess, ended: Promise<unknown>): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  // Read before, because the descendants of a dead process cannot be found.
  const children = descendants(child.pid);
  child.kill("SIGINT");
  const timer = setTimeout(() => child.kill("SIGKILL"), KILL_AFTER_MS);
  await ended;
  clearTimeout(timer);
  for (const pid of children) kill(pid);
}
