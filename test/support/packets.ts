/**
 * Named client packets: bytes, clause, and the response that a server must give. Used by unit and integration
 * tests.
 */

import { type Build, both, hex, type NamedPacket, v4, v5, v31 } from "./named-packet.ts";
import {
  acknowledge,
  bytes,
  disconnect,
  packet,
  pingreq,
  properties,
  subscribe,
  text,
  u32,
  unsubscribe,
} from "./packet-bytes.ts";
import { PUBLISH_PACKETS } from "./publish-packets.ts";

export { CONNECT_PACKETS } from "./connect-packets.ts";
export type { NamedPacket } from "./named-packet.ts";

const sub =
  (...filters: [string | Uint8Array, number][]): Build =>
  (v) =>
    subscribe(v, { filters });

export const PACKETS: readonly NamedPacket[] = [
  ...PUBLISH_PACKETS,
  ...both("§3.12", "§3.12", "PINGREQ", () => pingreq(), null),
  ...both("MQTT-2.2.2-2", "MQTT-2.1.3-1", "PINGREQ with reserved bits", () => hex("c100"), 0x81),
  ...both("§3.12", "§3.12", "PINGREQ with a body", () => packet(0xc0, 0), 0x81),
  ...both("MQTT-2.2.2-2", "MQTT-2.1.3-1", "packet type 0", () => hex("0000"), 0x81),
  ...v4("§2.2.1", "packet type 15", () => hex("f000"), 0x81),
  ...both("§2.2.1", "§2.1.2", "CONNACK from a client", () => hex("20020000"), 0x82),
  ...both("§2.2.1", "§2.1.2", "SUBACK from a client", () => hex("9003000100"), 0x82),
  ...both("§2.2.1", "§2.1.2", "UNSUBACK from a client", () => hex("b0020001"), 0x82),
  ...both("§2.2.1", "§2.1.2", "PINGRESP from a client", () => hex("d000"), 0x82),
  ...both("§2.2.3", "§1.5.5", "a remaining length of five bytes", () => hex("30ffffffff01"), 0x81),
  ...both("§2.2.3", "§3.1.2.11.4", "a giant remaining length", () => hex("30ffffff7f"), 0x95),

  ...both("§3.8", "§3.8", "SUBSCRIBE", sub(["a/+/#", 1]), null),
  ...both(
    "MQTT-3.8.1-1",
    "MQTT-3.8.1-1",
    "SUBSCRIBE with reserved header bits",
    (v) => bytes(0x80, subscribe(v).subarray(1)),
    0x81,
  ),
  ...both("MQTT-3.8.3-3", "MQTT-3.8.3-2", "SUBSCRIBE without a filter", sub(), 0x82),
  ...both(
    "MQTT-2.3.1-1",
    "MQTT-2.2.1-3",
    "SUBSCRIBE with packet id 0",
    (v) => subscribe(v, { packetId: 0 }),
    0x82,
  ),
  ...both("MQTT-3-8.3-4", "MQTT-3.8.3-5", "SUBSCRIBE with reserved option bits", sub(["a", 0x40]), 0x81),
  ...v4("MQTT-3-8.3-4", "SUBSCRIBE with the options of MQTT 5", sub(["a", 0x04]), 0x81),
  ...both("MQTT-3-8.3-4", "§3.8.3.1", "SUBSCRIBE at QoS 3", sub(["a", 3]), 0x82),
  ...v5("§3.8.3.1", "retain handling 3", sub(["a", 0x30]), 0x82),
  ...v5("MQTT-3.8.3-4", "no local on a shared subscription", sub(["$share/g/a", 4]), 0x82),
  ...both("MQTT-4.7.3-1", "MQTT-4.7.3-1", "an empty filter", sub(["", 0]), 0x81),
  ...both("MQTT-4.7.1-2", "MQTT-4.7.1-1", "# before the last level", sub(["a/#/b", 0]), 0x81),
  ...both("MQTT-4.7.1-2", "MQTT-4.7.1-1", "# behind a character", sub(["a#", 0]), 0x81),
  ...both("MQTT-4.7.1-3", "MQTT-4.7.1-2", "+ beside a character", sub(["a/b+/c", 0]), 0x81),
  ...v5("MQTT-4.8.2-1", "a shared subscription without a group", sub(["$share//a", 0]), 0x81),
  ...v5("MQTT-4.8.2-2", "a shared subscription with a wildcard in the group", sub(["$share/g+/a", 0]), 0x81),
  ...v5("MQTT-4.8.2-2", "a shared subscription without a filter", sub(["$share/g", 0]), 0x81),
  ...v4("§3.8", "in 3.1.1, a shared subscription without a group", sub(["$share//a", 0]), null),
  ...v4("§3.8", "in 3.1.1, a shared subscription without a filter", sub(["$share/x", 0]), null),
  ...v4("MQTT-4.7.1-3", "a wildcard in a group's name", sub(["$share/g+/a", 0]), 0x81),
  ...v4("MQTT-3.8.1-1", "SUBSCRIBE sent again", (v) => bytes(0x8a, subscribe(v).subarray(1)), 0x81),
  ...v5("§3.8.2.1.2", "subscription identifier 0", () => subscribe(5, { properties: [0x0b, 0] }), 0x82),
  ...v5(
    "§3.8.2.1.2",
    "two subscription identifiers",
    () => subscribe(5, { properties: [0x0b, 1, 0x0b, 2] }),
    0x82,
  ),
  ...v5(
    "§2.2.2.2",
    "a reason string in SUBSCRIBE",
    () => subscribe(5, { properties: [0x1f, text("r")] }),
    0x81,
  ),
  ...both("MQTT-3.8.3-1", "MQTT-3.8.3-1", "a filter that is not UTF-8", sub([hex("ff"), 0]), 0x81),

  ...both("§3.10", "§3.10", "UNSUBSCRIBE", (v) => unsubscribe(v, { filters: ["a", "b/#"] }), null),
  ...both(
    "MQTT-3.10.1-1",
    "MQTT-3.10.1-1",
    "UNSUBSCRIBE with reserved bits",
    (v) => bytes(0xa0, unsubscribe(v).subarray(1)),
    0x81,
  ),
  ...both(
    "MQTT-3.10.3-2",
    "MQTT-3.10.3-2",
    "UNSUBSCRIBE without a filter",
    (v) => unsubscribe(v, { filters: [] }),
    0x82,
  ),
  ...both(
    "MQTT-2.3.1-1",
    "MQTT-2.2.1-3",
    "UNSUBSCRIBE with packet id 0",
    (v) => unsubscribe(v, { packetId: 0 }),
    0x82,
  ),
  ...both(
    "MQTT-3.10.3-1",
    "MQTT-3.10.3-1",
    "UNSUBSCRIBE from what is not UTF-8",
    (v) => unsubscribe(v, { filters: [hex("c0")] }),
    0x81,
  ),

  ...both("§3.4", "§3.4", "PUBACK", () => acknowledge("puback", 1), null),
  ...v5("§3.4.2.1", "PUBACK with a reason and no properties", () => acknowledge("puback", 1, 0x10), null),
  ...v5(
    "§3.4.2.2",
    "PUBACK with a reason string",
    () => acknowledge("puback", 1, 0x80, properties(0x1f, text("no"))),
    null,
  ),
  ...both("MQTT-2.2.2-2", "MQTT-2.1.3-1", "PUBACK with reserved bits", () => hex("41020001"), 0x81),
  ...v4("§3.4.2", "PUBACK with a reason", () => acknowledge("puback", 1, 0), 0x81),
  ...v5(
    "MQTT-3.4.2-1",
    "PUBACK with a reason that is not its own",
    () => acknowledge("puback", 1, 0x92),
    0x82,
  ),
  ...v5(
    "MQTT-3.5.2-1",
    "PUBREC with a reason that is not its own",
    () => acknowledge("pubrec", 1, 0x01),
    0x82,
  ),
  ...v5(
    "MQTT-3.6.2-1",
    "PUBREL with a reason that is not its own",
    () => acknowledge("pubrel", 1, 0x10),
    0x82,
  ),
  ...v5(
    "MQTT-3.7.2-1",
    "PUBCOMP with a reason that is not its own",
    () => acknowledge("pubcomp", 1, 0x80),
    0x82,
  ),
  ...both("MQTT-3.6.1-1", "MQTT-3.6.1-1", "PUBREL with reserved bits", () => hex("60020001"), 0x81),
  ...both("§3.4.2", "§3.4.2", "PUBACK that is cut off", () => hex("400100"), 0x81),

  ...both("§3.14", "§3.14", "DISCONNECT", () => disconnect(), null),
  ...v5("§3.14.2.1", "DISCONNECT with the will", () => disconnect(0x04), null),
  ...v5(
    "§3.14.2.2.2",
    "DISCONNECT with a new session expiry",
    () => disconnect(0, properties(0x11, u32(9))),
    null,
  ),
  ...both("MQTT-3.14.1-1", "MQTT-3.14.1-1", "DISCONNECT with reserved bits", () => hex("e100"), 0x81),
  ...v4("§3.14", "DISCONNECT with a body", () => disconnect(0), 0x81),
  ...v5("MQTT-3.14.2-1", "DISCONNECT with a server's reason", () => disconnect(0x8e), 0x82),
  ...v5("MQTT-3.15.1-1", "AUTH with reserved bits", () => hex("f100"), 0x81),
  ...v5("MQTT-3.15.2-1", "AUTH that says success", () => hex("f000"), 0x82),
  ...v5("§3.15.2.2.2", "AUTH without a method", () => packet(0xf0, 0x18, properties()), 0x82),

  ...v31("§3.12 of 3.1", "PINGREQ with unused bits", () => hex("cf00"), null),
  ...v31("§3.4 of 3.1", "PUBACK with unused bits", () => hex("4b020001"), null),
  ...v31("§3.6 of 3.1", "PUBREL that is sent again, with RETAIN", () => hex("6b020001"), null),
  ...v31("§3.6 of 3.1", "PUBREL at QoS 0", () => hex("60020001"), 0x81),
  ...v31("§3.8 of 3.1", "SUBSCRIBE with RETAIN", (v) => bytes(0x83, subscribe(v).subarray(1)), null),
  ...v31("§3.8 of 3.1", "SUBSCRIBE with unused bits beside the QoS", sub(["a", 0xfd]), null),
  ...v31("§3.8 of 3.1", "SUBSCRIBE at QoS 3", sub(["a", 3]), 0x82),
  ...v31("§2.4 of 3.1", "SUBSCRIBE with message id 0", (v) => subscribe(v, { packetId: 0 }), 0x82),
  ...v31(
    "§3.10 of 3.1",
    "UNSUBSCRIBE that is sent again",
    (v) => bytes(0xaa, unsubscribe(v).subarray(1)),
    null,
  ),
  ...v31("§3.14 of 3.1", "DISCONNECT with unused bits", () => hex("ef00"), null),
  ...v31("§2.1 of 3.1", "packet type 15", () => hex("f000"), 0x81),
  ...v5("§3.15", "AUTH", () => packet(0xf0, 0x18, properties(0x15, text("m"))), null),
];
