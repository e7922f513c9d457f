/**
 * Runs the network calls of a sketch under test: its board prints requests, and MQTT.js makes them against
 * the real broker.
 */

import mqtt, { type MqttClient } from "mqtt";
import type { RunningSnippet } from "./snippet.ts";

const LOOK_EVERY_MS = 10;

/** Returns a function that ends it. */
export function startSketchNetwork(sketch: RunningSnippet): () => Promise<void> {
  let client: MqttClient | null = null;
  let done = 0;

  const connect = async ([address = "", clientId = "", username = "", password = ""]: string[]) => {
    const login = { clientId, username, password, protocolVersion: 4 as const, reconnectPeriod: 0 };
    try {
      client = await mqtt.connectAsync(address, login);
      client.on("message", (topic, payload) => sketch.write(`${topic}\t${payload.toString("utf8")}`));
      sketch.write("0");
    } catch (error) {
      sketch.write(String((error as { code?: number }).code ?? -2));
    }
  };
  const obey = async (line: string) => {
    const [word, ...rest] = line.split("\t");
    if (word === "connect") await connect(rest);
    if (word === "publish") await client?.publishAsync(rest[0] ?? "", rest[1] ?? "");
    if (word === "subscribe") await client?.subscribeAsync(rest[0] ?? "", { qos: rest[1] === "1" ? 1 : 0 });
  };
  let working = Promise.resolve();
  const timer = setInterval(() => {
    for (const line of sketch.lines.slice(done)) working = working.then(() => obey(line));
    done = sketch.lines.length;
  }, LOOK_EVERY_MS);
  return async () => {
    clearInterval(timer);
    await working;
    await client?.endAsync(true);
  };
}
