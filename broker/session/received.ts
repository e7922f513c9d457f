/** QoS 2 messages from a client between PUBLISH and PUBREL. */

import type { Context, Effect, StepResult } from "./effect.ts";
import type { AckPacket } from "./packet.ts";
import { MAX_RECEIVED } from "./profile.ts";
import { REASONS } from "./reason.ts";
import type { Connected } from "./session.ts";

export const ack = (type: AckPacket["type"], packetId: number, code = 0): Effect => ({
  type: "send",
  packet: { type, packetId, code },
});

/**
 * [MQTT-3.3.4-7] more open messages than CONNACK's Receive Maximum; 3.1.1 has no such property, but a limit. Messages
 * of earlier connections do not count [MQTT-4.9.0-1] and cannot pile up: a client completes them first.
 */
export function tooManyOpen({ client, received, earlier }: Connected, { profile }: Context): boolean {
  const most = client.version === 5 ? profile.receiveMaximum : MAX_RECEIVED;
  return received.size - earlier.size >= most || received.size >= 2 * most;
}

/** A message of an earlier connection that is sent again is open on this one, too. */
export const sentAgain = (session: Connected, packetId: number): Connected =>
  session.earlier.has(packetId) ? { ...session, earlier: without(session.earlier, packetId) } : session;

function without(ids: ReadonlySet<number>, packetId: number): ReadonlySet<number> {
  if (!ids.has(packetId)) return ids;
  const left = new Set(ids);
  left.delete(packetId);
  return left;
}

export const withReceived = (session: Connected, packetId: number): Connected => ({
  ...session,
  received: new Set(session.received).add(packetId),
});

/**
 * [MQTT-4.3.3-11] PUBREL frees the packet identifier and is always answered with PUBCOMP. In a resumed session an
 * unknown identifier means that the earlier PUBCOMP was lost [MQTT-4.4.0-1]: the exchange is complete. Only a session
 * that began with this connection can tell that an identifier is unknown.
 */
export function pubrel(session: Connected, packetId: number): StepResult<Connected> {
  if (!session.received.has(packetId)) {
    const isUnknown = session.client.version === 5 && !session.resumed;
    const code = isUnknown ? REASONS.packetIdentifierNotFound.code : 0;
    return { session, effects: [ack("pubcomp", packetId, code)] };
  }
  const received = without(session.received, packetId);
  return {
    session: { ...session, received, earlier: without(session.earlier, packetId) },
    effects: [{ type: "release", packetId }, ack("pubcomp", packetId)],
  };
}
