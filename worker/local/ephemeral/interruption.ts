import { constants } from "node:os";

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
