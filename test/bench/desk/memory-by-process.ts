/** Memory of processes, with shared pages divided between those that share them. */
import { readFileSync } from "node:fs";
import { basename } from "node:path";

export interface ProcessMemory {
  /** The program, or the script that it runs. */
  name: string;
  mebibytes: number;
  /** Without mapped files: other programs that run the same files make no difference to it. */
  anonymous: number;
}

/** The script of `node`, else the program. `npm` names itself in place of its arguments. */
export function nameOf(commandLine: string): string {
  const [program = "", ...args] = commandLine.split("\0").filter((each) => each !== "");
  if (/^npm( |$)/.test(program)) return "npm";
  if (basename(program) !== "node") return basename(program.split(" ")[0] ?? "");
  const scripts = args.filter((each) => /\.[cm]?[jt]s$/.test(each)).map((each) => basename(each));
  // run.mjs starts the script that is its argument
  return (scripts[0] === "run.mjs" ? scripts[1] : scripts[0]) ?? "node";
}

/** Of the text of /proc/PID/smaps_rollup. */
export const proportional = (text: string): Omit<ProcessMemory, "name"> => ({
  mebibytes: mebibytesIn(/^Pss:\s+(\d+) kB$/m, text),
  anonymous: mebibytesIn(/^Pss_Anon:\s+(\d+) kB$/m, text),
});

const mebibytesIn = (line: RegExp, text: string): number => Number(line.exec(text)?.[1] ?? Number.NaN) / 1024;

/** Without those that ended meanwhile. */
export const memoryOf = (processes: readonly number[]): ProcessMemory[] =>
  processes.flatMap((pid) => {
    try {
      const name = nameOf(readFileSync(`/proc/${pid}/cmdline`, "utf8"));
      const memory = proportional(readFileSync(`/proc/${pid}/smaps_rollup`, "utf8"));
      return Number.isNaN(memory.mebibytes) ? [] : [{ name, ...memory }];
    } catch {
      return [];
    }
  });

/** npm and its shell only wait; the last is the bench's own, and holds wrangler to build the Worker. */
const NOT_OF_PRODUCT = ["npm", "sh", "bare-runtime.ts"];

/** The sum and the number of the product's processes, and the memory of each program. Each key is a row's. */
export function memoryRows(all: readonly ProcessMemory[]): Record<string, number> {
  const own = all.filter(({ name }) => !NOT_OF_PRODUCT.includes(name));
  const rows: Record<string, number> = {
    memory: own.reduce((sum, { mebibytes }) => sum + mebibytes, 0),
    anonymous: own.reduce((sum, { anonymous }) => sum + anonymous, 0),
    processes: own.length,
  };
  for (const { name, mebibytes } of all) {
    const key = `${PROGRAM}${name}`;
    rows[key] = (rows[key] ?? 0) + mebibytes;
  }
  return rows;
}

/** Begins the key of a program's row. */
export const PROGRAM = "memory of ";
