/**
 * The testing tool's connection. disconnected → connecting (connect) → connected | disconnected; connected →
 * disconnected (disconnect, failed publish, or closed by the broker).
 */

import type { View } from "../../../../broker/contract/grants.ts";
import { createStore } from "../../lib/store.ts";
import {
  type ConnectionHandlers,
  type ConnectionOptions,
  type MqttConnection,
  openConnection,
  type Qos,
  UNAUTHORIZED,
} from "../../live/connection.ts";
import { CurrentConnection, reasonOf } from "../../live/current-connection.ts";
import type { ToolIdentity } from "./identity.ts";
import { createMessageLog } from "./message-log.ts";

export type ToolState =
  | { phase: "disconnected"; problem: string | null }
  | { phase: "connecting" }
  | {
      phase: "connected";
      view: View;
      filters: readonly string[];
      /** Whether the account takes QoS 2 and retained messages. */
      full: boolean;
    };
export type ToolConnected = Extract<ToolState, { phase: "connected" }>;

type Line = Pick<MqttConnection, "subscribe" | "unsubscribe" | "publish" | "close" | "retains">;
type Open = (
  options: ConnectionOptions,
  handlers: Pick<ConnectionHandlers, "onMessage" | "onLost">,
) => Promise<Line>;

const isRefusal = (error: unknown): boolean => reasonOf(error, "").includes(UNAUTHORIZED);

export class Tool {
  readonly state = createStore<ToolState>({ phase: "disconnected", problem: null });
  readonly log = createMessageLog();
  readonly #shown: (topic: string) => string;
  readonly #current: CurrentConnection<Line>;

  /** `shown` converts a topic to the form that users read. */
  constructor(shown: (topic: string) => string, open: Open = openConnection) {
    this.#shown = shown;
    this.#current = new CurrentConnection(open);
  }

  async connect(url: string, { options, view, filters }: ToolIdentity): Promise<void> {
    this.#leave(null);
    this.state.set({ phase: "connecting" });
    const handlers: ConnectionHandlers = {
      onMessage: ({ topic, ...message }) =>
        this.log.add({ kind: "received", topic: this.#shown(topic), ...message }),
      onLost: (reason) => this.#lose(reason),
    };
    try {
      const opened = await this.#current.open({ url, ...options }, handlers, async (line) => ({
        filters: await this.#listenFirst(line, filters),
        full: line.retains,
      }));
      if (opened !== null) this.state.set({ phase: "connected", view, ...opened });
    } catch (error) {
      this.#leave(reasonOf(error));
    }
  }

  /** Returns an error message, or null. */
  async subscribe(filter: string, qos: Qos): Promise<string | null> {
    try {
      const granted = await this.#current.ask((line) => line.subscribe([filter], qos));
      if (granted === null) return null;
    } catch (error) {
      return this.#refusal(filter, error);
    }
    this.#notice(`Subscribed to ${this.#shown(filter)}`);
    this.#listenTo((filters) => [...new Set([...filters, filter])]);
    return null;
  }

  async unsubscribe(filter: string): Promise<string | null> {
    try {
      const done = await this.#current.ask((line) => line.unsubscribe([filter]));
      if (done === null) return null;
    } catch (error) {
      return reasonOf(error, "Failed to unsubscribe");
    }
    this.#notice(`Unsubscribed from ${this.#shown(filter)}`);
    this.#listenTo((filters) => filters.filter((other) => other !== filter));
    return null;
  }

  /** A failed publish closes the connection. */
  async publish(topic: string, payload: string, qos: Qos, retain: boolean): Promise<void> {
    this.log.add({ kind: "published", topic: this.#shown(topic), payload, qos, retain });
    try {
      await this.#current.ask((line) => line.publish(topic, payload, qos, retain));
    } catch (error) {
      this.#leave(`Publishing failed: ${reasonOf(error, "no reason was given")}`);
    }
  }

  disconnect(): void {
    this.#leave(null);
  }

  async #listenFirst(opened: Line, wanted: string[]): Promise<string[]> {
    this.#notice("Connected");
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
      : reasonOf(error, "Failed to subscribe");
    this.#notice(text);
    return text;
  }

  #listenTo(change: (filters: ToolConnected["filters"]) => ToolConnected["filters"]): void {
    const now = this.state.get();
    if (now.phase === "connected") this.state.set({ ...now, filters: change(now.filters) });
  }

  #notice(text: string): void {
    this.log.add({ kind: "notice", text });
  }

  #leave(problem: string | null): void {
    this.#current.giveUp();
    this.log.clear();
    this.state.set({ phase: "disconnected", problem });
  }

  /** The log is kept: it may contain the reason. */
  #lose(reason: string): void {
    this.#notice(`Disconnected: ${reason}`);
    this.state.set({ phase: "disconnected", problem: reason });
  }
}
