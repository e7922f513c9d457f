/**
 * Packed messages. A batch has one message after the other and can be appended to: two batches joined are one batch. A
 * block has its topics beside it, so that a reader of other topics need not unpack it.
 */

import type { HistoryMessage } from "../contract/message-history.ts";
import { ByteReader, ByteWriter } from "./bytes.ts";

export interface StampedMessage extends HistoryMessage {
  /** Orders all messages of the account by arrival, and names each one. */
  stamp: number;
  /** The id of the filter that it is kept for. */
  filter: number;
}

/** A stamp is the time in microseconds, or the next number: also while a clock is set back, no stamp comes twice. */
const PER_MS = 1000;
export const nextStamp = (last: number, at: number): number => Math.max(last + 1, at * PER_MS);
const timeOf = (stamp: number): number => Math.floor(stamp / PER_MS);

const RETAIN = 4;
const QOS = 3;

/** By code units: most are one byte. */
function writeText(to: ByteWriter, text: string): void {
  to.unsigned(text.length);
  for (let n = 0; n < text.length; n++) to.unsigned(text.charCodeAt(n));
}

function readText(from: ByteReader): string {
  const units = Array.from({ length: from.unsigned() }, () => from.unsigned());
  return String.fromCharCode(...units);
}

const flagsOf = ({ qos, retain }: StampedMessage): number => qos | (retain ? RETAIN : 0);

/** A batch of one message. The payload is copied: it may be a part of a larger buffer. */
export function packMessage(message: StampedMessage): Uint8Array {
  const { stamp, filter, topic, payload, at, by } = message;
  const to = new ByteWriter();
  to.unsigned(stamp);
  to.signed(at - timeOf(stamp));
  to.unsigned(filter);
  to.unsigned(flagsOf(message));
  writeText(to, topic);
  writeText(to, by);
  to.unsigned(payload.length);
  to.raw(payload);
  return to.result();
}

export function messagesIn(batch: Uint8Array): StampedMessage[] {
  const from = new ByteReader(batch);
  const messages: StampedMessage[] = [];
  while (!from.done) {
    const stamp = from.unsigned();
    const at = timeOf(stamp) + from.signed();
    const filter = from.unsigned();
    const flags = from.unsigned();
    const [topic, by] = [readText(from), readText(from)];
    const payload = from.raw(from.unsigned());
    messages.push({ stamp, filter, topic, by, at, payload, ...readFlags(flags) });
  }
  return messages;
}

const readFlags = (flags: number): Pick<StampedMessage, "qos" | "retain"> => ({
  qos: (flags & QOS) as HistoryMessage["qos"],
  retain: (flags & RETAIN) !== 0,
});

export interface PackedBlock {
  topics: readonly string[];
  bytes: Uint8Array;
}

/** The messages of one filter, in order of their stamps. */
export function packBlock(messages: readonly StampedMessage[]): PackedBlock {
  const [topics, writers] = [new Map<string, number>(), new Map<string, number>()];
  const body = new ByteWriter();
  let last = 0;
  for (const message of messages) {
    const { stamp, topic, payload, at, by } = message;
    body.unsigned(numberOf(topics, topic));
    body.unsigned(stamp - last);
    body.signed(at - timeOf(stamp));
    body.unsigned(flagsOf(message));
    body.unsigned(numberOf(writers, by));
    body.unsigned(payload.length);
    body.raw(payload);
    last = stamp;
  }
  const to = new ByteWriter();
  to.unsigned(writers.size);
  for (const writer of writers.keys()) writeText(to, writer);
  to.raw(body.result());
  return { topics: [...topics.keys()], bytes: to.result() };
}

function numberOf(texts: Map<string, number>, text: string): number {
  const known = texts.get(text);
  if (known !== undefined) return known;
  texts.set(text, texts.size);
  return texts.size - 1;
}

/** Returns the messages on the topics that are asked for; no other message is made. */
export function messagesInBlock(
  filter: number,
  { topics, bytes }: PackedBlock,
  isAsked: (topic: string) => boolean = () => true,
): StampedMessage[] {
  const asked = topics.map(isAsked);
  if (!asked.includes(true)) return [];
  const from = new ByteReader(bytes);
  const writers = Array.from({ length: from.unsigned() }, () => readText(from));
  const messages: StampedMessage[] = [];
  let stamp = 0;
  while (!from.done) {
    const topic = from.unsigned();
    stamp += from.unsigned();
    const at = timeOf(stamp) + from.signed();
    const flags = from.unsigned();
    const by = writers[from.unsigned()] ?? "";
    const payload = from.raw(from.unsigned());
    if (asked[topic] !== true) continue;
    messages.push({ stamp, filter, topic: topics[topic] ?? "", by, at, payload, ...readFlags(flags) });
  }
  return messages;
}

/** Bytes of a message in a block, without its topic. An upper bound of all but very long times. */
const OVERHEAD = 16;

/** Splits messages into blocks of at most `maxBytes`; a larger message is a block of its own. */
export function chunked(messages: readonly StampedMessage[], maxBytes: number): StampedMessage[][] {
  const chunks: StampedMessage[][] = [];
  let bytes = Number.POSITIVE_INFINITY;
  let topics = new Set<string>();
  for (const message of messages) {
    const isNew = !topics.has(message.topic);
    const more = OVERHEAD + message.payload.length + (isNew ? message.topic.length : 0);
    if (bytes + more > maxBytes) {
      chunks.push([]);
      topics = new Set();
      bytes = 0;
    }
    chunks.at(-1)?.push(message);
    topics.add(message.topic);
    bytes += more;
  }
  return chunks;
}
