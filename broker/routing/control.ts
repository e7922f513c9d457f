/** Parses the payload of a control message. */

import {
  controlMistake,
  controlObject,
  MAX_CONTROL_BYTES,
  parseControl,
  type SwitchOrder,
  stateOf,
  tooLong,
} from "../contract/control.ts";
import { type Control, checkSet, declaredKeys } from "../contract/controls.ts";
import { utf8Mistake } from "../contract/json-fault.ts";
import type { Mistake } from "../contract/mistake.ts";
import { decodeUtf8 } from "../contract/utf8.ts";

/**
 * Returns what a control message asks for, or the mistake in any other payload. `controls`: null for a device without
 * any, whose messages have a state alone.
 */
export function commandIn(payload: Uint8Array, controls: readonly Control[] | null): SwitchOrder | Mistake {
  if (payload.length > MAX_CONTROL_BYTES) return tooLong(payload.length);
  const text = decodeUtf8(payload);
  if (text === null) return utf8Mistake(payload);
  if (controls !== null) return orderIn(text, controls);
  const state = parseControl(text);
  return typeof state === "object" ? state : { state, set: null };
}

/** Keys that the device does not declare are ignored. Of a key that stands twice the last value counts (JSON.parse). */
function orderIn(text: string, controls: readonly Control[]): SwitchOrder | Mistake {
  const message = controlObject(text);
  const state = message && stateOf(message);
  if (message === null || state === null) return controlMistake(text);
  const declared = declaredKeys(controls, message);
  if (declared === null) return { state, set: null };
  const given = Object.hasOwn(message, "state") ? state : null;
  const checked = checkSet(controls, declared, given);
  return "mistake" in checked ? checked.mistake : { state: given, set: checked.set };
}
