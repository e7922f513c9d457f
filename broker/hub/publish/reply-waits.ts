/**
 * Callers over HTTP that wait for the reply to a request (MQTT 5, 4.10), by the topic on which it comes. They are in
 * memory only: a restart ends the calls.
 */

import type { Reply } from "../../contract/messages.ts";

/** The longest wait of a call. Milliseconds. */
const LONGEST_WAIT = 10_000;

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
  readonly #most: () => number;
  /** When callers hung up within the longest wait: at most as many as may wait. */
  #hungUpAt: number[] = [];

  /** `most`: waits at once; 0 for no limit. */
  constructor(most: () => number) {
    this.#most = most;
  }

  get size(): number {
    return this.#all.size;
  }

  /** Whether one more call may wait. Callers that hung up count until the longest wait would be over. */
  hasRoom(now: number): boolean {
    const most = this.#most();
    return most === 0 || (this.size < most && this.#recentHangUps(now).length < most);
  }

  #recentHangUps(now: number): number[] {
    return this.#hungUpAt.filter((at) => Math.abs(now - at) < LONGEST_WAIT);
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

  /** The caller hung up, perhaps before its wait began. */
  hangUp(id: string, now: number): void {
    const most = this.#most();
    if (most > 0) this.#hungUpAt = [...this.#recentHangUps(now), now].slice(-most);
    this.#all.get(id)?.end();
  }
}
