/** The work of a lamp, for libraries without a use of their own: connect, switch, report, and will. */

import type { Wanted, Watcher } from "../watcher.ts";

export const LAMP_DOES = "a lamp: config and availability retained, switched at QoS 1, its state retained";
export const LAMP_WILL: Wanted = { topic: "lamp/available", payload: "offline" };

export async function switchLamp(watcher: Watcher, round: number): Promise<void> {
  await watcher.kept("homeassistant/light/lamp/config", /"command_topic":\s*"lamp\/set"/);
  await watcher.kept("lamp/available", /^online$/);
  const state = round % 2 === 0 ? "ON" : "OFF";
  await watcher.answered({ topic: "lamp/set", payload: state }, { topic: "lamp/state", payload: state });
  await watcher.kept("lamp/state", new RegExp(`^${state}$`));
}
