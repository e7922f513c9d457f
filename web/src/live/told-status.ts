/** What the broker says of a device on its status topic. Pure. */

import type { DeviceStatus } from "../../../broker/contract/control.ts";
import { accountPrefix, isStatusTopic } from "../../../broker/contract/topics.ts";

export interface ToldStatus {
  deviceId: string;
  status: DeviceStatus;
  /** A retained message: its publisher may be gone. */
  retained: boolean;
}

interface Told {
  topic: string;
  payload: string;
  retain: boolean;
}

/** Null when it is said of no device, or nothing any more: a device that is gone. */
export function toldStatus(userId: string, { topic, payload, retain }: Told): ToldStatus | null {
  if (payload === "" || !isStatusTopic(userId, topic)) return null;
  const [, deviceId = ""] = topic.slice(accountPrefix(userId).length).split("/");
  // The broker alone speaks there, in JSON.
  return { deviceId, status: JSON.parse(payload) as DeviceStatus, retained: retain };
}
