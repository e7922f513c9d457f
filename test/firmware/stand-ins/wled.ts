/**
 * WLED, after `wled00/mqtt.cpp` (`initMqtt`, `onMqttConnect`, `publishMqtt`, at 0222a41) of wled/WLED, with
 * the lengths of `wled00/wled.h`: user 40, password 64, client id 40, topics 32.
 */

import type { Firmware, Speaker } from "./firmware.ts";

const TOPIC = "wled/a1b2c3";
const GROUP = "wled/all";

const xml = (brightness: number): string =>
  `<?xml version="1.0" ?><vs><ac>${brightness}</ac><cl>255</cl><cl>160</cl><cl>0</cl><ns>0</ns><nr>1</nr><nl>0</nl>` +
  "<nf>1</nf><nd>60</nd><nt>0</nt><fx>0</fx><sx>128</sx><ix>128</ix><fp>0</fp><wv>-1</wv><ws>0</ws><ps>0</ps>" +
  "<cy>0</cy><ds>WLED</ds><ss>0</ss></vs>";

export function wled(): Firmware {
  let brightness = 128;
  const tellState = ({ publish }: Speaker) => {
    publish(`${TOPIC}/g`, String(brightness));
    publish(`${TOPIC}/c`, "#FFA000");
    publish(`${TOPIC}/status`, "online", { retain: true });
    publish(`${TOPIC}/v`, xml(brightness));
  };
  return {
    // suffixes have space beside the device's own topic
    fields: { username: 40, password: 64, clientId: 40, topic: 32 + "/status".length },
    connect: {
      clientId: "WLED-a1b2c3",
      keepalive: 60,
      clean: true,
      will: { topic: `${TOPIC}/status`, payload: Buffer.from("offline"), qos: 0, retain: true },
    },
    // shorter than its thirty seconds, to save time
    comesBackAfterMs: 3000,
    onConnect: (speaker) => {
      for (const filter of [TOPIC, GROUP].flatMap((each) => [each, `${each}/col`, `${each}/api`])) {
        speaker.subscribe(0, filter);
      }
      speaker.publish(`${TOPIC}/status`, "online", { retain: true });
      tellState(speaker);
    },
    onMessage: (topic, payload, speaker) => {
      if (topic === TOPIC || topic === GROUP) brightness = Number.parseInt(payload, 10);
      tellState(speaker);
    },
  };
}
