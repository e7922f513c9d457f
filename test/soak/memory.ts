/** Resident memory of the runtime processes of a group. */

import { readdirSync, readFileSync } from "node:fs";

const PAGE_BYTES = 4096;

/** Bytes of every `workerd` in the process group of `leader`. */
export function runtimeMemory(leader: number): number {
  let bytes = 0;
  for (const entry of readdirSync("/proc")) {
    if (!/^\d+$/.test(entry)) continue;
    try {
      const stat = readFileSync(`/proc/${entry}/stat`, "latin1");
      const name = stat.slice(stat.indexOf("(") + 1, stat.lastIndexOf(")"));
      const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
      if (name.startsWith("workerd") && Number(fields[2]) === leader)
        bytes += Number(fields[21]) * PAGE_BYTES;
    } catch {
      // It ended while we looked.
    }
  }
  return bytes;
}
