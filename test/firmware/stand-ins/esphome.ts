/**
 * ESPHome, after `esphome/components/mqtt/mqtt_client.cpp` (`setup`, `check_connected`, `send_device_info_`,
 * at cac8015) of esphome/esphome, with the defaults of its `__init__.py`: a switch named `relay` in a node
 * named `porch`.
 */

import type { Firmware, Speaker } from "./firmware.ts";

const NAME = "porch";
const MAC = "a1b2c3d4e5f6";

const DISCOVERY = {
  name: "relay",
  stat_t: `${NAME}/switch/relay/state`,
  cmd_t: `${NAME}/switch/relay/command`,
  avty_t: `${NAME}/status`,
  uniq_id: "ESPswitchrelay",
  dev: { ids: MAC, name: NAME, sw: "2024.12.4", mdl: "esp01_1m", mf: "espressif" },
};
const INFO = { ip: "192.168.1.21", name: NAME, version: "2024.12.4", mac: MAC, platform: "ESP8266" };

export function esphome(): Firmware {
  let state = "OFF";
  const tellInfo = ({ publish }: Speaker) =>
    publish(`esphome/discover/${NAME}`, JSON.stringify(INFO), { qos: 2, retain: true });
  const tellState = ({ publish }: Speaker) => publish(`${NAME}/switch/relay/state`, state, { retain: true });
  return {
    connect: {
      clientId: `${NAME}-${MAC}`,
      keepalive: 15,
      // `clean_session: false` is the default
      clean: false,
      will: { topic: `${NAME}/status`, payload: Buffer.from("offline"), qos: 0, retain: true },
    },
    comesBackAfterMs: 5000,
    onConnect: (speaker) => {
      speaker.subscribe(2, "esphome/discover");
      speaker.subscribe(2, `esphome/ping/${NAME}`);
      speaker.subscribe(0, `${NAME}/switch/relay/command`);
      tellInfo(speaker);
      const discovery = `homeassistant/switch/${NAME}/relay/config`;
      speaker.publish(discovery, JSON.stringify(DISCOVERY), { retain: true });
      tellState(speaker);
      speaker.publish(`${NAME}/status`, "online", { retain: true });
      speaker.publish(`${NAME}/debug`, "[I][mqtt:279]: MQTT Connected!");
    },
    onMessage: (topic, payload, speaker) => {
      if (!topic.startsWith(`${NAME}/`)) return tellInfo(speaker);
      state = payload;
      tellState(speaker);
      speaker.publish(`${NAME}/debug`, `[D][switch:013]: 'relay' Turning ${payload}.`);
    },
  };
}
