/**
 * A device that is away, or takes its messages slowly, has one command of the broker in its queue: the last one, with the
 * values that it has not acknowledged. Messages that clients publish on a control topic all wait, as MQTT asks.
 */

import { controlObject, controlPayload, type SwitchState } from "../../contract/control.ts";
import { type ControlSet, withinMessage } from "../../contract/controls.ts";
import { controlledDevice } from "../../contract/topics.ts";
import type { Delivery, Message } from "../../session/message.ts";
import type { BrokerStore } from "../../storage/store.ts";
import { type SwitchRecord, waitingValues } from "../../storage/switches.ts";

/** Of the device that messages on this topic switch. In the transaction of the command it has the command. */
export function recordOn({ meta, switches }: BrokerStore, topic: string): SwitchRecord | null {
  const deviceId = controlledDevice(meta.get("userId"), topic);
  return deviceId === null ? null : switches.get(deviceId);
}

const objectIn = ({ payload }: Message): Record<string, unknown> =>
  controlObject(new TextDecoder().decode(payload)) ?? {};

/**
 * Returns the command that takes the place of these. A value that another client of the device has acknowledged is in it,
 * too, because this session has not received it. A button that was missed is not pressed later.
 */
export function inPlaceOf(
  superseded: readonly Message[],
  delivery: Delivery,
  record: SwitchRecord | null,
  now: number,
): Delivery {
  if (record === null) return delivery;
  const { state, ...own } = objectIn(delivery.message);
  const keys = superseded.flatMap((message) => Object.keys(objectIn(message)));
  const set = withinMessage({ ...(own as ControlSet), ...waitingValues(record, now, keys) });
  const payload = new TextEncoder().encode(controlPayload(state as SwitchState, set));
  return { ...delivery, message: { ...delivery.message, payload } };
}
