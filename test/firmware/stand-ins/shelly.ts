/**
 * Shelly of the second generation, whose firmware is not public: after its maker's description (Shelly API
 * documentation, Gen2, version 1.0: "MQTT", "RPC channels", "Notifications") with `rpc_ntf`, `status_ntf` and
 * `enable_control`.
 */

import type { Firmware, Speaker } from "./firmware.ts";

const ID = "shellyplus1-a8032abe54dc";

interface Request {
  id: number;
  src: string;
  params: { on: boolean };
}

export function shelly(): Firmware {
  let output = false;
  const status = (source: string) => ({ id: 0, source, output, temperature: { tC: 53.7, tF: 128.6 } });
  const tellState = ({ publish }: Speaker, source: string) => {
    const params = { ts: 1_732_000_000.12, "switch:0": status(source) };
    const note = { src: ID, dst: `${ID}/events`, method: "NotifyStatus", params };
    publish(`${ID}/events/rpc`, JSON.stringify(note), { qos: 1 });
    publish(`${ID}/status/switch:0`, JSON.stringify(status(source)), { qos: 1, retain: true });
  };
  return {
    connect: {
      clientId: ID,
      keepalive: 60,
      clean: false,
      will: { topic: `${ID}/online`, payload: Buffer.from("false"), qos: 1, retain: true },
    },
    comesBackAfterMs: 2000,
    onConnect: (speaker) => {
      speaker.publish(`${ID}/online`, "true", { qos: 1, retain: true });
      speaker.subscribe(1, `${ID}/rpc`);
      speaker.subscribe(1, `${ID}/command`);
      speaker.subscribe(1, `${ID}/command/switch:0`);
      speaker.subscribe(1, "shellies/command");
      tellState(speaker, "init");
    },
    onMessage: (topic, payload, speaker) => {
      const wasOn = output;
      if (topic === `${ID}/rpc`) {
        const { id, src, params } = JSON.parse(payload) as Request;
        output = params.on;
        const answer = { id, src: ID, dst: src, result: { was_on: wasOn } };
        speaker.publish(`${src}/rpc`, JSON.stringify(answer), { qos: 1 });
      } else if (topic.endsWith("switch:0")) output = payload === "on";
      tellState(speaker, "mqtt");
    },
  };
}
