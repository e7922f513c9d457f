/** An application message inside the broker, and its delivery to one session. */

import type { MessageProperties, PublishPacket, QoS, Wire } from "./packet.ts";

export interface Message {
  topic: string;
  payload: Uint8Array;
  qos: QoS;
  retain: boolean;
  properties: MessageProperties;
  /** Milliseconds since 1970; null never expires. */
  expiresAt: number | null;
  /** The received bytes, if they can be sent unchanged. */
  wire?: Wire | null;
}

/** Counts what happens to a message, per session. It is in memory only: a restart ends the publisher's call. */
export interface Receipt {
  sent(session: number, qos: QoS): void;
  /** The reader is offline, and its queue stores the message. */
  kept(session: number): void;
  /** `isAcknowledged`: the reader did not deny it. */
  answered(session: number, isAcknowledged: boolean): void;
}

export interface Delivery {
  message: Message;
  /** The lower of the message's and the granted QoS [MQTT-3.8.4-8]. */
  qos: QoS;
  /** The RETAIN flag on this copy [MQTT-3.3.1-12] [MQTT-3.3.1-13]. */
  retain: boolean;
  /** Of every matching subscription [MQTT-3.3.4-3] [MQTT-3.3.4-4]. */
  identifiers: readonly number[];
  /** It switches the device that receives it. The command's name: the time when it was accepted. */
  command?: number;
  /** The broker wrote the command: it takes the place of earlier ones that wait for the same session. */
  byBroker?: true;
  /** The shared subscription that it is for, as its members wrote it. */
  share?: string;
  /** A member of its group has a session that outlives its connection: after a crash that member receives it. */
  survives?: true;
  /** A retained message for a new subscription: it waits for room and is never dropped for lack of it. */
  isReplay?: true;
  /** Its publisher waits for its readers. */
  receipt?: Receipt;
}

/** The awaited acknowledgement: PUBACK, PUBREC or PUBCOMP. */
export type Phase = "puback" | "pubrec" | "pubcomp";

/** A queued delivery. A delivery that is sent again has its packet id. */
export interface StoredDelivery {
  seq: number;
  delivery: Delivery;
  packetId: number | null;
  phase: Phase;
}

const [TAB, LINE_FEED, RETURN, SPACE, OPEN_LIST] = [0x09, 0x0a, 0x0d, 0x20, 0x5b];

/** Whether a payload that is JSON is a list. */
export function isList(payload: Uint8Array): boolean {
  let at = 0;
  let byte = payload[at];
  while (byte === SPACE || byte === LINE_FEED || byte === RETURN || byte === TAB) byte = payload[++at];
  return byte === OPEN_LIST;
}

/** A waiting message may keep this much of the frame that it arrived in. Bytes. */
const MAX_SHARED = 65_536;

/** Returns the message for waiting in memory: without the rest of a large frame. */
export function withOwnBuffer(message: Message): Message {
  const { payload, properties } = message;
  if (payload.buffer.byteLength <= 2 * payload.length + MAX_SHARED) return message;
  const { correlationData } = properties;
  return {
    ...message,
    payload: payload.slice(),
    properties:
      correlationData === undefined
        ? properties
        : { ...properties, correlationData: correlationData.slice() },
    wire: null,
  };
}

const expiryOf = (properties: MessageProperties, now: number): number | null =>
  properties.messageExpiryInterval === undefined ? null : now + properties.messageExpiryInterval * 1000;

export function messageOf(packet: PublishPacket, topic: string, retain: boolean, now: number): Message {
  const { payload, qos, properties, wire = null } = packet;
  return { topic, payload, qos, retain, properties, expiresAt: expiryOf(properties, now), wire };
}

export const willMessage = (
  will: { topic: string; payload: Uint8Array; qos: QoS; retain: boolean; properties: MessageProperties },
  now: number,
): Message => ({
  topic: will.topic,
  payload: will.payload,
  qos: will.qos,
  retain: will.retain,
  properties: will.properties,
  expiresAt: expiryOf(will.properties, now),
});

/** [MQTT-3.3.2-5] an expired message is not delivered. */
export const isExpired = (message: Message, now: number): boolean =>
  message.expiresAt !== null && now > message.expiresAt;

/** [MQTT-3.3.2-6] Returns the properties with the remaining expiry interval. */
export function remainingProperties(message: Message, now: number): MessageProperties {
  if (message.expiresAt === null) return message.properties;
  const left = Math.max(0, Math.ceil((message.expiresAt - now) / 1000));
  return left === message.properties.messageExpiryInterval
    ? message.properties
    : { ...message.properties, messageExpiryInterval: left };
}
