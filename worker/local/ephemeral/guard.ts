import { type ChildProcess, spawn } from "node:child_process";
import { constants } from "node:os";

/**
 * Reads lists of processes; a negative number is a group. When its input ends, it kills the last list and removes the
 * folder.
 */
const SCRIPT = `trap '' INT TERM HUP
while read -r line; do last=$line; done
[ -z "$last" ] || { kill -9 $last; sleep 0.5; }
rm -rf -- "$1"`;

/** Cleans up when this process is killed with SIGKILL. A shell is small and starts at once. */
export class Guard {
  readonly #shell: ChildProcess;
  #group = 0;
  #command = 0;

  constructor(folder: string) {
    // A group of its own, so that it survives Ctrl+C.
    this.#shell = spawn("/bin/sh", ["-c", SCRIPT, "sh", folder], {
      stdio: ["pipe", "ignore", "ignore"],
      detached: true,
      cwd: "/",
    });
    this.#shell.on("error", () => {});
    this.#shell.stdin?.on("error", () => {});
  }

  /** 0 for none. */
  set group(pid: number) {
    this.#group = pid;
    this.#write();
  }

  set command(pid: number) {
    this.#command = pid;
    this.#write();
  }

  /** Ends the guard, which removes the folder. */
  async end(): Promise<void> {
    this.#group = 0;
    this.#command = 0;
    this.#write();
    const ended = new Promise((resolve) => this.#shell.once("close", resolve));
    this.#shell.stdin?.end();
    if (this.#shell.pid !== undefined && this.#shell.exitCode === null) await ended;
  }

  #write(): void {
    const list = [-this.#group, this.#command].filter((pid) => pid !== 0);
    this.#shell.stdin?.write(`${list.join(" ")}\n`);
  }
}

const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
const LOOK_EVERY_MS = 500;

/** As a shell reports it. */
export const exitCodeOf = (signal: NodeJS.Signals): number => 128 + constants.signals[signal];

/** Signals to this process, and the death of its parent, which counts as SIGTERM. */
export class Interruption {
  /** The first one. */
  signal: NodeJS.Signals | null = null;
  readonly #controller = new AbortController();
  readonly #timer: NodeJS.Timeout;
  /** Receives each signal. */
  onSignal: (signal: NodeJS.Signals) => void = () => {};
  onParentDeath: () => void = () => {};

  constructor() {
    for (const signal of SIGNALS) process.on(signal, this.#interrupt);
    const parent = process.ppid;
    this.#timer = setInterval(() => {
      if (process.ppid === parent) return;
      clearInterval(this.#timer);
      this.#abort("SIGTERM");
      this.onParentDeath();
    }, LOOK_EVERY_MS);
    this.#timer.unref();
  }

  /** Aborted by the first signal. */
  get abort(): AbortSignal {
    return this.#controller.signal;
  }

  end(): void {
    clearInterval(this.#timer);
    for (const signal of SIGNALS) process.off(signal, this.#interrupt);
  }

  readonly #interrupt = (signal: NodeJS.Signals): void => {
    this.#abort(signal);
    this.onSignal(signal);
  };

  #abort(signal: NodeJS.Signals): void {
    this.signal ??= signal;
    this.#controller.abort();
  }
}
