/**
 * The tool's own connection. Movement: disconnected → connecting (connect) → connected or disconnected;
 * connected → disconnected (disconnect, a publish that failed, or the broker's end of it).
 */

import { createStore } from "../../lib/store.ts";
import {
  CONNECT_FAILED,
  type Connection,
  type ConnectionHandlers,
  type ConnectionOptions,
  openConnection,
  type Qos,
  UNAUTHORIZED,
} from "../../live/connection.ts";
import type { Identity } from "./identity.ts";
import { createMessageLog } from "./message-log.ts";

export type ToolState =
  | { phase: "disconnected"; problem: string | null }
  | { phase: "connecting" }
  | { phase: "connected"; filters: readonly string[] };

type Line = Pick<Connection, "subscribe" | "unsubscribe" | "publish" | "close">;
type Open = (
  options: ConnectionOptions,
  handlers: Pick<ConnectionHandlers, "onMessage" | "onLost">,
) => Promise<Line>;

const messageOf = (error: unknown, fallback: string): string =>
  error instanceof Error && error.message !== "" ? error.message : fallback;
const isRefusal = (error: unknown): boolean => messageOf(error, "").includes(UNAUTHORIZED);

export class Tool {
  readonly state = createStore<ToolState>({ phase: "disconnected", problem: null });
  readonly log = createMessageLog();
  readonly #shown: (topic: string) => string;
  readonly #open: Open;
  #connection: Line | null = null;
  /** Counts the connections begun, so that what an abandoned one says is not heard. */
  #turn = 0;

  /** `shown` makes of a topic what people read. */
  constructor(shown: (topic: string) => string, open: Open = openConnection) {
    this.#shown = shown;
    this.#open = open;
  }

  async connect(url: string, { options, filters }: Identity): Promise<void> {
    this.#leave(null);
    const mine = this.#turn;
    this.state.set({ phase: "connecting" });
    try {
      const opened = await this.#open({ url, ...options }, this.#handlers(mine));
      if (mine !== this.#turn) return opened.close();
      this.#connection = opened;
      this.#notice("Connected");
      const granted = await this.#listenFirst(opened, filters);
      if (mine === this.#turn) this.state.set({ phase: "connected", filters: granted });
    } catch (error) {
      if (mine === this.#turn) this.#leave(messageOf(error, CONNECT_FAILED));
    }
  }

  /** Answers what went wrong, or null. */
  async subscribe(filter: string, qos: Qos): Promise<string | null> {
    const mine = this.#turn;
    try {
      await this.#connection?.subscribe([filter], qos);
    } catch (error) {
      return mine === this.#turn ? this.#refusal(filter, error) : null;
    }
    if (mine !== this.#turn) return null;
    this.#notice(`Subscribed to ${this.#shown(filter)}`);
    this.state.set({ phase: "connected", filters: [...new Set([...this.#filters(), filter])] });
    return null;
  }

  async unsubscribe(filter: string): Promise<string | null> {
    const mine = this.#turn;
    try {
      await this.#connection?.unsubscribe([filter]);
    } catch (error) {
      return mine === this.#turn ? messageOf(error, "Failed to unsubscribe") : null;
    }
    if (mine !== this.#turn) return null;
    this.#notice(`Unsubscribed from ${this.#shown(filter)}`);
    this.state.set({ phase: "connected", filters: this.#filters().filter((other) => other !== filter) });
    return null;
  }

  /** A message that cannot be published ends the connection. */
  async publish(topic: string, payload: string, qos: Qos): Promise<void> {
    const mine = this.#turn;
    this.log.add({ kind: "published", topic: this.#shown(topic), payload, qos });
    try {
      await this.#connection?.publish(topic, payload, qos);
    } catch (error) {
      if (mine === this.#turn) this.#leave(`Publishing failed: ${messageOf(error, "no reason was given")}`);
    }
  }

  disconnect(): void {
    this.#leave(null);
  }

  #handlers(mine: number): ConnectionHandlers {
    return {
      onMessage: ({ topic, payload, qos }) => {
        if (mine === this.#turn) this.log.add({ kind: "received", topic: this.#shown(topic), payload, qos });
      },
      onLost: (reason) => {
        if (mine === this.#turn) this.#lose(reason);
      },
    };
  }

  async #listenFirst(opened: Line, wanted: string[]): Promise<string[]> {
    const granted = await opened.subscribe(wanted).catch((error: unknown): string[] => {
      if (isRefusal(error)) return [];
      throw error;
    });
    for (const filter of wanted) {
      if (granted.includes(filter)) this.#notice(`Subscribed to ${this.#shown(filter)}`);
      else this.#refusal(filter, new Error(UNAUTHORIZED));
    }
    return granted;
  }

  #refusal(filter: string, error: unknown): string {
    const text = isRefusal(error)
      ? `"${this.#shown(filter)}" was unauthorized`
      : messageOf(error, "Failed to subscribe");
    this.#notice(text);
    return text;
  }

  #filters(): readonly string[] {
    const now = this.state.get();
    return now.phase === "connected" ? now.filters : [];
  }

  #notice(text: string): void {
    this.log.add({ kind: "notice", text });
  }

  #leave(problem: string | null): void {
    this.#turn += 1;
    this.#connection?.close();
    this.#connection = null;
    this.log.clear();
    this.state.set({ phase: "disconnected", problem });
  }

  /** What was said before is kept: it may tell why. */
  #lose(reason: string): void {
    this.#turn += 1;
    this.#connection = null;
    this.#notice(`Disconnected: ${reason}`);
    this.state.set({ phase: "disconnected", problem: reason });
  }
}
