/** PURE. Messages as they arrive, by topic: the last one, how many, and how fast. Its memory has a bound. */

import type { Beginning } from "./content.ts";
import { isWithin } from "./tree.ts";

export interface LiveMessage extends Beginning {
  topic: string;
  qos: number;
  /** Milliseconds since 1970. */
  at: number;
  /** Increases by one. */
  id: number;
}

export interface LiveTopic {
  count: number;
  last: LiveMessage;
  /** The window that `now` counts, and the number in it and in the one before. */
  window: number;
  now: number;
  before: number;
}

export const MAX_LIVE_TOPICS = 10_000;
/** Messages that can be looked at again, of all topics together. */
export const MAX_KEPT_MESSAGES = 2_000;
/** Characters of a payload; the rest is not kept. */
export const MAX_KEPT_PAYLOAD = 2_048;

/** Milliseconds. */
const WINDOW = 5_000;

export class LiveTopics {
  readonly topics = new Map<string, LiveTopic>();
  /** Messages of topics beyond `MAX_LIVE_TOPICS`. */
  beyond = 0;
  /** Places where messages were lost on the way. */
  gaps = 0;
  #kept: LiveMessage[] = [];
  #id = 0;

  add(message: Omit<LiveMessage, "id">): void {
    const topic = this.topics.get(message.topic);
    if (topic === undefined && this.topics.size >= MAX_LIVE_TOPICS) {
      this.beyond++;
      return;
    }
    const payload = message.payload.slice(0, MAX_KEPT_PAYLOAD);
    const last = { ...message, payload, id: ++this.#id };
    this.#kept.push(last);
    // not with each message: moving the others costs as much as they are
    if (this.#kept.length >= 2 * MAX_KEPT_MESSAGES) this.#kept = this.#kept.slice(-MAX_KEPT_MESSAGES);
    const counted = turned(topic, message.at);
    this.topics.set(message.topic, {
      ...counted,
      count: (topic?.count ?? 0) + 1,
      now: counted.now + 1,
      last,
    });
  }

  /** Of a topic and those below it, the newest first. */
  lastOf(topic: string, most: number): LiveMessage[] {
    const found: LiveMessage[] = [];
    const from = Math.max(0, this.#kept.length - MAX_KEPT_MESSAGES);
    for (let at = this.#kept.length - 1; at >= from && found.length < most; at--) {
      const message = this.#kept[at];
      if (message !== undefined && isWithin(message.topic, topic)) found.push(message);
    }
    return found;
  }
}

function turned(topic: LiveTopic | undefined, at: number): Pick<LiveTopic, "window" | "now" | "before"> {
  const window = Math.floor(at / WINDOW);
  if (topic === undefined) return { window, now: 0, before: 0 };
  if (window === topic.window) return { window, now: topic.now, before: topic.before };
  return { window, now: 0, before: window === topic.window + 1 ? topic.now : 0 };
}

/** Messages a second. The window before counts as far as it is within the last five seconds. */
export function rateOf(topic: LiveTopic, at: number): number {
  const { now, before } = turned(topic, at);
  const gone = (at % WINDOW) / WINDOW;
  return (before * (1 - gone) + now) / (WINDOW / 1000);
}

/** `12/s`, `0.4/s`; empty for a topic that rests. */
export function rateText(perSecond: number): string {
  if (perSecond < 0.1) return "";
  return `${perSecond >= 9.95 ? Math.round(perSecond).toLocaleString("en-US") : perSecond.toFixed(1)}/s`;
}

/**
 * Tells which messages of a stream are no news. Each subscription is sent the retained messages first, with the same flag
 * as those that are published with it later: the first such message of a topic that was retained before is a replay.
 */
export class Replays {
  readonly #retained: Set<string>;
  #awaited = new Set<string>();

  /** The topics that have a retained message. */
  constructor(topics: Iterable<string>) {
    this.#retained = new Set(topics);
  }

  /** The stream is open, for the first time or again. */
  opened(): void {
    this.#awaited = new Set(this.#retained);
  }

  isReplay({ topic, bytes, retain }: Pick<Heard, "topic" | "bytes" | "retain">): boolean {
    if (!retain) return false;
    if (this.#awaited.delete(topic)) return true;
    if (bytes > 0) this.#retained.add(topic);
    else this.#retained.delete(topic);
    return false;
  }
}

/** A message of the stream. `at`: its arrival here, in milliseconds since 1970. */
type Heard = Omit<LiveMessage, "id"> & { retain: boolean };

/** Null for a line of the stream that is no message. */
export function messageIn(data: string, at: number): Heard | null {
  const message = fieldsIn(data);
  if (message === null || typeof message.payload !== "string") return null;
  const { topic, payload, encoding, qos, retain } = message;
  const isText = encoding !== "base64";
  return {
    topic,
    payload,
    encoding: isText ? "utf-8" : "base64",
    bytes: isText ? new TextEncoder().encode(payload).length : base64Length(payload),
    qos: Number(qos) || 0,
    at,
    retain: retain === true,
  };
}

type Fields = { topic: string } & Record<string, unknown>;

function fieldsIn(data: string): Fields | null {
  try {
    const value: unknown = JSON.parse(data);
    const isMessage = typeof value === "object" && value !== null && "topic" in value;
    return isMessage && typeof value.topic === "string" ? (value as Fields) : null;
  } catch {
    return null;
  }
}

const base64Length = (text: string): number =>
  (text.length / 4) * 3 - (text.endsWith("==") ? 2 : text.endsWith("=") ? 1 : 0);

/** The topic of a message that was too long for the stream; null for another gap. */
export const topicOfGap = (data: string): string | null => fieldsIn(data)?.topic ?? null;
