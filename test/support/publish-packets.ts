/** Valid and malformed PUBLISH packets. */

import {
  type Build,
  both,
  hex,
  type NamedPacket,
  NUL,
  OVERLONG,
  SURROGATE,
  v4,
  v5,
  v31,
} from "./named-packet.ts";
import { type Part, packet, publish, text, u16, u32 } from "./packet-bytes.ts";

const pub =
  (...props: Part[]): Build =>
  () =>
    publish(5, { properties: props });

export const PUBLISH_PACKETS: readonly NamedPacket[] = [
  ...both("§3.3", "§3.3", "PUBLISH at QoS 0", (v) => publish(v), null),
  ...v31("§2.1 of 3.1", "PUBLISH at QoS 0 with the DUP flag", (v) => publish(v, { dup: true }), null),
  ...v31("§2.1 of 3.1", "PUBLISH at QoS 3", (v) => publish(v, { qos: 3 }), 0x81),
  ...v31("§2.4 of 3.1", "PUBLISH with message id 0", (v) => publish(v, { qos: 1, packetId: 0 }), 0x82),
  ...both(
    "§3.3",
    "§3.3",
    "PUBLISH at QoS 1 without a payload",
    (v) => publish(v, { qos: 1, payload: "" }),
    null,
  ),
  ...both(
    "MQTT-1.5.3-3",
    "MQTT-1.5.4-3",
    "a topic that begins with U+FEFF",
    (v) => publish(v, { topic: "\ufeffa" }),
    null,
  ),
  ...both(
    "MQTT-1.5.3-1",
    "MQTT-1.5.4-1",
    "a topic with control characters and non-characters",
    (v) => publish(v, { topic: "a\u0001\uffff" }),
    null,
  ),
  ...both("MQTT-3.3.1-4", "MQTT-3.3.1-4", "QoS 3", (v) => publish(v, { qos: 3 }), 0x81),
  ...both("MQTT-3.3.1-2", "MQTT-3.3.1-2", "DUP at QoS 0", (v) => publish(v, { dup: true }), 0x81),
  ...both(
    "MQTT-2.3.1-1",
    "MQTT-2.2.1-3",
    "PUBLISH with packet id 0",
    (v) => publish(v, { qos: 1, packetId: 0 }),
    0x82,
  ),
  ...both("MQTT-3.3.2-2", "MQTT-3.3.2-2", "a topic with #", (v) => publish(v, { topic: "a/#" }), 0x81),
  ...both("MQTT-3.3.2-2", "MQTT-3.3.2-2", "a topic with +", (v) => publish(v, { topic: "a/+" }), 0x81),
  ...v4("MQTT-4.7.3-1", "an empty topic", (v) => publish(v, { topic: "" }), 0x81),
  ...v5("§3.3.2.1", "an empty topic without an alias", (v) => publish(v, { topic: "" }), 0x82),
  ...v5(
    "§3.3.2.3.4",
    "an empty topic with an alias",
    () => publish(5, { topic: "", properties: [0x23, u16(1)] }),
    null,
  ),
  ...both(
    "MQTT-3.3.2-1",
    "MQTT-3.3.2-1",
    "a topic that is not UTF-8",
    (v) => publish(v, { topic: hex("ff") }),
    0x81,
  ),
  ...both(
    "MQTT-1.5.3-1",
    "MQTT-1.5.4-1",
    "a topic with a surrogate",
    (v) => publish(v, { topic: SURROGATE }),
    0x81,
  ),
  ...both(
    "MQTT-1.5.3-1",
    "MQTT-1.5.4-1",
    "a topic in overlong UTF-8",
    (v) => publish(v, { topic: OVERLONG }),
    0x81,
  ),
  ...both("MQTT-1.5.3-2", "MQTT-1.5.4-2", "a topic with U+0000", (v) => publish(v, { topic: NUL }), 0x81),
  ...both(
    "§3.3",
    "§3.3",
    "PUBLISH whose topic is longer than the packet",
    () => packet(0x30, u16(9), "61"),
    0x81,
  ),
  ...both("§3.3", "§3.3", "PUBLISH without a packet id", () => packet(0x32, text("a")), 0x81),
  ...v5("MQTT-3.3.2-8", "topic alias 0", pub(0x23, u16(0)), 0x94),
  ...v5("§3.3.2.3.4", "a topic alias twice", pub(0x23, u16(1), 0x23, u16(1)), 0x82),
  ...v5("MQTT-3.3.4-6", "a client's subscription identifier", pub(0x0b, 1), 0x82),
  ...v5("§3.3.2.3.2", "payload format 2", pub(0x01, 2), 0x82),
  ...v5(
    "§3.3.2.3.2",
    "a payload that is not the UTF-8 it claims",
    () => publish(5, { payload: OVERLONG, properties: [0x01, 1] }),
    0x99,
  ),
  ...v5("§3.3.2.3.3", "message expiry twice", pub(0x02, u32(1), 0x02, u32(1)), 0x82),
  ...v5("MQTT-3.3.2-14", "a response topic with a wildcard", pub(0x08, text("r/#")), 0x82),
  ...v5("MQTT-3.3.2-13", "a response topic that is not UTF-8", pub(0x08, text(hex("ff"))), 0x81),
  ...v5("§2.2.2.2", "receive maximum in PUBLISH", pub(0x21, u16(1)), 0x81),
  ...v5("§2.2.2.1", "properties longer than the packet", () => packet(0x30, text("a"), 9, 0x01, 1), 0x81),
  ...v5(
    "§2.2.2.1",
    "a property cut off by the property length",
    () => packet(0x30, text("a"), 2, 0x23, 0, 1),
    0x81,
  ),
  ...v5(
    "MQTT-1.5.5-1",
    "a property length of one byte too many",
    () => packet(0x30, text("a"), 0x80, 0x00),
    0x81,
  ),
  ...v5(
    "MQTT-3.3.2-17",
    "the same user property twice",
    pub(0x26, text("k"), text("v"), 0x26, text("k"), text("v")),
    null,
  ),
];
