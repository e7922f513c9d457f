/** The guide's snippets as a reader copies them: filled in, written to a file, and run. */

import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { fill, type Language, type SnippetValues } from "../../web/src/features/guide/programs/fill.ts";
import { until } from "./until.ts";

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const DOUBLES = at("./arduino");

export interface RunningSnippet {
  lines: string[];
  untilSaid(text: string | RegExp): Promise<void>;
  /** Its exit code, once it exits. */
  ended: Promise<number>;
  write(line: string): void;
  kill(): Promise<void>;
}

async function compile(folder: string, sketch: string): Promise<string> {
  const program = join(folder, "sketch");
  // As the Arduino builder does it: the core's header before the sketch, its main after it.
  const main = join(folder, "main.cpp");
  writeFileSync(
    main,
    `#include "Arduino.h"\n#include "${sketch}"\nint main() { setup(); for (;;) loop(); }\n`,
  );
  const compiler = spawn("g++", [
    "-std=c++20",
    "-Wall",
    "-Wextra",
    "-Werror",
    `-I${DOUBLES}`,
    main,
    "-o",
    program,
  ]);
  let said = "";
  compiler.stderr.on("data", (chunk: Buffer) => {
    said += chunk.toString("utf8");
  });
  const [code] = (await once(compiler, "close")) as [number];
  if (code !== 0) throw new Error(`The sketch does not compile:\n${said}`);
  return program;
}

/** In its own group, because a shell's child would outlive the shell. */
const GROUP = { detached: true } as const;

async function start(language: Language, folder: string, file: string) {
  switch (language) {
    case "ino":
      return spawn(await compile(folder, file), [], GROUP);
    case "py":
      // Debian's Python: another one in PATH may be without Paho.
      return spawn("/usr/bin/python3", [file], GROUP);
    case "js":
      return spawn(process.execPath, [file], GROUP);
    case "sh":
      return spawn("sh", ["-e", file], GROUP);
  }
}

function running(child: ChildProcessWithoutNullStreams, cleanUp: () => void): RunningSnippet {
  const lines: string[] = [];
  for (const stream of [child.stdout, child.stderr]) {
    createInterface({ input: stream }).on("line", (line) => lines.push(line));
  }
  // The program may end before the answer to its last request.
  child.stdin.on("error", () => {});
  const ended = once(child, "close").then(([code]) => code as number);
  return {
    lines,
    ended,
    write: (line) => child.stdin.write(`${line}\n`),
    untilSaid: async (text) => {
      const fits = (line: string) => (typeof text === "string" ? line === text : text.test(line));
      await until(`"${text}"`, () => lines.some(fits)).catch((error: Error) => {
        throw new Error(`${error.message} It said: ${lines.join("\n")}`);
      });
    },
    kill: async () => {
      try {
        if (child.pid !== undefined) process.kill(-child.pid, "SIGKILL");
      } catch {}
      await ended;
      cleanUp();
    },
  };
}

const languageOf = (name: string): Language => name.slice(name.lastIndexOf(".") + 1) as Language;

/** `edit` makes the changes that a reader makes by hand. */
export async function runSnippet(
  name: string,
  values: SnippetValues,
  edit: (code: string) => string = (code) => code,
): Promise<RunningSnippet> {
  const template = readFileSync(at(`../../web/src/features/guide/programs/snippets/${name}`), "utf8");
  return runProgram(name, edit(fill(template, values, languageOf(name))));
}

/** Runs a program as it was copied from the page. */
export async function runProgram(name: string, code: string): Promise<RunningSnippet> {
  const language = languageOf(name);
  const folder = mkdtempSync(join(tmpdir(), "switchyard-snippet-"));
  const file = join(folder, language === "js" ? name.replace(".js", ".mjs") : name);
  writeFileSync(file, code);
  symlinkSync(at("../../node_modules"), join(folder, "node_modules"));
  const cleanUp = () => rmSync(folder, { recursive: true, force: true });
  try {
    return running(await start(language, folder, file), cleanUp);
  } catch (error) {
    cleanUp();
    throw error;
  }
}
