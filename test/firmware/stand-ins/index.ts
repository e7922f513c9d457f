/** The stand-ins and their work. */

import type { ConnectionSettings } from "../connection-settings.ts";
import type { Program, Way } from "../program.ts";
import type { Watcher } from "../watcher.ts";
import { esphome } from "./esphome.ts";
import { type Firmware, Player } from "./firmware.ts";
import { homeAssistant } from "./home-assistant.ts";
import { shelly } from "./shelly.ts";
import { tasmota } from "./tasmota.ts";
import { wled } from "./wled.ts";

type StandIn = Omit<Program, "isStandIn" | "needs" | "start" | "ways" | "version"> & {
  ways?: readonly Way[];
  version: string;
  firmware: () => Firmware;
  work(watcher: Watcher, round: number): Promise<void>;
};

const standIn = ({ firmware, work, version, ways = ["TCP"], ...row }: StandIn): Program => ({
  ...row,
  isStandIn: true,
  ways,
  needs: [],
  version: () => version,
  start: async (place: ConnectionSettings, way: Way) => {
    const player = new Player(firmware(), place, way);
    await player.start();
    return {
      said: player.said,
      work,
      stop: async () => player.stop(),
    };
  },
});

const onOrOff = (round: number): "ON" | "OFF" => (round % 2 === 0 ? "ON" : "OFF");

export const STAND_INS: readonly Program[] = [
  standIn({
    name: "Tasmota",
    version: "source at 00c0639",
    does: "discovery, INFO, STATE and LWT retained; `cmnd/…/POWER` and what comes of it on `stat/`",
    will: { topic: "tele/tasmota_8A1B2C/LWT", payload: "Offline" },
    firmware: tasmota,
    work: async (watcher, round) => {
      await watcher.kept("tasmota/discovery/DC4F228A1B2C/config", /"t":"tasmota_8A1B2C"/);
      await watcher.kept("tele/tasmota_8A1B2C/LWT", /^Online$/);
      const power = onOrOff(round);
      await watcher.answered(
        { topic: "cmnd/tasmota_8A1B2C/POWER", payload: power, qos: 0 },
        { topic: "stat/tasmota_8A1B2C/RESULT", payload: `{"POWER":"${power}"}` },
        { topic: "stat/tasmota_8A1B2C/POWER", payload: power },
      );
    },
  }),
  standIn({
    name: "ESPHome",
    version: "source at cac8015",
    does: "`esphome/discover` at QoS 2 at each connect, Home Assistant's discovery retained, a kept session; its switch by command",
    will: { topic: "porch/status", payload: "offline" },
    firmware: esphome,
    work: async (watcher, round) => {
      await watcher.kept("homeassistant/switch/porch/relay/config", /"cmd_t"/);
      await watcher.kept("porch/status", /^online$/);
      const state = onOrOff(round);
      await watcher.answered(
        { topic: "porch/switch/relay/command", payload: state },
        { topic: "porch/switch/relay/state", payload: state },
        { topic: "porch/debug", payload: /Turning/ },
      );
      await watcher.answered(
        { topic: "esphome/discover", payload: "x", qos: 2 },
        { topic: "esphome/discover/porch", payload: /"name":"porch"/ },
      );
    },
  }),
  standIn({
    name: "Home Assistant",
    version: "source at 003d279",
    ways: ["TCP", "WebSocket"],
    does: "discovery and 700 entities in packets of 500 filters, birth and will; hears what was announced before, finds a light, switches it",
    will: { topic: "homeassistant/status", payload: "offline" },
    firmware: homeAssistant,
    work: async (watcher, round) => {
      const config = { name: "Desk", unique_id: `desk-${round}`, command_topic: `desk/${round}/set` };
      await watcher.answered(
        { topic: `homeassistant/light/desk/${round}/config`, payload: JSON.stringify(config), retain: true },
        { topic: `desk/${round}/set`, payload: "ON" },
      );
      const last = "zigbee2mqtt/entity 699";
      await watcher.answered(
        { topic: last, payload: onOrOff(round), retain: true },
        { topic: `${last}/set`, payload: onOrOff(round + 1) },
      );
    },
  }),
  standIn({
    name: "WLED",
    version: "source at 0222a41",
    does: "fields of 40, 64, 40 and 32 bytes; status retained, brightness by its own topic and by its group's",
    will: { topic: "wled/a1b2c3/status", payload: "offline" },
    firmware: wled,
    work: async (watcher, round) => {
      await watcher.kept("wled/a1b2c3/status", /^online$/);
      for (const [topic, brightness] of [
        ["wled/a1b2c3", 10 + round],
        ["wled/all", 20 + round],
      ] as const) {
        await watcher.answered(
          { topic, payload: String(brightness) },
          { topic: "wled/a1b2c3/g", payload: String(brightness) },
          { topic: "wled/a1b2c3/v", payload: new RegExp(`<ac>${brightness}</ac>`) },
        );
      }
    },
  }),
  standIn({
    name: "Shelly (Gen2)",
    version: "Gen2 API 1.0",
    does: "`online` retained, status and notifications at QoS 1, RPC with an answer on the asker's topic, control by `command/switch:0`",
    will: { topic: "shellyplus1-a8032abe54dc/online", payload: "false" },
    firmware: shelly,
    work: async (watcher, round) => {
      const id = "shellyplus1-a8032abe54dc";
      await watcher.kept(`${id}/online`, /^true$/);
      const request = { id: round, src: "phone", method: "Switch.Set", params: { id: 0, on: true } };
      await watcher.answered(
        { topic: `${id}/rpc`, payload: JSON.stringify(request) },
        { topic: "phone/rpc", payload: new RegExp(`"id":${round},.*"was_on":false`) },
        { topic: `${id}/events/rpc`, payload: /"output":true/ },
      );
      await watcher.answered(
        { topic: `${id}/command/switch:0`, payload: "off" },
        { topic: `${id}/status/switch:0`, payload: /"output":false/ },
      );
    },
  }),
];
