/** Delivery to a client: flow control, packet identifiers, aliases, acknowledgements. */

import type { Context, Effect, OutboundAlias, StepResult } from "./effect.ts";
import { fail } from "./end.ts";
import { type Delivery, isExpired, type Phase, type StoredDelivery } from "./message.ts";
import type { AckPacket } from "./packet.ts";
import { because, REASONS } from "./reason.ts";
import type { Closed, Connected, Inflight } from "./session.ts";

const MAX_PACKET_ID = 65_535;

/** [MQTT-2.2.1-4] Returns the next unused packet identifier. */
function freePacketId(session: Connected): number {
  let id = session.nextPacketId;
  while (session.inflight.some((each) => each.packetId === id)) id = after(id);
  return id;
}

const after = (packetId: number): number => (packetId === MAX_PACKET_ID ? 1 : packetId + 1);
const firstPhase = (delivery: Delivery): Phase => (delivery.qos === 2 ? "pubrec" : "puback");

/**
 * [MQTT-3.1.2-24] a message that is too large for this client is dropped for it, as if it had been sent
 * [MQTT-3.1.2-25].
 */
const fits = (session: Connected, size: number): boolean =>
  size <= (session.client.maximumPacketSize || Number.MAX_VALUE);

/** Returns an alias for the topic while the client has one left [MQTT-3.1.2-26]; null otherwise. */
function aliasFor(
  session: Connected,
  topic: string,
  size: number,
): { session: Connected; alias: OutboundAlias | null } {
  const { topicAliasMaximum } = session.client;
  if (topicAliasMaximum === 0) return { session, alias: null };
  // the property, and the two lengths that may grow by a byte: more than a short topic saves
  const propertyBytes = 3 + 2;
  if (!fits(session, size + propertyBytes)) return { session, alias: null };
  const known = session.outboundAliases.get(topic);
  if (known !== undefined) return { session, alias: { alias: known, known: true } };
  if (session.outboundAliases.size >= topicAliasMaximum) return { session, alias: null };
  const alias = session.outboundAliases.size + 1;
  const outboundAliases = new Map(session.outboundAliases).set(topic, alias);
  return { session: { ...session, outboundAliases }, alias: { alias, known: false } };
}

export function deliver(
  session: Connected,
  delivery: Delivery,
  size: number,
  context: Context,
): StepResult<Connected> {
  if (!fits(session, size) || isExpired(delivery.message, context.now)) return { session, effects: [] };
  if (delivery.qos === 0) {
    const aliased = aliasFor(session, delivery.message.topic, size);
    const effect: Effect = { type: "publish", delivery, packetId: 0, dup: false, alias: aliased.alias };
    return { session: aliased.session, effects: [effect] };
  }
  // [MQTT-3.3.4-9] never more unacknowledged messages than the client's Receive Maximum, in order [MQTT-4.6.0-5]
  if (session.backlog || session.inflight.length >= session.client.receiveMaximum) {
    return { session: { ...session, backlog: true }, effects: [{ type: "hold", delivery }] };
  }
  const launched = sendDelivery(session, delivery, null, size);
  const phase = firstPhase(delivery);
  if (session.client.sessionExpiry === 0 && delivery.share === undefined) return launched;
  const { packetId } = launched;
  return {
    session: launched.session,
    effects: [{ type: "keep", delivery, packetId, phase }, ...launched.effects],
  };
}

/** Sends a delivery. A delivery with a packet identifier is sent again [MQTT-4.4.0-1] [MQTT-3.3.1-1]. */
function sendDelivery(
  given: Connected,
  delivery: Delivery,
  known: number | null,
  size: number,
): StepResult<Connected> & { packetId: number } {
  const packetId = known ?? freePacketId(given);
  const { session, alias } = aliasFor(given, delivery.message.topic, size);
  const { command, share, receipt } = delivery;
  const entry: Inflight = {
    packetId,
    phase: firstPhase(delivery),
    ...(command !== undefined && { command }),
    ...(share !== undefined && { shared: true }),
    ...(receipt !== undefined && { receipt }),
  };
  return {
    packetId,
    session: {
      ...session,
      inflight: [...session.inflight, entry],
      nextPacketId: known === null ? after(packetId) : session.nextPacketId,
    },
    effects: [{ type: "publish", delivery, packetId, dup: known !== null, alias }],
  };
}

export function refill(
  given: Connected,
  stored: readonly (StoredDelivery & { size: number })[],
  more: boolean,
  context: Context,
): StepResult<Connected> {
  let session = given;
  let discarded = 0;
  const effects: Effect[] = [];
  for (const each of stored) {
    const { seq, delivery, packetId } = each;
    if (each.phase === "pubcomp" && packetId !== null) {
      const entry: Inflight = { packetId, phase: "pubcomp", ...(delivery.share && { shared: true }) };
      session = { ...session, inflight: [...session.inflight, entry] };
      effects.push({ type: "send", packet: { type: "pubrel", packetId, code: 0 } });
    } else if (unwanted(session, each, context)) {
      discarded++;
      effects.push({ type: "discard", seq, delivery, passesOn: passesOn(each, context) });
    } else if (delivery.qos === 0) {
      // a retained message whose topic was written again while the reader was away
      discarded++;
      effects.push({ type: "discard", seq, delivery, passesOn: false });
      effects.push({ type: "publish", delivery, packetId: 0, dup: false, alias: null });
    } else {
      const launched = sendDelivery(session, delivery, packetId, each.size);
      session = launched.session;
      effects.push(
        { type: "sent", seq, delivery, packetId: launched.packetId, phase: firstPhase(delivery) },
        ...launched.effects,
      );
    }
  }
  if (session.backlog !== more) session = { ...session, backlog: more };
  // discarded messages leave room for others
  if (more && discarded > 0) effects.push({ type: "refill", room: roomOf(session) });
  return { session, effects };
}

/** [MQTT-4.3.3-7] a message that was sent before does not expire. */
const unwanted = (session: Connected, each: StoredDelivery & { size: number }, context: Context): boolean =>
  !fits(session, each.size) ||
  (each.packetId === null && isExpired(each.delivery.message, context.now)) ||
  !context.rights().mayRead(each.delivery.message.topic);

/** The member lost the right to read it. [MQTT-4.8.2-5] what was sent at QoS 2 goes to no other member. */
const passesOn = ({ delivery, packetId }: StoredDelivery, context: Context): boolean =>
  delivery.share !== undefined &&
  !(packetId !== null && delivery.qos === 2) &&
  !isExpired(delivery.message, context.now) &&
  !context.rights().mayRead(delivery.message.topic);

export const roomOf = (session: Connected): number =>
  Math.max(0, session.client.receiveMaximum - session.inflight.length);

const isKept = ({ client }: Connected, { shared }: Inflight): boolean =>
  client.sessionExpiry > 0 || shared === true;

/** `isAcknowledged`: the client did not deny the message. */
function settle(session: Connected, entry: Inflight, isAcknowledged: boolean): StepResult<Connected> {
  const { packetId, command, receipt } = entry;
  const inflight = session.inflight.toSpliced(session.inflight.indexOf(entry), 1);
  const next: Connected = { ...session, inflight };
  const effects: Effect[] = isKept(session, entry) ? [{ type: "settle", packetId }] : [];
  if (isAcknowledged && command !== undefined) effects.push({ type: "acknowledged", command });
  if (receipt !== undefined) effects.push({ type: "answered", receipt, isAcknowledged });
  if (next.backlog) effects.push({ type: "refill", room: roomOf(next) });
  return { session: next, effects };
}

/** PUBACK, PUBREC and PUBCOMP from the client. One for an unknown packet identifier is late and is ignored. */
export function acknowledged(session: Connected, packet: AckPacket): StepResult<Connected | Closed> {
  const { packetId } = packet;
  const entry = session.inflight.find((each) => each.packetId === packetId);
  const stays: StepResult<Connected> = { session, effects: [] };
  switch (packet.type) {
    case "puback":
      return entry?.phase === "puback"
        ? settle(session, entry, packet.code < 0x80)
        : (mismatch(session, entry, packet) ?? stays);
    case "pubrec":
      return pubrec(session, entry, packet);
    case "pubcomp":
      return entry?.phase === "pubcomp"
        ? settle(session, entry, true)
        : (mismatch(session, entry, packet) ?? stays);
    default:
      return stays;
  }
}

/** The wrong acknowledgement for a message in flight is a protocol error [MQTT-4.3.2-3]. */
function mismatch(
  session: Connected,
  entry: Inflight | undefined,
  packet: AckPacket,
): StepResult<Closed> | null {
  if (entry === undefined) return null;
  const words = `${packet.type.toUpperCase()} for message ${packet.packetId}, where ${entry.phase.toUpperCase()} was due.`;
  return fail(session, because(REASONS.protocolError, words));
}

function pubrec(
  session: Connected,
  entry: Inflight | undefined,
  packet: AckPacket,
): StepResult<Connected | Closed> {
  const { packetId } = packet;
  const pubrel = (code: number): Effect => ({ type: "send", packet: { type: "pubrel", packetId, code } });
  const unknown = session.client.version === 5 ? REASONS.packetIdentifierNotFound.code : 0;
  if (entry?.phase === "puback") return mismatch(session, entry, packet) as StepResult<Closed>;
  // [MQTT-4.3.3-4] PUBREC of 0x80 or more ends the exchange without PUBREL, also for an unknown identifier
  if (packet.code >= 0x80) return entry ? settle(session, entry, false) : { session, effects: [] };
  if (entry === undefined) return { session, effects: [pubrel(unknown)] };
  if (entry.phase === "pubcomp") return { session, effects: [pubrel(0)] };
  const inflight = session.inflight.map((each) =>
    each === entry ? { ...entry, phase: "pubcomp" as const } : each,
  );
  const effects: Effect[] = isKept(session, entry) ? [{ type: "advance", packetId }] : [];
  return { session: { ...session, inflight }, effects: [...effects, pubrel(0)] };
}
