/** The programs that really run, the fast ones first. */

import type { Program } from "../program.ts";
import { BRIDGE } from "./bridge.ts";
import { COLLECTD } from "./collectd.ts";
import { IOBROKER } from "./iobroker.ts";
import { MOSQUITTO_CLIENTS } from "./mosquitto-clients.ts";
import { MQTT_JS } from "./mqtt-js.ts";
import { NEST } from "./nest.ts";
import { NODE_RED } from "./node-red.ts";
import { PAHO_C, PAHO_PYTHON } from "./paho.ts";
import { ZIGBEE2MQTT } from "./zigbee2mqtt.ts";

export const PROGRAMS: readonly Program[] = [
  ZIGBEE2MQTT,
  NODE_RED,
  NEST,
  IOBROKER,
  BRIDGE,
  MOSQUITTO_CLIENTS,
  PAHO_PYTHON,
  PAHO_C,
  MQTT_JS,
  COLLECTD,
];
