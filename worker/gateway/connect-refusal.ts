/** PURE. The reasons to refuse a CONNECT, and their CONNACK in the client's protocol version. */

import type { Malformed } from "../../broker/codec/decoder.ts";
import { encode } from "../../broker/codec/encoder.ts";
import type { ProtocolVersion } from "../../broker/session/packet.ts";

export interface ConnectRefusal {
  /** Return code of 3.1.1; null if 3.1.1 closes without a CONNACK. */
  code311: number | null;
  /** Reason code of MQTT 5. */
  reason: number;
  /** Reason String of MQTT 5. */
  text: string;
}

export const CONNECT_REFUSALS = {
  /** The same text for a wrong password and an unknown name, so that it does not reveal which names exist. */
  badCredentials: {
    code311: 4,
    reason: 0x86,
    text: "No account has these credentials. Check the client id or user name, and the password.",
  },
  notAuthorized: {
    code311: 5,
    reason: 0x87,
    text: "CONNECT has no credentials: use an API key as client id, or a user name and its password.",
  },
  unavailable: { code311: 3, reason: 0x88, text: "The account cannot be reached at the moment. Try again." },
} as const satisfies Record<string, ConnectRefusal>;

export const tooManyAttempts = (seconds: number): ConnectRefusal => ({
  code311: 3,
  reason: 0x9f,
  text: `Too many attempts from this address. Try again in ${seconds} ${seconds === 1 ? "second" : "seconds"}.`,
});

export const malformedPacket = (failure: Malformed): ConnectRefusal => ({
  code311: failure.connackCode311 ?? null,
  reason: failure.reason,
  text: failure.words,
});

export interface Recipient {
  /** Null if the client's version is not known. */
  version: ProtocolVersion | null;
  maximumPacketSize?: number;
}

/** Returns the CONNACK, or null if the standard closes without one. */
export function encodeConnack(
  refusal: ConnectRefusal,
  { version, maximumPacketSize }: Recipient,
): Uint8Array | null {
  if (version === null) return null;
  if (version !== 5) {
    if (refusal.code311 === null) return null;
    return encode({ type: "connack", sessionPresent: false, code: refusal.code311 }, version);
  }
  const bare = { type: "connack", sessionPresent: false, code: refusal.reason } as const;
  const full = encode({ ...bare, properties: { reasonString: refusal.text } }, version);
  // [MQTT-3.2.2-19] Without the Reason String if it exceeds the client's Maximum Packet Size.
  const fits = maximumPacketSize === undefined || full.length <= maximumPacketSize;
  return fits ? full : encode(bare, version);
}
