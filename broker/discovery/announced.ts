/** Reads retained announcements of Home Assistant's and Tasmota's discovery. */

import type { Announcement } from "./bounds.ts";
import { bounded, TOO_LARGE } from "./bounds.ts";
import { announcedToHomeAssistant, homeAssistantNode } from "./home-assistant.ts";
import { announcedByTasmota, tasmotaNode } from "./tasmota.ts";

/** Filters that match every announcement, below the account's root. */
export const ANNOUNCING = ["homeassistant/#", "tasmota/discovery/#"];

/** Home Assistant's and Tasmota's own readers match these topics, and Home Assistant announces its start on the last. */
const ANNOUNCEMENTS = [
  /^homeassistant\/[^/]+\/(?:[^/]+\/)?[^/]+\/config$/,
  /^tasmota\/discovery\/[^/]+\/(?:config|sensors)$/,
  /^homeassistant\/status$/,
];

/**
 * Returns whether a message on this topic, below the account's root, would announce something. Other topics below
 * `homeassistant/` are a device's own: Home Assistant's documentation puts commands and states there.
 */
export const isAnnouncing = (topic: string): boolean => ANNOUNCEMENTS.some((each) => each.test(topic));

/**
 * Returns the device or component of a topic below the account's root; null for a topic that announces no switch or
 * light.
 */
export const announcedNode = (topic: string) => homeAssistantNode(topic) ?? tasmotaNode(topic);

/**
 * Returns the switches and lights of an announcement. `topic` is below the account's root; `payload` is null above
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
