/** PURE. What a replay publishes, and when. */

import { controlledDevice, wordsOfTheBroker } from "../../broker/contract/topics.ts";
import type { ResponseOf } from "../contract/api.ts";

export type HistoryRow = ResponseOf<"listHistory">["messages"][number];

export interface ReplayOptions {
  /** Topics begin with it; empty: they stay. */
  onto: string;
  /** How many times as fast. */
  speed: number;
  /** Control topics, too. */
  withControl: boolean;
  /** Messages that were retained are retained again. */
  withRetain: boolean;
}

export interface ReplayedMessage {
  topic: string;
  payload: Uint8Array;
  qos: 0 | 1 | 2;
  retain: boolean;
  /** Milliseconds since the beginning of the replay. */
  atMs: number;
}

/** Any account will do: it only tells what a topic means. */
const ACCOUNT = "account";
const isOfTheBroker = (topic: string): boolean => wordsOfTheBroker(ACCOUNT, `${ACCOUNT}/${topic}`) !== null;
const isControl = (topic: string): boolean => controlledDevice(ACCOUNT, `${ACCOUNT}/${topic}`) !== null;

/**
 * `rows`: oldest first. Messages keep their order and their distances, also where a clock was set back. Of a topic that
 * would switch a device nothing is published, unless that is asked for, and nothing on a topic of the broker's own.
 */
export function replayPlan(
  rows: readonly HistoryRow[],
  { onto, speed, withControl, withRetain }: ReplayOptions,
): { messages: ReplayedMessage[]; skipped: number } {
  const messages: ReplayedMessage[] = [];
  let [skipped, elapsed] = [0, 0];
  let before = rows[0] === undefined ? 0 : Date.parse(rows[0].at);
  for (const { topic: name, payload, encoding, qos, retain, at } of rows) {
    elapsed += Math.max(0, Date.parse(at) - before);
    before = Date.parse(at);
    const topic = onto === "" ? name : `${onto.replace(/\/$/, "")}/${name}`;
    if (isControl(topic) && !withControl) skipped++;
    else if (!isOfTheBroker(topic))
      messages.push({
        topic,
        payload: Buffer.from(payload, encoding === "base64" ? "base64" : "utf8"),
        qos: qos as 0 | 1 | 2,
        retain: retain && withRetain,
        atMs: elapsed / speed,
      });
  }
  return { messages, skipped };
}
