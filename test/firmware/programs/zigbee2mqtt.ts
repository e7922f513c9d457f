/** The whole Zigbee2MQTT with a stub of its radio: a lamp and 49 sensors. */

import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { inRoot } from "../../../worker/local/paths.ts";
import type { ConnectionSettings } from "../connection-settings.ts";
import { start } from "../process.ts";
import type { Program, Way } from "../program.ts";
import { inPackages, npmVersion } from "./versions.ts";

const SENSORS = 49;
const LAMP = "0x000b57fffe000001";
const sensor = (index: number): string => `0x00158d00010000${index.toString(16).padStart(2, "0")}`;

const endpoint = (id: number, inClusterList: number[], outClusterList: number[]) => ({
  [id]: {
    profId: 260,
    epId: id,
    devId: 256,
    inClusterList,
    outClusterList,
    clusters: {},
    binds: [],
    meta: {},
  },
});
const entry = (id: number, type: string, ieeeAddr: string, nwkAddr: number, more: object) => ({
  id,
  type,
  ieeeAddr,
  nwkAddr,
  manufId: 4476,
  epList: [1],
  interviewCompleted: true,
  interviewState: "SUCCESSFUL",
  meta: {},
  lastSeen: 1_732_000_000_000,
  ...more,
});

/** Its radio driver's database. */
const DATABASE = [
  entry(1, "Coordinator", "0x00124b0014d9aaaa", 0, { manufId: 0, endpoints: endpoint(1, [], []) }),
  entry(2, "Router", LAMP, 0x1001, {
    manufName: "IKEA of Sweden",
    modelId: "TRADFRI bulb E27 W opal 1000lm",
    powerSource: "Mains (single phase)",
    endpoints: endpoint(1, [0, 3, 4, 5, 6, 8], [5, 25, 32]),
  }),
  ...Array.from({ length: SENSORS }, (_, index) =>
    entry(3 + index, "EndDevice", sensor(index + 1), 0x2001 + index, {
      manufId: 4151,
      manufName: "LUMI",
      modelId: "lumi.weather",
      powerSource: "Battery",
      endpoints: endpoint(1, [0, 3, 1026, 1027, 1029], [0, 4]),
    }),
  ),
];

const configOf = ({ host, port, username, password }: ConnectionSettings, way: Way): string => `version: 5
homeassistant:
  enabled: true
frontend:
  enabled: false
mqtt:
  base_topic: zigbee2mqtt
  server: ${way === "TCP" ? "mqtt" : "ws"}://${host}:${port}
  user: ${username}
  password: ${password}
  version: ${way === "TCP" ? 4 : 5}
serial:
  port: /dev/null
  adapter: zstack
advanced:
  log_output: [console]
  log_level: info
  channel: 11
  pan_id: 6754
  ext_pan_id: [221, 221, 221, 221, 221, 221, 221, 221]
  network_key: [1, 3, 5, 7, 9, 11, 13, 15, 0, 2, 4, 6, 8, 10, 12, 13]
devices:
  '${LAMP}':
    friendly_name: lamp
  '${sensor(1)}':
    friendly_name: garden
`;

export const ZIGBEE2MQTT: Program = {
  name: "Zigbee2MQTT",
  version: () => npmVersion("zigbee2mqtt"),
  does: `the whole program over a stub of its radio, a lamp and ${SENSORS} sensors: bridge/state, info, devices and definitions and Home Assistant's discovery, all retained; a lamp switched, a sensor's report; 3.1.1 over TCP, 5 over WebSocket`,
  ways: ["TCP", "WebSocket"],
  needs: ["npm"],
  will: { topic: "zigbee2mqtt/bridge/state", payload: '{"state":"offline"}' },
  start: async (place, way, folder) => {
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, "configuration.yaml"), configOf(place, way));
    writeFileSync(join(folder, "database.db"), DATABASE.map((each) => JSON.stringify(each)).join("\n"));
    const radio = inRoot("test/firmware/programs/zigbee2mqtt-radio.cjs");
    const program = start(process.execPath, ["--require", radio, inPackages("zigbee2mqtt/index.js")], {
      // outside a repository, where it would rebuild itself
      cwd: folder,
      env: { ZIGBEE2MQTT_DATA: folder, Z2M_ONBOARD_NO_SERVER: "1" },
    });
    await program.untilSaid("Zigbee2MQTT started!");
    return {
      said: program.said,
      stop: program.kill,
      work: async (watcher, round) => {
        await watcher.kept("zigbee2mqtt/bridge/state", /^\{"state":"online"\}$/);
        await watcher.kept("zigbee2mqtt/bridge/info", /"version":"/);
        await watcher.kept("zigbee2mqtt/bridge/definitions", /^.{200000,}$/s);
        await watcher.kept("zigbee2mqtt/bridge/devices", /"friendly_name":"lamp"/);
        await watcher.kept(`homeassistant/sensor/${sensor(SENSORS)}/temperature/config`);
        const state = round % 2 === 0 ? "ON" : "OFF";
        await watcher.answered(
          { topic: "zigbee2mqtt/lamp/set", payload: JSON.stringify({ state }) },
          { topic: "zigbee2mqtt/lamp", payload: new RegExp(`"state":"${state}"`) },
          { topic: "zigbee2mqtt/garden", payload: /"temperature":21.5/ },
        );
      },
    };
  },
};
