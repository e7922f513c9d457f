/** PURE. Why a client is not let in, as the CONNACK of the version that it speaks. */

import type { Malformed } from "../../broker/codec/decoder.ts";
import { encode } from "../../broker/codec/encoder.ts";
import type { ProtocolVersion } from "../../broker/session/packet.ts";

export interface Refusal {
  /** Return code in 3.1.1; null where 3.1.1 closes without a word. */
  code311: number | null;
  /** Reason code in MQTT 5. */
  reason: number;
  /** For a person; told in MQTT 5. */
  words: string;
}

export const REFUSALS = {
  /** One sentence for a wrong password and a wrong name: answers never tell who exists. */
  badCredentials: {
    code311: 4,
    reason: 0x86,
    words: "No account has these credentials. Check the client id or user name, and the password.",
  },
  notAuthorized: {
    code311: 5,
    reason: 0x87,
    words: "CONNECT names nobody: give an API key as client id, or a user name and its password.",
  },
  unavailable: { code311: 3, reason: 0x88, words: "The account cannot be reached at the moment. Try again." },
} as const satisfies Record<string, Refusal>;

export const comeAgain = (seconds: number): Refusal => ({
  code311: 3,
  reason: 0x9f,
  words: `Too much came from this address; come again in ${seconds} ${seconds === 1 ? "second" : "seconds"}.`,
});

export const refusalOf = (failure: Malformed): Refusal => ({
  code311: failure.connackCode311 ?? null,
  reason: failure.reason,
  words: failure.words,
});

/** Whom the CONNACK is for: the version that it speaks, null when it never said, and how much it can take. */
export interface Recipient {
  version: ProtocolVersion | null;
  maximumPacketSize?: number;
}

/** The CONNACK, or null where the standard closes without one. */
export function connackOf(refusal: Refusal, { version, maximumPacketSize }: Recipient): Uint8Array | null {
  if (version === null) return null;
  if (version !== 5) {
    if (refusal.code311 === null) return null;
    return encode({ type: "connack", sessionPresent: false, code: refusal.code311 }, version);
  }
  const bare = { type: "connack", sessionPresent: false, code: refusal.reason } as const;
  const told = encode({ ...bare, properties: { reasonString: refusal.words } }, version);
  // [MQTT-3.2.2-19] the words are left out for a client that cannot take them.
  const fits = maximumPacketSize === undefined || told.length <= maximumPacketSize;
  return fits ? told : encode(bare, version);
}
