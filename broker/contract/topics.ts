/** Topic shapes. Every topic of an account starts with `{userId}/`; a device listens on its control topic. */

/** What stands before every topic of the account. */
export const accountPrefix = (userId: string): string => `${userId}/`;

/** `{userId}/devices/{deviceId}/control` */
export const controlTopic = (userId: string, deviceId: string): string =>
  `${userId}/devices/${deviceId}/control`;

/** The device that a topic controls, or null when it is no control topic of this account. */
export function controlledDevice(userId: string, topic: string): string | null {
  const head = `${userId}/devices/`;
  const tail = "/control";
  if (!topic.startsWith(head) || !topic.endsWith(tail)) return null;
  const deviceId = topic.slice(head.length, topic.length - tail.length);
  return deviceId === "" || deviceId.includes("/") ? null : deviceId;
}

/** The topic as people see it: without the account's prefix. */
export const displayTopic = (userId: string, topic: string): string =>
  topic.startsWith(accountPrefix(userId)) ? topic.slice(userId.length + 1) : topic;

/** The topic as it is stored: with the account's prefix, exactly once. */
export const storedTopic = (userId: string, topic: string): string =>
  topic.startsWith(accountPrefix(userId)) ? topic : accountPrefix(userId) + topic;
