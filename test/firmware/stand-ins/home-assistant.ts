/**
 * Home Assistant, after `homeassistant/components/mqtt/client.py` (`MqttClientSetup`,
 * `_async_perform_subscriptions`, `_async_resubscribe_and_publish_birth_message`, at 003d279) and
 * `discovery.py` (`async_start`, at 00b08a4) of home-assistant/core: 700 entities, in packets of 500 filters
 * at most, as in later releases.
 */

import type { Firmware } from "./firmware.ts";

const DISCOVERY = ["homeassistant/+/+/config", "homeassistant/+/+/+/config"];
/** Discovery topics of its other integrations. */
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
    // shorter than its ten seconds, to save time
    comesBackAfterMs: 3000,
    onConnect: (speaker) => {
      for (let at = 0; at < filters.length; at += A_PACKET) {
        speaker.subscribe(0, ...filters.slice(at, at + A_PACKET));
      }
      speaker.publish("homeassistant/status", "online");
    },
    onMessage: (topic, payload, speaker) => {
      // an automation's reaction to a discovered or changed light
      if (topic.endsWith("/config")) speaker.publish(JSON.parse(payload).command_topic, "ON");
      else speaker.publish(`${topic}/set`, payload === "ON" ? "OFF" : "ON");
    },
  };
}
