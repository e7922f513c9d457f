/** PURE. Refusals of a CONNECT before its account's object sees it: the CONNACK in the client's version, or none. */

import type { Malformed } from "../../broker/codec/decoder.ts";
import { encode } from "../../broker/codec/encoder.ts";
import { CONNECT_REFUSALS } from "../../broker/session/connect-refusals.ts";
import type { ProtocolVersion } from "../../broker/session/packet.ts";
import {
  because,
  closeWords,
  passesByItself,
  REASONS,
  type Reason,
  reasonOf,
} from "../../broker/session/reason.ts";
import type { CloseReason } from "./byte-stream.ts";

export const GATEWAY_REFUSALS = {
  /** The same text for a wrong password and an unknown name, so that it does not reveal which names exist. */
  badCredentials: because(
    CONNECT_REFUSALS.wrongLogin.reason,
    "No account has these credentials. Check the client id or user name, and the password.",
  ),
  notAuthorized: because(
    CONNECT_REFUSALS.noLogin.reason,
    "CONNECT has no credentials: use an API key as client id, or a user name and its password.",
  ),
  unavailable: CONNECT_REFUSALS.accountUnreachable.reason,
} as const satisfies Record<string, Reason>;

export const tooManyAttempts = (seconds: number): Reason =>
  because(
    CONNECT_REFUSALS.loginHeldBack.reason,
    `Too many attempts from this address. Try again in ${seconds} ${seconds === 1 ? "second" : "seconds"}.`,
  );

export const malformedPacket = (failure: Malformed): Reason => ({
  ...reasonOf(failure.reason, failure.words),
  connack: failure.connackCode311 ?? null,
});

export interface Recipient {
  /** Null if the client's version is not known. */
  version: ProtocolVersion | null;
  maximumPacketSize?: number;
}

/** Returns the CONNACK; null if the standard closes without one, or the refusal passes by itself. */
export function encodeConnack(refusal: Reason, { version, maximumPacketSize }: Recipient): Uint8Array | null {
  if (version === null || passesByItself(refusal)) return null;
  if (version !== 5) {
    if (refusal.connack === null) return null;
    return encode({ type: "connack", sessionPresent: false, code: refusal.connack }, version);
  }
  const bare = { type: "connack", sessionPresent: false, code: refusal.code } as const;
  const full = encode({ ...bare, properties: { reasonString: refusal.words } }, version);
  // [MQTT-3.2.2-19] Without the Reason String if it exceeds the client's Maximum Packet Size.
  const fits = maximumPacketSize === undefined || full.length <= maximumPacketSize;
  return fits ? full : encode(bare, version);
}

/** A WebSocket's close frame has the sentence where no CONNACK has it. */
export const closingOf = (refusal: Reason): CloseReason =>
  passesByItself(refusal)
    ? { code: refusal.close, reason: closeWords(refusal.words) }
    : { code: REASONS.notAuthorized.close, reason: "" };
