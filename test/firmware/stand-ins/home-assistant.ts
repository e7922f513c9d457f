/**
 * Home Assistant, written from `homeassistant/components/mqtt/client.py` (`MqttClientSetup`, `_async_perform_subscriptions`,
 * `_async_resubscribe_and_publish_birth_message`, at 003d279; later ones send 500 filters a packet) and its `discovery.py`:
 * a house of 700 entities.
 */

import type { Firmware } from "./firmware.ts";

const COMPONENTS = [
  ..."alarm_control_panel binary_sensor button camera climate cover device_automation device_tracker event fan".split(
    " ",
  ),
  ..."humidifier image lawn_mower light lock number scene select sensor siren switch tag text update vacuum".split(
    " ",
  ),
];
const ENTITIES = 700;
const A_PACKET = 500;

/** Called with what it hears of its devices; what it then commands is its users'. */
export function homeAssistant(): Firmware {
  const discovery = COMPONENTS.flatMap((component) => [
    `homeassistant/${component}/+/config`,
    `homeassistant/${component}/+/+/config`,
  ]);
  const states = Array.from({ length: ENTITIES }, (_, index) => `zigbee2mqtt/entity ${index}`);
  const filters = [...discovery, "homeassistant/device/+/config", ...states];
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
