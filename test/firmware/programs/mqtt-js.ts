/** MQTT.js as in its README: an address without a path, a user and a password. */

import { createRequire } from "node:module";
import mqtt from "mqtt";
import type { Program } from "../program.ts";
import { LAMP_DOES, LAMP_WILL, switchLamp } from "./lamp.ts";

const { version } = createRequire(import.meta.url)("mqtt/package.json") as { version: string };
const CONFIG = JSON.stringify({ name: "Lamp", command_topic: "lamp/set", state_topic: "lamp/state" });

export const MQTT_JS: Program = {
  name: "MQTT.js",
  version: () => version,
  does: `${LAMP_DOES}; 3.1.1 over TCP, 5 over WebSocket with its default path \`/\``,
  ways: ["TCP", "WebSocket"],
  needs: [],
  will: LAMP_WILL,
  start: async ({ host, port, username, password }, way) => {
    const errors: string[] = [];
    const options: mqtt.IClientOptions = {
      username,
      password,
      protocolVersion: way === "TCP" ? 4 : 5,
      will: { topic: "lamp/available", payload: Buffer.from("offline"), qos: 1, retain: true },
    };
    const address = `${way === "TCP" ? "mqtt" : "ws"}://${host}:${port}`;
    const client = await mqtt.connectAsync(address, options, false);
    client.on("error", (error) => errors.push(error.message));
    client.on("message", (_, payload) => client.publish("lamp/state", payload, { qos: 1, retain: true }));
    const announce = () => client.publish("lamp/available", "online", { qos: 1, retain: true });
    client.on("connect", announce);
    announce();
    await client.subscribeAsync("lamp/set", { qos: 1 });
    await client.publishAsync("homeassistant/light/lamp/config", CONFIG, { qos: 1, retain: true });
    return {
      said: () => errors.join("\n"),
      work: switchLamp,
      stop: () => client.endAsync(true),
    };
  },
};
