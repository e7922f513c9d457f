/**
 * Runs the network calls of a sketch under test: its board prints requests, and MQTT.js makes them against
 * the real broker.
 */

import mqtt, { type MqttClient } from "mqtt";
import type { RunningSnippet } from "./snippet.ts";

const LOOK_EVERY_MS = 10;
/** The answer to a request without a connection. */
const NO_CONNECTION = -1;

/** Returns 0 once the broker has acknowledged it. */
const acknowledged = (
  client: MqttClient | null,
  send: (client: MqttClient, done: (error?: Error | null) => void) => void,
) =>
  new Promise<number>((resolve) => {
    if (client?.connected !== true) return resolve(NO_CONNECTION);
    client.once("close", () => resolve(NO_CONNECTION));
    send(client, (error) => resolve(error ? NO_CONNECTION : 0));
  });

/** Returns a function that ends it. */
export function startSketchNetwork(sketch: RunningSnippet): () => Promise<void> {
  let client: MqttClient | null = null;
  let done = 0;

  const connect = ([address = "", clientId = "", username = "", password = ""]: string[]) =>
    new Promise<number>((resolve) => {
      const login = { clientId, username, password, protocolVersion: 4 as const, reconnectPeriod: 0 };
      client = mqtt.connect(address, login);
      client.on("message", (topic, payload) =>
        sketch.write(`message\t${topic}\t${payload.toString("utf8")}`),
      );
      client.once("connect", () => resolve(0));
      client.on("error", (error) => resolve((error as { code?: unknown }).code as number));
      client.once("close", () => resolve(NO_CONNECTION));
    }).then((code) => (Number.isInteger(code) ? code : NO_CONNECTION));

  const REQUESTS: Record<string, (words: string[]) => Promise<number>> = {
    connect: async (words) => {
      const code = await connect(words);
      if (code === 0) client?.once("close", () => sketch.write("lost"));
      return code;
    },
    subscribe: ([topic = "", qos]) =>
      acknowledged(client, (to, end) => to.subscribe(topic, { qos: qos === "1" ? 1 : 0 }, end)),
    publish: ([topic = "", qos, payload = ""]) =>
      acknowledged(client, (to, end) => to.publish(topic, payload, { qos: qos === "1" ? 1 : 0 }, end)),
  };
  const obey = async (line: string) => {
    const [word = "", ...words] = line.split("\t");
    const code = await REQUESTS[word]?.(words);
    if (code !== undefined) sketch.write(`answer\t${word}\t${code}`);
  };
  let working = Promise.resolve();
  const timer = setInterval(() => {
    for (const line of sketch.lines.slice(done)) working = working.then(() => obey(line));
    done = sketch.lines.length;
  }, LOOK_EVERY_MS);
  return async () => {
    clearInterval(timer);
    await client?.endAsync(true);
    await working;
  };
}
