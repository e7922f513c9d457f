/** What a client sent that the standards forbid: one reason, told to it and to a person. */

import type { ProtocolVersion } from "../session/packet.ts";

export interface Malformed {
  /** MQTT 5 reason code: what CONNACK or DISCONNECT says. */
  reason: number;
  words: string;
  /** Clause of the standard, such as `MQTT-3.1.2-3`; of MQTT 5 where the two number it differently. */
  clause?: string;
  /** Return code of a 3.1.1 CONNACK; absent where 3.1.1 closes without a word. */
  connackCode311?: number;
  topic?: string;
  /** The version that the client speaks, and so the form of the answer; null when it never said: close without a word. */
  version: ProtocolVersion | null;
}

/** Thrown while a packet is read, caught by the decoder: never leaves the codec. */
export class MalformedError extends Error {
  readonly reason: number;
  readonly clause: string | null;
  readonly connackCode311: number | null;
  topic: string | null = null;

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
      ...(this.clause !== null && { clause: this.clause }),
      ...(this.connackCode311 !== null && { connackCode311: this.connackCode311 }),
    };
  }
}

/** Bytes that cannot be read as the standard says. */
export const malformed = (clause: string | null, words: string): MalformedError =>
  new MalformedError(0x81, clause, words);

export const protocolError = (clause: string | null, words: string): MalformedError =>
  new MalformedError(0x82, clause, words);

export const unsupportedVersion = (words: string): MalformedError =>
  new MalformedError(0x84, "MQTT-3.1.2-2", words, 0x01);

export const topicAliasInvalid = (clause: string, words: string): MalformedError =>
  new MalformedError(0x94, clause, words);

export const quotaExceeded = (words: string): MalformedError => new MalformedError(0x97, null, words);

/** So many bytes, where so many are allowed. */
export function packetTooLarge(bytes: number, most: number, topic: string | null): MalformedError {
  const words = `The packet has ${bytes} bytes, ${most} are allowed (MQTT_MAX_PACKET_SIZE): send less at once.`;
  return Object.assign(new MalformedError(0x95, null, words), { topic });
}

export const payloadFormatInvalid = (words: string): MalformedError => new MalformedError(0x99, null, words);
