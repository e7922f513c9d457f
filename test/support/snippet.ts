/** The guide's snippets as a reader copies them: filled in, written to a file, and run. */

import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { once } from "node:events";
import { copyFileSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { fill, type Language, type SnippetValues } from "../../web/src/features/guide/programs/fill.ts";
import { until } from "./until.ts";

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const SNIPPETS = at("../../web/src/features/guide/programs/snippets");
/** Programs for MicroPython need it in their folder. */
const BESIDE = "mqtt_connection.py";
/** Of the Arduino core and its libraries, and of ESP-IDF. */
const DOUBLES = [at("./arduino"), at("./esp-idf")];
const BOARD = at("./esp-idf/board.cpp");
const ESPHOME = at("./esphome-board.ts");
const MICROPYTHON = at("./micropython/board.ts");
const IDF_MAIN = at("./esp-idf/main.cpp");

export interface RunningSnippet {
  lines: string[];
  untilSaid(text: string | RegExp): Promise<void>;
  /** Its exit code, once it exits. */
  ended: Promise<number>;
  write(line: string): void;
  kill(): Promise<void>;
}

/** Warnings are errors, as far as the languages share them. */
const WARNINGS = ["-Wall", "-Wextra", "-Werror"];

async function compiler(command: string, args: string[]): Promise<void> {
  const folders = DOUBLES.map((folder) => `-I${folder}`);
  const child = spawn(command, [...WARNINGS, ...folders, ...args]);
  let said = "";
  child.stderr.on("data", (chunk: Buffer) => {
    said += chunk.toString("utf8");
  });
  const [code] = (await once(child, "close")) as [number];
  if (code !== 0) throw new Error(`The sketch does not compile:\n${said}`);
}

/** As the Arduino builder does it: the core's header before the sketch, its main after it. */
async function compileSketch(folder: string, sketch: string): Promise<string> {
  const program = join(folder, "sketch");
  const main = join(folder, "main.cpp");
  writeFileSync(
    main,
    `#include "Arduino.h"\n#include "${sketch}"\nint main() { setup(); for (;;) loop(); }\n`,
  );
  await compiler("g++", ["-std=c++20", main, BOARD, "-o", program]);
  return program;
}

/** In its own group, because a shell's child would outlive the shell. */
const GROUP = { detached: true } as const;

/** As ESP-IDF does it: in C, where handlers may leave parameters unused. */
async function compileForIdf(folder: string, file: string): Promise<string> {
  const [program, object] = [join(folder, "program"), join(folder, "main.o")];
  await compiler("gcc", ["-std=gnu17", "-Wno-unused-parameter", "-c", file, "-o", object]);
  await compiler("g++", ["-std=c++20", IDF_MAIN, BOARD, object, "-o", program]);
  return program;
}

/** Returns the command of a program; sketches are compiled once. */
async function commandOf(language: Language, folder: string, file: string): Promise<[string, ...string[]]> {
  const name = basename(file);
  switch (language) {
    case "ino":
      return [await compileSketch(folder, file)];
    case "c":
      return [await compileForIdf(folder, file)];
    case "py":
      if (name.includes("micropython")) return [process.execPath, MICROPYTHON, folder, name];
      // Debian's Python: another one in PATH may be without Paho.
      return ["/usr/bin/python3", file];
    case "yaml":
      return [process.execPath, ESPHOME, file];
    case "js":
      return [process.execPath, file];
    case "sh":
      return ["sh", "-e", file];
  }
}

function running(child: ChildProcessWithoutNullStreams): RunningSnippet {
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
    },
  };
}

export interface CopiedSnippet {
  start(): RunningSnippet;
  /** After its programs have ended. */
  remove(): void;
}

const languageOf = (name: string): Language => name.slice(name.lastIndexOf(".") + 1) as Language;

/** `edit` makes the changes that a reader makes by hand. */
export function copySnippet(
  name: string,
  values: SnippetValues,
  edit: (code: string) => string = (code) => code,
): Promise<CopiedSnippet> {
  const template = readFileSync(join(SNIPPETS, name), "utf8");
  return copyProgram(name, edit(fill(template, values, languageOf(name))));
}

async function copyProgram(name: string, code: string): Promise<CopiedSnippet> {
  const language = languageOf(name);
  const folder = mkdtempSync(join(tmpdir(), "switchyard-snippet-"));
  const file = join(folder, language === "js" ? name.replace(".js", ".mjs") : name);
  writeFileSync(file, code);
  if (name.includes("micropython")) copyFileSync(join(SNIPPETS, BESIDE), join(folder, BESIDE));
  symlinkSync(at("../../node_modules"), join(folder, "node_modules"));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  try {
    const [command, ...args] = await commandOf(language, folder, file);
    return { start: () => running(spawn(command, args, GROUP)), remove };
  } catch (error) {
    remove();
    throw error;
  }
}

function runOnce({ start, remove }: CopiedSnippet): RunningSnippet {
  const program = start();
  return { ...program, kill: () => program.kill().finally(remove) };
}

export const runSnippet = async (...copy: Parameters<typeof copySnippet>): Promise<RunningSnippet> =>
  runOnce(await copySnippet(...copy));

/** Runs a program as it was copied from the page. */
export const runProgram = async (name: string, code: string): Promise<RunningSnippet> =>
  runOnce(await copyProgram(name, code));
