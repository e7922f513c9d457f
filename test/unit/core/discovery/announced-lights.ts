/** Announcements of lights and devices for the tests of their controls. */

import { DiscoveredSwitch } from "../../../../broker/contract/discovered.ts";
import { announcedDevices } from "../../../../broker/discovery/announced.ts";

export const LIGHT = "homeassistant/light/lamp/config";
export const DEVICE = "homeassistant/device/bench/config";
export const TASMOTA = "tasmota/discovery/A/config";
export const JSON_LIGHT = { schema: "json", cmd_t: "lamp/set", stat_t: "lamp" };
export const PLAIN = {
  cmd_t: "lamp/set",
  stat_t: "lamp",
  bri_cmd_t: "lamp/dim",
  bri_stat_t: "lamp/dimmed",
};
export const DIMMER = { t: "d", tp: ["cmnd", "stat", "tele"], rl: [2], lt_st: 1, so: { "68": 0 } };

export function switchOf(topic: string, payload: object): DiscoveredSwitch {
  const [device] = announcedDevices(topic, JSON.stringify(payload), 512);
  return DiscoveredSwitch.parse(device?.how);
}

export const bench = (cmps: object) => ({
  dev: { name: "Bench" },
  cmps: { lamp: { p: "switch", cmd_t: "l" }, ...cmps },
});
