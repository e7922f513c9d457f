/**
 * Topic shapes. Every topic of an account starts with `{userId}/`. A device subscribes to its control topic and
 * publishes measurements on its telemetry topic; the broker publishes the device's state on its status topic.
 */

/** Ids of accounts and devices are UUIDs. */
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
export const isUuid = (text: string): boolean => UUID.test(text);

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

/** Returns the device of a control topic, or null for another topic. */
export const controlledDevice = (userId: string, topic: string): string | null =>
  deviceOn(userId, topic, "/control");

export const measuringDevice = (userId: string, topic: string): string | null =>
  deviceOn(userId, topic, "/telemetry");

/** Whether the topic is the status topic of a device id. Clients may use topics of the same shape with other levels. */
export function isStatusTopic(userId: string, topic: string): boolean {
  const deviceId = deviceOn(userId, topic, "/status");
  return deviceId !== null && isUuid(deviceId);
}

const NOTICES = "/$notices";

/**
 * `{userId}/$notices`: the broker publishes the id of each notice that it wrote here, at QoS 0 and not retained, so that
 * an open page asks for the list at once. No wildcard matches it, as for topics that begin with $ [MQTT-4.7.2-1].
 */
export const noticesTopic = (userId: string): string => userId + NOTICES;

/** The prefix of a device id in Home Assistant's discovery topic. */
const ANNOUNCED = "homeassistant/device/sw_";
const UUID_LENGTH = 36;

/** `{userId}/homeassistant/device/sw_{deviceId}/config`: Home Assistant discovers the device here. */
export const announcementTopic = (userId: string, deviceId: string): string =>
  `${userId}/${ANNOUNCED}${deviceId}/config`;

/** The device's discovery topic or any topic below its level. */
function isAnnouncement(userId: string, topic: string): boolean {
  const head = `${userId}/${ANNOUNCED}`;
  if (!topic.startsWith(head)) return false;
  const end = head.length + UUID_LENGTH;
  return isUuid(topic.slice(head.length, end)) && (topic.length === end || topic[end] === "/");
}

/** Returns the kind of a topic on which only the broker publishes; null for other topics. */
export function wordsOfTheBroker(
  userId: string,
  topic: string,
): "status" | "notices" | "announcement" | null {
  // compared by its end first: called for each topic that a client publishes to
  if (topic.endsWith(NOTICES) && topic === noticesTopic(userId)) return "notices";
  if (isStatusTopic(userId, topic)) return "status";
  return isAnnouncement(userId, topic) ? "announcement" : null;
}

const REPLY = /^\$reply\/[0-9a-f]{32}$/;

/** `{userId}/$reply/{id}`: a device answers here to a caller over HTTP. The id is random, so that nobody guesses it. */
export const replyTopicOf = (userId: string, id: string): string => `${userId}/$reply/${id}`;

/** Whether nothing but a reply to a caller over HTTP is published on this topic. */
export function isReplyTopic(userId: string, topic: string): boolean {
  // fast path: called for each topic that a client publishes to
  return topic.startsWith("$reply/", userId.length + 1) && REPLY.test(displayTopic(userId, topic));
}

function deviceOn(userId: string, topic: string, tail: `/${DeviceTopic}`): string | null {
  // fast path: called for each message, and most topics end differently
  if (!topic.endsWith(tail)) return null;
  const head = `${userId}/devices/`;
  if (!topic.startsWith(head)) return null;
  const deviceId = topic.slice(head.length, topic.length - tail.length);
  return deviceId === "" || deviceId.includes("/") ? null : deviceId;
}

/** The topic without the account's prefix, as shown to people. */
export const displayTopic = (userId: string, topic: string): string =>
  topic.startsWith(accountPrefix(userId)) ? topic.slice(userId.length + 1) : topic;

/** The topic with the account's prefix exactly once, as stored. */
export const storedTopic = (userId: string, topic: string): string =>
  topic.startsWith(accountPrefix(userId)) ? topic : accountPrefix(userId) + topic;
