/** Log lines for the operator, with the account's name in logs. */

import { logLine } from "./contract/json.ts";

export class Log {
  readonly #nameOf: () => string;
  #account: string | null = null;

  /** `nameOf` is called at the first use: a digest costs an object that wakes 0.1 to 0.3 ms. */
  constructor(nameOf: () => string) {
    this.#nameOf = nameOf;
  }

  get account(): string {
    this.#account ??= this.#nameOf();
    return this.#account;
  }

  warn(what: string, error?: unknown): void {
    console.warn(logLine(this.#line(what, error)));
  }

  error(what: string, error: unknown, at?: string): void {
    console.error(logLine(this.#line(what, error, at)));
  }

  #line(what: string, error: unknown, at?: string): Record<string, unknown> {
    const why = error === undefined ? undefined : String(error);
    return { what, account: this.account, why, at };
  }
}
