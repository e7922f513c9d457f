/** Messages over HTTP to a device that asks its owner about the caller. */

import type { PlacedOrder } from "../contract/approval.ts";
import { callerOfToken, rulingOf, type SwitchWay } from "../contract/asking.ts";
import type { Actor } from "../contract/device-events.ts";
import { BROKER_LIMITS } from "../contract/limits.ts";
import type { MessageRefusal } from "../contract/messages.ts";
import { isMistake, sentence } from "../contract/mistake.ts";
import { controlledDevice } from "../contract/topics.ts";
import type { Modules } from "../hub/modules.ts";
import { ordererOf } from "../hub/watches/orders.ts";
import { commandIn } from "../routing/control.ts";
import { orderAdvice } from "../routing/explain.ts";
import type { Message } from "../session/message.ts";
import type { KnownCaller } from "./message-rights.ts";
import { placeOrder } from "./place-order.ts";

type Sender = Pick<KnownCaller, "token">;

/** The device of the topic that asks first about the sender, and what becomes of its order; null for none. */
function asking(modules: Modules, { token }: Sender, topic: string, way: SwitchWay) {
  if (token === null) return null;
  const { store, rights } = modules;
  const control = controlledDevice(store.meta.get("userId"), topic);
  for (const deviceId of control === null ? rights.commandedOn(topic) : [control]) {
    const askFirst = store.rightsCopy.askFirstFor(token, deviceId);
    const ruling = askFirst === null ? "goes" : rulingOf(way, callerOfToken(token), askFirst);
    if (ruling !== "goes") return { deviceId, ruling, token };
  }
  return null;
}

/** Why the message is refused: it cannot wait for the owner of a device. */
export function refusalBeforeAsking(
  modules: Modules,
  sender: Sender,
  topic: string,
  way: SwitchWay,
): MessageRefusal | null {
  const asked = asking(modules, sender, topic, way);
  if (asked?.ruling !== "refused") return null;
  const words = `The device asks its owner first, and this message cannot wait for the answer. ${orderAdvice(asked.deviceId)}`;
  return { why: "forbidden", words };
}

/** A command to a device that asks first about the sender is an order, or refused; null for any other message. */
export function orderedBy(
  modules: Modules,
  sender: Sender,
  { topic, payload }: Message,
  actor: Actor,
): PlacedOrder | MessageRefusal | null {
  const isControl = controlledDevice(modules.store.meta.get("userId"), topic) !== null;
  const way = isControl
    ? "POST message to the control topic"
    : "POST message to another maker's command topic";
  const asked = asking(modules, sender, topic, way);
  if (asked === null) return null;
  const { deviceId, token, ruling } = asked;
  if (ruling === "refused") return refusalBeforeAsking(modules, sender, topic, way);
  const order = commandIn(payload, modules.store.rightsCopy.controlsOf(deviceId));
  if (isMistake(order)) return { why: "invalid", field: "payload", words: sentence(order) };
  const placed = placeOrder(modules, { deviceId, by: ordererOf(token), order, actor });
  if (!("tooManyWait" in placed)) return placed;
  const { MAX_APPROVALS: most } = modules.limits;
  return { why: "requests", words: BROKER_LIMITS.MAX_APPROVALS.http.words(most) };
}
