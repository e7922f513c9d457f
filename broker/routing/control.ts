/** Parses the payload of a control message. */

import { MAX_CONTROL_BYTES, parseControl, type SwitchState } from "../contract/control.ts";
import { utf8Mistake } from "../contract/json-fault.ts";
import type { Mistake } from "../contract/mistake.ts";
import { decodeUtf8 } from "../contract/utf8.ts";

/** Returns the state that a control message asks for, or the mistake in any other payload. */
export function stateIn(payload: Uint8Array): SwitchState | Mistake {
  const { length } = payload;
  if (length > MAX_CONTROL_BYTES) {
    const reason = `The message has ${length} bytes: a control message has at most ${MAX_CONTROL_BYTES}.`;
    return { reason, remedy: 'Send {"state":"on"} or {"state":"off"} alone.' };
  }
  const text = decodeUtf8(payload);
  return text === null ? utf8Mistake(payload) : parseControl(text);
}
