/**
 * Tasmota, after `tasmota/tasmota_xdrv_driver/xdrv_02_9_mqtt.ino` (`MqttReconnect`, `MqttConnected`, at
 * 00c0639) and `xdrv_12_discovery.ino` (`TasDiscovery`, at 080cdb4) of arendst/Tasmota: a Sonoff Basic with
 * its defaults.
 */

import type { Firmware, Speaker } from "./firmware.ts";

const CLIENT = "DVES_8A1B2C";
const TOPIC = "tasmota_8A1B2C";

const DISCOVERY = {
  ip: "192.168.1.20",
  dn: "Tasmota",
  fn: ["Tasmota", null, null, null, null, null, null, null],
  hn: "tasmota-8A1B2C-6956",
  mac: "DC4F228A1B2C",
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
  swc: [-1, -1, -1, -1, -1, -1, -1, -1],
  swn: [null, null, null, null, null, null, null, null],
  btn: [0, 0, 0, 0, 0, 0, 0, 0],
  so: { "4": 0, "11": 0, "13": 0, "17": 0, "20": 0, "30": 0, "68": 0, "73": 0, "82": 0, "114": 0, "117": 0 },
  lk: 0,
  lt_st: 0,
  bat: 0,
  dslp: 0,
  sho: [],
  sht: [],
  ver: 1,
};

/** At once instead of ten seconds after each connection, to save time. */
function announce({ publish }: Speaker): void {
  const folder = `tasmota/discovery/${DISCOVERY.mac}`;
  publish(`${folder}/config`, JSON.stringify(DISCOVERY), { retain: true });
  publish(`${folder}/sensors`, JSON.stringify({ sn: { Time: "" }, ver: 1 }), { retain: true });
}

export function tasmota(): Firmware {
  let power = "OFF";
  let isFirst = true;
  const tellPower = ({ publish }: Speaker) => {
    publish(`stat/${TOPIC}/RESULT`, JSON.stringify({ POWER: power }));
    publish(`stat/${TOPIC}/POWER`, power);
  };
  const introduce = (speaker: Speaker) => {
    const tell = (name: string, value: object) =>
      speaker.publish(`tele/${TOPIC}/${name}`, JSON.stringify(value));
    tell("INFO1", {
      Info1: { Module: DISCOVERY.md, FallbackTopic: `cmnd/${CLIENT}_fb/`, GroupTopic: "cmnd/tasmotas/" },
    });
    tell("INFO2", { Info2: { WebServerMode: "Admin", Hostname: DISCOVERY.hn, IPAddress: DISCOVERY.ip } });
    tell("INFO3", { Info3: { RestartReason: "Power On", BootCount: 12 } });
    tellPower(speaker);
    tell("STATE", { Uptime: "0T00:00:10", POWER: power, Wifi: { RSSI: 78 } });
  };
  return {
    // `TOPSZ` is 151 with its terminator
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
      announce(speaker);
    },
    onMessage: (topic, payload, speaker) => {
      if (!topic.endsWith("/POWER")) return;
      if (payload === "ON" || payload === "OFF") power = payload;
      tellPower(speaker);
    },
  };
}
