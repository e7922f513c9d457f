/** Parses the payload of a control message. */

import {
  controlMistake,
  controlObject,
  MAX_CONTROL_BYTES,
  MAX_CONTROLS_BYTES,
  parseControl,
  type SwitchOrder,
  type SwitchState,
  stateOf,
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
  if (controls !== null) return orderIn(payload, controls);
  const state = stateIn(payload);
  return typeof state === "object" ? state : { state, set: null };
}

function stateIn(payload: Uint8Array): SwitchState | Mistake {
  if (payload.length > MAX_CONTROL_BYTES) return tooLong(payload, MAX_CONTROL_BYTES);
  const text = decodeUtf8(payload);
  return text === null ? utf8Mistake(payload) : parseControl(text);
}

/** Keys that the device does not declare are ignored. Of a key that stands twice the last value counts (JSON.parse). */
function orderIn(payload: Uint8Array, controls: readonly Control[]): SwitchOrder | Mistake {
  if (payload.length > MAX_CONTROLS_BYTES) return tooLong(payload, MAX_CONTROLS_BYTES);
  const text = decodeUtf8(payload);
  if (text === null) return utf8Mistake(payload);
  const message = controlObject(text);
  const state = message && stateOf(message);
  if (message === null || state === null) return controlMistake(text);
  const declared = declaredKeys(controls, message);
  if (declared === null) return { state, set: null };
  const checked = checkSet(controls, declared);
  if ("mistake" in checked) return checked.mistake;
  return { state: Object.hasOwn(message, "state") ? state : null, set: checked.set };
}

function tooLong({ length }: Uint8Array, most: number): Mistake {
  const reason = `The message has ${length} bytes: a control message has at most ${most}.`;
  return { reason, remedy: 'Send {"state":"on"} or {"state":"off"} alone.' };
}
