import {
  CONNECT_FAILED,
  type ConnectionHandlers,
  type ConnectionOptions,
  type MqttConnection,
} from "./connection.ts";

/** The reason of a failure as text. */
export const reasonOf = (error: unknown, fallback = CONNECT_FAILED): string =>
  error instanceof Error && error.message !== "" ? error.message : fallback;

/**
 * Holds at most one connection. It can be given up at any time, also while opening: then it is closed, and its later
 * messages and results are ignored.
 */
export class CurrentConnection<C extends Pick<MqttConnection, "close"> = MqttConnection> {
  readonly #open: (options: ConnectionOptions, handlers: ConnectionHandlers) => Promise<C>;
  #standing: C | null = null;
  /** The latest attempt. Results of earlier ones are ignored. */
  #latest: symbol | null = null;

  constructor(open: (options: ConnectionOptions, handlers: ConnectionHandlers) => Promise<C>) {
    this.#open = open;
  }

  /** Closes the previous connection and opens a new one. Returns null if this one was given up meanwhile. */
  async open<T>(
    options: ConnectionOptions,
    { onMessage, onLost }: ConnectionHandlers,
    begin: (connection: C) => Promise<T>,
  ): Promise<T | null> {
    this.giveUp();
    const mine = Symbol();
    this.#latest = mine;
    const isMine = () => this.#latest === mine;
    try {
      const opened = await this.#open(options, {
        onMessage: (message) => {
          if (isMine()) onMessage(message);
        },
        onLost: (reason) => {
          if (!isMine()) return;
          this.#forget();
          onLost(reason);
        },
      });
      if (isMine()) {
        this.#standing = opened;
        return await this.ask(begin);
      }
      opened.close();
    } catch (error) {
      if (isMine()) throw error;
    }
    return null;
  }

  /** Calls the current connection. Null without one, or when it was replaced before the answer came. */
  async ask<T>(question: (connection: C) => Promise<T>): Promise<T | null> {
    const [asked, of] = [this.#standing, this.#latest];
    if (asked === null) return null;
    try {
      const answer = await question(asked);
      return this.#latest === of ? answer : null;
    } catch (error) {
      if (this.#latest === of) throw error;
      return null;
    }
  }

  /** The open connection, or null. */
  get standing(): C | null {
    return this.#standing;
  }

  giveUp(): void {
    this.#standing?.close();
    this.#forget();
  }

  #forget(): void {
    this.#latest = null;
    this.#standing = null;
  }
}
