/**
 * Tasmota, written from `tasmota/tasmota_xdrv_driver/xdrv_02_9_mqtt.ino` (`MqttReconnect`, `MqttConnected`, at 00c0639)
 * and `xdrv_12_discovery.ino` (`TasDiscovery`, at 8663a1b) of arendst/Tasmota: a Sonoff Basic with its defaults.
 */

import type { Firmware, Speaker } from "./firmware.ts";

const MAC = "DC4F228A1B2C";
const CLIENT = "DVES_8A1B2C";
const TOPIC = "tasmota_8A1B2C";

const DISCOVERY = {
  ip: "192.168.1.20",
  dn: "Tasmota",
  fn: ["Tasmota", null, null, null, null, null, null, null],
  hn: "tasmota-8A1B2C-6956",
  mac: MAC,
  md: "Sonoff Basic",
  ty: 0,
  if: 0,
  ofln: "Offline",
  onln: "Online",
  state: ["OFF", "ON", "TOGGLE", "HOLD"],
  sw: "14.2.0",
  t: TOPIC,
  ft: "%prefix%/%topic%/",
  tp: ["cmnd", "stat", "tele"],
  rl: [1, 0, 0, 0, 0, 0, 0, 0],
  lk: 0,
  lt_st: 0,
  ver: 1,
};

export function tasmota(): Firmware {
  let power = "OFF";
  let isFirst = true;
  const tellPower = ({ publish }: Speaker) => {
    publish(`stat/${TOPIC}/RESULT`, JSON.stringify({ POWER: power }));
    publish(`stat/${TOPIC}/POWER`, power);
  };
  const introduce = (speaker: Speaker) => {
    const { publish } = speaker;
    const info = {
      Module: "Sonoff Basic",
      FallbackTopic: `cmnd/${CLIENT}_fb/`,
      GroupTopic: "cmnd/tasmotas/",
    };
    publish(`tele/${TOPIC}/INFO1`, JSON.stringify({ Info1: info }));
    publish(
      `tele/${TOPIC}/INFO2`,
      JSON.stringify({ Info2: { WebServerMode: "Admin", Hostname: DISCOVERY.hn } }),
    );
    publish(`tele/${TOPIC}/INFO3`, JSON.stringify({ Info3: { RestartReason: "Power On", BootCount: 12 } }));
    tellPower(speaker);
    publish(`tasmota/discovery/${MAC}/config`, JSON.stringify(DISCOVERY), { retain: true });
    publish(`tasmota/discovery/${MAC}/sensors`, JSON.stringify({ sn: { Time: "" }, ver: 1 }), {
      retain: true,
    });
    publish(
      `tele/${TOPIC}/STATE`,
      JSON.stringify({ Uptime: "0T00:00:10", POWER: power, Wifi: { RSSI: 78 } }),
    );
  };
  return {
    // `TOPSZ` is 151 with its end
    fields: { topic: 150 },
    connect: {
      clientId: CLIENT,
      keepalive: 30,
      clean: true,
      will: { topic: `tele/${TOPIC}/LWT`, payload: Buffer.from("Offline"), qos: 1, retain: true },
    },
    // `MqttRetry`
    comesBackAfterMs: 10_000,
    onConnect: (speaker) => {
      speaker.publish(`tele/${TOPIC}/LWT`, "Online", { retain: true });
      speaker.publish(`cmnd/${TOPIC}/POWER`, "");
      speaker.subscribe(0, `cmnd/${TOPIC}/#`);
      speaker.subscribe(0, "cmnd/tasmotas/#");
      speaker.subscribe(0, `cmnd/${CLIENT}_fb/#`);
      if (isFirst) introduce(speaker);
      isFirst = false;
    },
    onMessage: (topic, payload, speaker) => {
      if (!topic.endsWith("/POWER")) return;
      if (payload === "ON" || payload === "OFF") power = payload;
      tellPower(speaker);
    },
  };
}
