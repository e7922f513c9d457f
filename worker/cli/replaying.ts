/** Publishes a replay over MQTT: a call over HTTP for each message would lose their distances. */

import { performance } from "node:perf_hooks";
import { setTimeout as wait } from "node:timers/promises";
import mqtt from "mqtt";
import { CliError } from "./cli-error.ts";
import type { ReplayedMessage } from "./replay.ts";

/** Messages without an acknowledgement: the broker's Receive Maximum is 32. */
const MAX_OPEN = 24;

export interface ReplayResult {
  published: number;
  /** The broker's words for each reason of a refused message, with their number. */
  refused: Map<string, number>;
  /** The largest delay of a message. Milliseconds. */
  lateMs: number;
}

interface Login {
  /** The broker's address. */
  url: string;
  token: string;
}

export async function publishAll(
  { url, token }: Login,
  messages: readonly ReplayedMessage[],
  stopped: AbortSignal,
): Promise<ReplayResult> {
  const client = await mqtt
    .connectAsync(url, { username: "replay", password: token, protocolVersion: 5, reconnectPeriod: 0 })
    .catch((error: Error) => {
      throw new CliError("away", `The broker does not accept the connection: ${error.message}.`);
    });
  try {
    return await paced(client, messages, stopped);
  } finally {
    await client.endAsync();
  }
}

async function paced(
  client: mqtt.MqttClient,
  messages: readonly ReplayedMessage[],
  stopped: AbortSignal,
): Promise<ReplayResult> {
  const result: ReplayResult = { published: 0, refused: new Map(), lateMs: 0 };
  const open = new Set<Promise<void>>();
  const lost = new Promise<never>((_, reject) => {
    client.once("close", () => reject(new CliError("away", "The connection is lost: the replay has ended.")));
  });
  // it is awaited only while the replay runs
  lost.catch(() => {});
  const start = performance.now();
  for (const { topic, payload, qos, retain, atMs } of messages) {
    await Promise.race([
      wait(Math.max(0, start + atMs - performance.now()), null, { signal: stopped }),
      lost,
    ]).catch((error: Error) => {
      if (!stopped.aborted) throw error;
    });
    while (open.size >= MAX_OPEN) await Promise.race([...open, lost]);
    if (stopped.aborted) break;
    result.lateMs = Math.max(result.lateMs, performance.now() - start - atMs);
    const sent = client
      .publishAsync(topic, Buffer.from(payload), { qos, retain })
      .then(() => void result.published++)
      .catch(({ message }: Error) => void result.refused.set(message, (result.refused.get(message) ?? 0) + 1))
      .finally(() => open.delete(sent));
    open.add(sent);
  }
  await Promise.race([Promise.all(open), lost]);
  return result;
}
