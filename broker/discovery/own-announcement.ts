/**
 * A device as an announcement for Home Assistant's device discovery, in its abbreviations. The reader is in root view,
 * so topics have no prefix.
 */

import { controlPayload } from "../contract/control.ts";
import { controlTopic, displayTopic, statusTopic, telemetryTopic } from "../contract/topics.ts";
import { type SensorKey, sensorOf } from "./sensor.ts";

export interface DeviceAnnouncement {
  deviceId: string;
  name: string;
  measured: readonly SensorKey[];
}

const BRAND = "Switchyard";

export function ownAnnouncement(userId: string, { deviceId, name, measured }: DeviceAnnouncement) {
  const node = `sw_${deviceId}`;
  const inRootView = (topicOf: typeof statusTopic) => displayTopic(userId, topicOf(userId, deviceId));
  const status = inRootView(statusTopic);
  return {
    dev: { ids: [node], name, mf: BRAND },
    o: { name: BRAND },
    avty_t: status,
    avty_tpl: "{{ 'online' if value_json.connected else 'offline' }}",
    qos: 1,
    cmps: {
      switch: {
        p: "switch",
        // null: the entity has the device's name
        name: null,
        uniq_id: `${node}_switch`,
        cmd_t: inRootView(controlTopic),
        pl_on: controlPayload("on"),
        pl_off: controlPayload("off"),
        stat_t: status,
        val_tpl: "{{ value_json.state }}",
        stat_on: "on",
        stat_off: "off",
      },
      ...Object.fromEntries(
        measured.map((each) => [`telemetry_${each.key}`, sensorOf(node, inRootView(telemetryTopic), each)]),
      ),
    },
  };
}
