/** What a client sent that the standards forbid: one reason, told to it and to a person. */

import type { ProtocolVersion } from "../protocol/packet.ts";

export interface Malformed {
  /** MQTT 5 reason code: what CONNACK or DISCONNECT says. */
  reason: number;
  /** For a person. */
  words: string;
  /** Clause of the standard, such as `MQTT-3.1.2-3`. */
  clause?: string;
  /** Return code of a 3.1.1 CONNACK; absent where 3.1.1 closes without a word. */
  connackCode311?: number;
  /** The version that the client speaks, and so the form of the answer; null when it never said: close without a word. */
  version: ProtocolVersion | null;
}
