/** Runs the built Worker in one process of the runtime, and starts that again when it ends by itself. */

import { randomBytes } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import type { ServerOptions } from "../server-options.ts";
import { UserError } from "../user-error.ts";
import { napRegularly } from "./naps.ts";
import { forgetProcess, noteProcess } from "./orphan.ts";
import { prepare } from "./prepare.ts";
import { type RuntimeProcess, startProcess } from "./process.ts";
import { startSupervisorServer } from "./supervisor-server.ts";

export interface Supervisor {
  /** Runs the jobs when it is called. A new process has another port. */
  jobsUrl(key: string): URL;
  /** Resolves with an exit code after `stop`, and not before. */
  ended: Promise<number>;
  stop(): Promise<void>;
}

interface SupervisorOptions {
  server: ServerOptions;
  print(line: string): void;
  /** Receives the lines of the Worker. */
  onLine(line: string): void;
  stop: AbortSignal;
}

/** A pause before each new start, which grows while they fail. Milliseconds. */
const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 30_000;
/** A process that ran as long was healthy. */
const HEALTHY_AFTER_MS = 60_000;

export const pauseBefore = (failures: number): number =>
  Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (failures - 1));

/** Resolves when the runtime listens. Throws a UserError with its reason if it does not start. */
export async function startSupervisor(options: SupervisorOptions): Promise<Supervisor> {
  const { server, onLine } = options;
  const key = randomBytes(24).toString("base64url");
  const own = await startSupervisorServer(key, server.port);
  const stopped = new AbortController();
  const command = prepare(server, { port: own.port, key });
  const launch = () => {
    const started = startProcess({ ...command, onLine });
    if (started.child.pid !== undefined) noteProcess(server.persistTo, started.child.pid);
    return started;
  };
  const runtime = new Restarted(launch, stopped.signal);
  const stop = async () => {
    stopped.abort();
    own.close();
    await runtime.kill();
    forgetProcess(server.persistTo);
  };
  options.stop.addEventListener("abort", () => void stop());
  if (options.stop.aborted) await stop();
  try {
    await runtime.isListening();
  } catch (error) {
    await stop();
    throw new UserError(`The Worker did not start: ${error instanceof Error ? error.message : error}`);
  }
  const { napMs } = server;
  if (napMs !== undefined) {
    napRegularly({ ...server, napMs }, () => runtime.urlOf("naps"), key, stopped.signal);
  }
  return {
    jobsUrl: (cron) => new URL(`/?cron=${encodeURIComponent(cron)}`, runtime.urlOf("jobs")),
    ended: runtime.keepRunning(options.print),
    stop,
  };
}

/** A process of the runtime, and its successors. */
class Restarted {
  readonly #launch: () => RuntimeProcess;
  readonly #stop: AbortSignal;
  #current: RuntimeProcess;
  #ports = new Map<string, number>();

  constructor(launch: () => RuntimeProcess, stop: AbortSignal) {
    this.#launch = launch;
    this.#stop = stop;
    this.#current = launch();
  }

  async isListening(): Promise<void> {
    this.#ports = await this.#current.ports;
  }

  urlOf(socket: string): string {
    return `http://127.0.0.1:${this.#ports.get(socket)}`;
  }

  /** SQLite keeps what was acknowledged, whenever the process ends. */
  async kill(): Promise<void> {
    this.#current.child.kill("SIGKILL");
    await this.#current.ended;
  }

  /** Resolves after a stop. */
  async keepRunning(print: (line: string) => void): Promise<number> {
    let failures = 0;
    let startedAt = performance.now();
    for (;;) {
      const how = await this.#current.ended;
      if (this.#stop.aborted || (await this.#isInterrupted(how))) return 0;
      if (performance.now() - startedAt > HEALTHY_AFTER_MS) failures = 0;
      failures++;
      // Said once a series.
      if (failures === 1) print(`The runtime was ended (${how}), and is started again.`);
      if (failures === 2) print(`It was ended again (${how}). The pause before each start grows now.`);
      if (!(await pause(pauseBefore(failures), this.#stop))) return 0;
      startedAt = performance.now();
      this.#current = this.#launch();
      await this.isListening().catch(() => {});
    }
  }

  /** A signal of a terminal reaches this process and the runtime at about the same time. */
  async #isInterrupted(how: string): Promise<boolean> {
    if (!["SIGINT", "SIGTERM", "SIGHUP"].includes(how)) return false;
    return !(await pause(SIGNAL_MS, this.#stop));
  }
}

const SIGNAL_MS = 500;

/** Returns false if it was cut short. */
const pause = (ms: number, signal: AbortSignal): Promise<boolean> =>
  wait(ms, true, { signal }).catch(() => false);
