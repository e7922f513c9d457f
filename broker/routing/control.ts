/** Parses the payload of a control message. */

import { MAX_CONTROL_BYTES, parseControl, type SwitchState } from "../contract/control.ts";
import { decodeUtf8 } from "../contract/utf8.ts";

/** Returns the state that a control message asks for; null for any other payload. */
export function stateIn(payload: Uint8Array): SwitchState | null {
  const text = payload.length > MAX_CONTROL_BYTES ? null : decodeUtf8(payload);
  return text === null ? null : parseControl(text);
}
