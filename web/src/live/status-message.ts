/** The broker's messages on a device's status topic. Pure. */

import type { DeviceStatus } from "../../../broker/contract/control.ts";
import { accountPrefix, isStatusTopic } from "../../../broker/contract/topics.ts";

export interface StatusMessage {
  deviceId: string;
  status: DeviceStatus;
  /** A retained message: its publisher may be gone. */
  retained: boolean;
}

interface ReceivedMessage {
  topic: string;
  payload: string;
  retain: boolean;
}

/** Null for an empty message (the device was deleted) or another topic. */
export function parseStatusMessage(
  userId: string,
  { topic, payload, retain }: ReceivedMessage,
): StatusMessage | null {
  if (payload === "" || !isStatusTopic(userId, topic)) return null;
  const [, deviceId = ""] = topic.slice(accountPrefix(userId).length).split("/");
  // Only the broker publishes here, always JSON.
  return { deviceId, status: JSON.parse(payload) as DeviceStatus, retained: retain };
}
