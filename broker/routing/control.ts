/** Is this message a switch? */

import { MAX_CONTROL_BYTES, parseControl, type SwitchState } from "../contract/control.ts";
import { controlledDevice } from "../contract/topics.ts";
import { decodeUtf8 } from "../contract/utf8.ts";

export interface Switch {
  deviceId: string;
  /** Null when the payload is not a control message. */
  state: SwitchState | null;
}

/** What a message on a control topic asks for; null for every other topic. */
export function switchOf(userId: string, topic: string, payload: Uint8Array): Switch | null {
  const deviceId = controlledDevice(userId, topic);
  if (deviceId === null) return null;
  const text = payload.length > MAX_CONTROL_BYTES ? null : decodeUtf8(payload);
  return { deviceId, state: text === null ? null : parseControl(text) };
}
