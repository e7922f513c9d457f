/** Violations of the standards by a client: each has one reason, for the client and for people. */

import { BROKER_LIMITS } from "../contract/limits.ts";
import type { ConnectPacket, ProtocolVersion } from "../session/packet.ts";

export interface Malformed {
  /** MQTT 5 reason code of CONNACK or DISCONNECT. */
  reason: number;
  words: string;
  /** Clause of the standard, such as `MQTT-3.1.2-3`; the number of MQTT 5 where the two differ. */
  clause?: string;
  /** Return code of a 3.1.1 CONNACK; absent where 3.1.1 closes the connection without an answer. */
  connackCode311?: number;
  topic?: string;
  /** A CONNECT that could be read, but not accepted. */
  connect?: ConnectPacket;
  /** The client's version, which decides the form of the answer. Null when unknown: close without an answer. */
  version: ProtocolVersion | null;
}

/** Thrown while a packet is read. The decoder catches it: it never leaves the codec. */
export class MalformedError extends Error {
  readonly reason: number;
  readonly clause: string | null;
  readonly connackCode311: number | null;
  topic: string | null = null;
  connect: ConnectPacket | null = null;

  constructor(reason: number, clause: string | null, words: string, connackCode311: number | null = null) {
    super(words);
    this.reason = reason;
    this.clause = clause;
    this.connackCode311 = connackCode311;
  }

  toMalformed(version: ProtocolVersion | null): Malformed {
    const { reason, message: words } = this;
    return {
      reason,
      words,
      version,
      ...(this.topic !== null && { topic: this.topic }),
      ...(this.connect !== null && { connect: this.connect }),
      ...(this.clause !== null && { clause: this.clause }),
      ...(this.connackCode311 !== null && { connackCode311: this.connackCode311 }),
    };
  }
}

/** Bytes that violate the standard's format. */
export const malformed = (clause: string | null, words: string): MalformedError =>
  new MalformedError(0x81, clause, words);

export const protocolError = (clause: string | null, words: string): MalformedError =>
  new MalformedError(0x82, clause, words);

export const unsupportedVersion = (words: string): MalformedError =>
  new MalformedError(0x84, "MQTT-3.1.2-2", words, 0x01);

export const topicAliasInvalid = (clause: string, words: string): MalformedError =>
  new MalformedError(0x94, clause, words);

export const quotaExceeded = (words: string): MalformedError => new MalformedError(0x97, null, words);

/** `bytes` of a packet, where `most` are allowed. */
export function packetTooLarge(bytes: number, most: number, topic: string | null): MalformedError {
  const words = BROKER_LIMITS.MQTT_MAX_PACKET_SIZE.mqtt.words(most, bytes);
  return Object.assign(new MalformedError(0x95, null, words), { topic });
}

export const payloadFormatInvalid = (words: string): MalformedError => new MalformedError(0x99, null, words);
