/**
 * Callers over HTTP that wait for the reply to a request (MQTT 5, 4.10), by the topic on which it comes. They are in
 * memory only: a restart ends the calls.
 */

import type { Reply } from "../../contract/messages.ts";

export class ReplyWait {
  readonly topic: string;
  /** Null: without a reply in time, or its caller is gone. */
  readonly reply: Promise<Reply | null>;
  #done: (reply: Reply | null) => void = () => {};

  constructor(topic: string, milliseconds: number) {
    this.topic = topic;
    this.reply = new Promise((resolve) => {
      const timer = setTimeout(() => resolve(null), milliseconds);
      this.#done = (reply) => {
        clearTimeout(timer);
        resolve(reply);
      };
    });
  }

  /** The first message is the reply: later ones change nothing. */
  receive(reply: Reply): void {
    this.#done(reply);
  }

  end(): void {
    this.#done(null);
  }
}

export class ReplyWaits {
  readonly byTopic = new Map<string, Set<ReplyWait>>();
  /** By the id of the request. */
  readonly #all = new Map<string, ReplyWait>();

  get size(): number {
    return this.#all.size;
  }

  open(id: string, topic: string, milliseconds: number): ReplyWait {
    const wait = new ReplyWait(topic, milliseconds);
    this.#all.set(id, wait);
    this.byTopic.set(topic, (this.byTopic.get(topic) ?? new Set()).add(wait));
    return wait;
  }

  close(id: string): void {
    const wait = this.#all.get(id);
    if (wait === undefined) return;
    this.#all.delete(id);
    const left = this.byTopic.get(wait.topic);
    left?.delete(wait);
    if (left?.size === 0) this.byTopic.delete(wait.topic);
  }

  /** The caller hung up. */
  hangUp(id: string): void {
    this.#all.get(id)?.end();
  }
}
