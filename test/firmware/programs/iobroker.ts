/** ioBroker's adapter mqtt-client, with a stub of its host. */

import { start } from "../process.ts";
import type { Program } from "../program.ts";
import { inPackages, npmVersion } from "./versions.ts";

/** The form's settings of a synchronised state. */
const custom = (topic: string, direction: object) => ({
  "mqtt-client.0": {
    enabled: true,
    topic,
    publish: false,
    subscribe: false,
    qos: 1,
    retain: false,
    subQos: 1,
    pubChangesOnly: false,
    pubAsObject: false,
    subChangesOnly: false,
    subAsObject: false,
    setAck: true,
    ...direction,
  },
});
const state = (topic: string, direction: object) => ({
  type: "state",
  common: { name: topic, type: "string", custom: custom(topic, direction) },
});
const OBJECTS = {
  "shelly.0.power": state("power", { publish: true, qos: 2, retain: true }),
  "shelly.0.wish": state("wish", { subscribe: true, subQos: 2 }),
};

export const IOBROKER: Program = {
  name: "ioBroker, mqtt-client",
  version: () => npmVersion("iobroker.mqtt-client"),
  does: "the adapter over a stub of its host: a state published at QoS 2, retained, one subscribed at QoS 2; messages for connecting and parting at QoS 2, retained",
  ways: ["TCP", "WebSocket"],
  needs: ["npm"],
  will: { topic: "ioBroker/info/connected", payload: "false" },
  start: async ({ host, port, username, password }, way) => {
    const config = {
      host,
      port,
      mqttVersion: 4,
      websocket: way === "WebSocket",
      ssl: false,
      rejectUnauthorized: true,
      clientId: "iobroker-mqtt-client",
      username,
      password,
      onConnectTopic: "info/connected",
      onConnectMessage: "true",
      onDisconnectTopic: "info/connected",
      onDisconnectMessage: "false",
      lastWillTopic: "info/connected",
      lastWillMessage: "false",
      // shorter than its default of thirty seconds, also by its form
      subscriptions: "house/#",
      splitJsonTopics: "",
      reconnectPeriod: 1000,
      outbox: "ioBroker",
      inbox: "ioBroker",
      qos: 0,
      subQos: 0,
    };
    const program = start(process.execPath, [inPackages("iobroker.mqtt-client/build/main.js")], {
      env: { IOBROKER_HOST: JSON.stringify({ config, objects: OBJECTS }) },
    });
    await program.untilSaid("subscribed to additional topics");
    return {
      said: program.said,
      stop: program.kill,
      work: async (watcher, round) => {
        await watcher.kept("ioBroker/info/connected", /^true$/);
        const from = watcher.heard.length;
        program.tell(`shelly.0.power "${round} watts"`);
        await watcher.untilHeard({ topic: "ioBroker/power", payload: `${round} watts` }, from);
        await watcher.kept("ioBroker/power", new RegExp(`^${round} watts$`));
        await watcher.say({ topic: "ioBroker/wish", payload: `wish ${round}`, qos: 2 });
        await program.untilSaid(`state shelly.0.wish is wish ${round}`);
      },
    };
  },
};
