/**
 * Topic shapes. Every topic of an account starts with `{userId}/`; a device listens on its control topic, says on its
 * telemetry topic what it measures, and the broker says on its status topic how it is.
 */

import { isUuid } from "./client.ts";

/** What stands before every topic of the account. */
export const accountPrefix = (userId: string): string => `${userId}/`;

type DeviceTopic = "control" | "telemetry" | "status";

const deviceTopic = (userId: string, deviceId: string, what: DeviceTopic): string =>
  `${userId}/devices/${deviceId}/${what}`;

export const controlTopic = (userId: string, deviceId: string): string =>
  deviceTopic(userId, deviceId, "control");

export const telemetryTopic = (userId: string, deviceId: string): string =>
  deviceTopic(userId, deviceId, "telemetry");

export const statusTopic = (userId: string, deviceId: string): string =>
  deviceTopic(userId, deviceId, "status");

/** The device that a topic controls, or null when it is no control topic of this account. */
export const controlledDevice = (userId: string, topic: string): string | null =>
  deviceOn(userId, topic, "/control");

export const measuringDevice = (userId: string, topic: string): string | null =>
  deviceOn(userId, topic, "/telemetry");

/** A topic of this shape whose level is no device's id is anybody's. */
export function isStatusTopic(userId: string, topic: string): boolean {
  const deviceId = deviceOn(userId, topic, "/status");
  return deviceId !== null && isUuid(deviceId);
}

/** What stands before a device's id where Home Assistant finds it. */
const ANNOUNCED = "homeassistant/device/sw_";
const UUID_LENGTH = 36;

/** `{userId}/homeassistant/device/sw_{deviceId}/config`: where Home Assistant finds the device. */
export const announcementTopic = (userId: string, deviceId: string): string =>
  `${userId}/${ANNOUNCED}${deviceId}/config`;

/** Below a device's own level, or that level itself. */
function isAnnouncement(userId: string, topic: string): boolean {
  const head = `${userId}/${ANNOUNCED}`;
  if (!topic.startsWith(head)) return false;
  const end = head.length + UUID_LENGTH;
  return isUuid(topic.slice(head.length, end)) && (topic.length === end || topic[end] === "/");
}

/** Where the broker alone speaks, and of what; null where others may. */
export function wordsOfTheBroker(userId: string, topic: string): "status" | "announcement" | null {
  if (isStatusTopic(userId, topic)) return "status";
  return isAnnouncement(userId, topic) ? "announcement" : null;
}

function deviceOn(userId: string, topic: string, tail: `/${DeviceTopic}`): string | null {
  // most topics end otherwise, and each message is asked about
  if (!topic.endsWith(tail)) return null;
  const head = `${userId}/devices/`;
  if (!topic.startsWith(head)) return null;
  const deviceId = topic.slice(head.length, topic.length - tail.length);
  return deviceId === "" || deviceId.includes("/") ? null : deviceId;
}

/** The topic as people see it: without the account's prefix. */
export const displayTopic = (userId: string, topic: string): string =>
  topic.startsWith(accountPrefix(userId)) ? topic.slice(userId.length + 1) : topic;

/** The topic as it is stored: with the account's prefix, exactly once. */
export const storedTopic = (userId: string, topic: string): string =>
  topic.startsWith(accountPrefix(userId)) ? topic : accountPrefix(userId) + topic;
