/** Random server packets. */

import fc from "fast-check";
import type { ConnackProperties, Packet } from "../../../../broker/session/packet.ts";
import { publishPacket } from "./client-packets.ts";

const word = fc.string({ unit: "grapheme", maxLength: 12 });
const userProperties = fc.array(fc.tuple(word, word), { minLength: 1, maxLength: 3 });
const reason = fc.record({ reasonString: word, userProperties }, { requiredKeys: [] });
export const id = fc.integer({ min: 1, max: 0xffff });
const bit = fc.constantFrom(0 as const, 1 as const);
const u16 = fc.integer({ min: 0, max: 0xffff });
const u32 = fc.nat({ max: 0xffffffff });

const connackProperties: fc.Arbitrary<ConnackProperties> = fc.record(
  {
    sessionExpiryInterval: u32,
    receiveMaximum: id,
    maximumQoS: bit,
    retainAvailable: bit,
    maximumPacketSize: u32,
    assignedClientIdentifier: word,
    topicAliasMaximum: u16,
    reasonString: word,
    userProperties,
    wildcardSubscriptionAvailable: bit,
    subscriptionIdentifiersAvailable: bit,
    sharedSubscriptionAvailable: bit,
    serverKeepAlive: u16,
    responseInformation: word,
    serverReference: word,
    authenticationMethod: word,
    authenticationData: fc.uint8Array({ maxLength: 9 }),
  },
  { requiredKeys: [] },
);

const identifiers = fc.array(fc.integer({ min: 1, max: 268_435_455 }), { minLength: 1, maxLength: 3 });
const sentPublish: fc.Arbitrary<Packet> = fc
  .tuple(publishPacket, fc.option(id), fc.option(identifiers))
  .map(([packet, topicAlias, subscriptionIdentifiers]) => ({
    ...packet,
    ...(topicAlias !== null && { topicAlias }),
    ...(subscriptionIdentifiers !== null && { subscriptionIdentifiers }),
  }));

/** Random server packets of version 5, in mqtt-packet's representation. */
export const five: fc.Arbitrary<Packet> = fc.oneof(
  sentPublish,
  fc.record({
    type: fc.constant("connack" as const),
    sessionPresent: fc.boolean(),
    code: fc.constant(0),
    properties: connackProperties,
  }),
  fc.record({
    type: fc.constantFrom("puback", "pubrec"),
    packetId: id,
    code: fc.constantFrom(0, 0x10, 0x87),
    properties: reason,
  }),
  fc.record({
    type: fc.constantFrom("pubrel", "pubcomp"),
    packetId: id,
    code: fc.constantFrom(0, 0x92),
    properties: reason,
  }),
  fc.record({
    type: fc.constant("suback" as const),
    packetId: id,
    codes: fc.array(fc.constantFrom(0, 1, 2, 0x87), { minLength: 1 }),
    properties: reason,
  }),
  fc.record({
    type: fc.constant("unsuback" as const),
    packetId: id,
    codes: fc.array(fc.constantFrom(0, 0x11), { minLength: 1 }),
    properties: reason,
  }),
  fc.record({
    type: fc.constant("disconnect" as const),
    code: fc.constantFrom(0, 0x8e, 0x97),
    properties: reason,
  }),
  fc.constant({ type: "pingresp" as const }),
);

export const four = (packet: Packet): Packet | null => {
  switch (packet.type) {
    case "publish": {
      const { topicAlias: _alias, subscriptionIdentifiers: _identifiers, ...rest } = packet;
      return { ...rest, properties: {} };
    }
    case "disconnect":
      return null;
    case "unsuback":
      return { type: "unsuback", packetId: packet.packetId, codes: [] };
    case "suback":
      return {
        type: "suback",
        packetId: packet.packetId,
        codes: packet.codes.map((code) => (code < 3 ? code : 0x80)),
      };
    case "connack":
      return { type: "connack", sessionPresent: packet.sessionPresent, code: 0 };
    case "puback":
    case "pubrec":
    case "pubrel":
    case "pubcomp":
      return { type: packet.type, packetId: packet.packetId, code: 0 };
    default:
      return packet;
  }
};
