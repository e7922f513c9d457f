import { type ChildProcess, execFileSync } from "node:child_process";

const PATIENCE_MS = 5000;

/** The children, grandchildren and so on of a process. */
function descendants(of: number): number[] {
  const table = execFileSync("ps", ["-A", "-o", "pid=,ppid="], { encoding: "utf8" });
  const pairs = table.split("\n").map((line) => line.trim().split(/\s+/).map(Number));
  const found = [of];
  for (const parent of found) {
    for (const [pid, ppid] of pairs) if (ppid === parent && pid !== undefined) found.push(pid);
  }
  return found.slice(1);
}

function kill(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // It is gone already.
  }
}

/** Asks a child to end, and ends it with all that it started when it does not. */
export async function stopTree(child: ChildProcess, ended: Promise<unknown>): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  // Known now, because the children of a dead process can no longer be found.
  const family = descendants(child.pid);
  child.kill("SIGINT");
  const patience = setTimeout(() => child.kill("SIGKILL"), PATIENCE_MS);
  await ended;
  clearTimeout(patience);
  for (const pid of family) kill(pid);
}
