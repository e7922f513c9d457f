/** Log lines for the operator, with the account's name in logs. */

import { logLine } from "./contract/json.ts";

export class Log {
  #account: string;

  constructor(account: string) {
    this.#account = account;
  }

  get account(): string {
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
    return { what, account: this.#account, why, at };
  }
}
