/** A message that a caller publishes over HTTP: the refusals that messages and values have in common, and its turn. */

import type { Actor } from "../contract/device-events.ts";
import type { MessageRefusal, Publishing, Requesting } from "../contract/messages.ts";
import type { CountedReceipt } from "../hub/delivery/receipt.ts";
import type { Modules } from "../hub/modules.ts";
import { loginOf } from "../routing/access.ts";
import type { Message } from "../session/message.ts";
import type { MessageProperties } from "../session/packet.ts";
import { type RoomContext, roomRefusal } from "../session/publish-checks.ts";

/** The session number of a publisher without a session; 0 is the broker. */
const NO_SESSION = -1;
/** Seconds after which a queue may have room again. */
const ROOM_SECONDS = 60;

/** One message may need a second of the rate of bytes. */
export const rateAnswer = (limit: string): MessageRefusal => ({
  why: "rate",
  seconds: limit === "MQTT_PUBLISH_RATE" ? 1 : 4,
});

/** Null when there is room for the message. */
export function roomAnswer(
  { refusals, store }: Pick<Modules, "refusals" | "store">,
  message: Message,
  room: RoomContext,
  now: number,
): MessageRefusal | null {
  const refusal = roomRefusal(message, room);
  if (refusal === null) return null;
  const { words } = refusal.reason;
  switch (refusal.why) {
    case "rows":
      refusals.noteOver(message.topic, now);
      return { why: "room", words, seconds: store.rows.secondsLeft(now) };
    case "retained":
      return { why: "invalid", field: "retain", words };
    case "queues":
      return { why: "room", words, seconds: ROOM_SECONDS };
  }
}

interface Publisher {
  actor: Actor;
  /** Of the caller's login. */
  ref: string;
  receipt?: CountedReceipt;
  isAgeKnown?: boolean;
}

/** `also` runs in the transaction of the message. */
export function publishAs(
  { turns }: Pick<Modules, "turns">,
  message: Message,
  { ref, ...by }: Publisher,
  also?: () => void,
): void {
  const isDone = turns.turn((plan) => {
    plan.publish(message, NO_SESSION, { ...by, login: loginOf(ref) });
    if (also !== undefined) plan.write(also);
  });
  if (!isDone) throw new Error("The message was not published.");
}

export function messageOf(publishing: Omit<Publishing, "wait" | "actor">): Message {
  const { topic, payload, qos, retain, contentType, traceparent } = publishing;
  const properties: MessageProperties = {
    ...(contentType !== null && { contentType }),
    ...(traceparent !== null && { userProperties: [["traceparent", traceparent]] }),
  };
  return { topic, payload, qos, retain, properties, expiresAt: null };
}

/** An offline reader does not get it once its caller is gone. */
export function requestOf(requesting: Requesting, responseTopic: string, now: number): Message {
  const message = messageOf(requesting);
  const properties: MessageProperties = {
    ...message.properties,
    responseTopic,
    correlationData: new TextEncoder().encode(requesting.requestId),
    messageExpiryInterval: requesting.seconds,
  };
  return { ...message, properties, expiresAt: now + requesting.seconds * 1000 };
}
