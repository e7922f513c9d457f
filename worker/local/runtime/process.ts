/** One process of the runtime. */

import { type ChildProcess, spawn } from "node:child_process";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { linesOf } from "./log-lines.ts";

export interface RuntimeProcess {
  child: ChildProcess;
  /** The port of each socket, by its name. Rejects if the process ends before. */
  ports: Promise<Map<string, number>>;
  /** The signal or the exit code. */
  ended: Promise<string>;
}

export interface RuntimeCommand {
  program: string;
  configFile: string;
  environment: NodeJS.ProcessEnv;
  /** The names of those that listen. */
  sockets: readonly string[];
  /** Receives the output since it listens. */
  onLine(line: string): void;
}

export function startProcess({
  program,
  configFile,
  environment,
  sockets,
  onLine,
}: RuntimeCommand): RuntimeProcess {
  const args = ["serve", "--experimental", "--import-path=/", "--control-fd=3", configFile];
  const child = spawn(program, args, {
    // As at the edge.
    env: { ...process.env, TZ: "UTC", ...environment },
    stdio: ["ignore", "pipe", "pipe", "pipe"],
  });
  const [, out, errors, control] = child.stdio as unknown as [null, Readable, Readable, Readable];
  const ended = new Promise<string>((resolve) => {
    child.once("error", (error) => resolve(error.message));
    // `close` comes after the last output
    child.once("close", (code, signal) => resolve(signal ?? `exit code ${code}`));
  });
  const said: string[] = [];
  for (const stream of [out, errors]) {
    createInterface({ input: stream }).on("line", (raw) => {
      for (const line of linesOf(raw)) {
        if (said.length < KEPT_LINES) said.push(line);
        onLine(line);
      }
    });
  }
  const ports = new Promise<Map<string, number>>((resolve, reject) => {
    const known = new Map<string, number>();
    createInterface({ input: control }).on("line", (line) => {
      const { event, socket, port } = JSON.parse(line) as { event: string; socket: string; port: number };
      if (event === "listen") known.set(socket, port);
      if (sockets.every((name) => known.has(name))) resolve(known);
    });
    void ended.then((how) => reject(new Error(`The runtime ended (${how}).\n${said.join("\n")}`.trim())));
  });
  // a process that ends while it starts is reported by `ended`, too
  ports.catch(() => {});
  return { child, ports, ended };
}

/** Of the output before the start, for the message of a failure. */
const KEPT_LINES = 20;
