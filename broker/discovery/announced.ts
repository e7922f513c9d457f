/** The devices that a retained message announces: by Home Assistant's discovery, or by Tasmota's. */

import { bounded, TOO_LARGE } from "./bounds.ts";
import type { Announcement } from "./found.ts";
import { announcedToHomeAssistant, homeAssistantNode } from "./home-assistant.ts";
import { announcedByTasmota, tasmotaNode } from "./tasmota.ts";

/** Filters that match every announcement, below the account's root. */
export const ANNOUNCING = ["homeassistant/#", "tasmota/discovery/#"];

/** The device or component that a topic below the account's root announces; null where it announces nothing that is switched. */
export const announcedNode = (topic: string) => homeAssistantNode(topic) ?? tasmotaNode(topic);

/**
 * The switches and lights of an announcement. `topic` is below the account's root; `payload` is null where it has more than
 * `MAX_ANNOUNCEMENT_BYTES`.
 */
export function announcedDevices(
  topic: string,
  payload: string | null,
  maxTopicBytes: number,
): Announcement[] {
  const node = announcedNode(topic);
  if (node === null) return [];
  const devices =
    payload === null
      ? [{ place: topic, name: node.name, source: node.source, how: { whyNot: TOO_LARGE } }]
      : (announcedToHomeAssistant(topic, payload) ?? announcedByTasmota(topic, payload, maxTopicBytes) ?? []);
  return devices.map((each) => bounded(each, maxTopicBytes));
}
