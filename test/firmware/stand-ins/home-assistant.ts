/**
 * Home Assistant, written from `homeassistant/components/mqtt/client.py` (`MqttClientSetup`, `_async_perform_subscriptions`,
 * `_async_resubscribe_and_publish_birth_message`, at 003d279) and `discovery.py` (`async_start`, at 00b08a4) of
 * home-assistant/core: a house of 700 entities, in packets of 500 filters at most, which later releases keep to.
 */

import type { Firmware } from "./firmware.ts";

const DISCOVERY = ["homeassistant/+/+/config", "homeassistant/+/+/+/config"];
/** What its other integrations find their devices by. */
const INTEGRATIONS = ["tasmota/discovery/#", "esphome/discover/#", "fully/deviceInfo/+", "dsmr/#"];
const ENTITIES = 700;
const A_PACKET = 500;

export function homeAssistant(): Firmware {
  const states = Array.from({ length: ENTITIES }, (_, index) => `zigbee2mqtt/entity ${index}`);
  const filters = [...DISCOVERY, ...INTEGRATIONS, ...states];
  return {
    connect: {
      clientId: "4wD7ZqQhJ2vKx9bT1nYcRm",
      keepalive: 60,
      clean: true,
      will: { topic: "homeassistant/status", payload: Buffer.from("offline"), qos: 0, retain: false },
    },
    // ten seconds, which only the test's time is saved from
    comesBackAfterMs: 3000,
    onConnect: (speaker) => {
      for (let at = 0; at < filters.length; at += A_PACKET) {
        speaker.subscribe(0, ...filters.slice(at, at + A_PACKET));
      }
      speaker.publish("homeassistant/status", "online");
    },
    onMessage: (topic, payload, speaker) => {
      // a light was found, or has changed: what an automation does with it
      if (topic.endsWith("/config")) speaker.publish(JSON.parse(payload).command_topic, "ON");
      else speaker.publish(`${topic}/set`, payload === "ON" ? "OFF" : "ON");
    },
  };
}
