/** Named packets of a client: bytes, clause, and what a server must make of them. Used by unit and integration tests. */

import {
  acknowledge,
  bytes,
  connect,
  disconnect,
  type Part,
  packet,
  pingreq,
  properties,
  publish,
  subscribe,
  text,
  u16,
  u32,
  unsubscribe,
  type Version,
} from "./packet-bytes.ts";

export interface NamedPacket {
  name: string;
  /** As the version numbers it; a section where the statement has no number. */
  clause: string;
  version: Version;
  bytes: Uint8Array;
  /** Whether it is the first packet of a connection, or comes after an accepted CONNECT. */
  first: boolean;
  /** Null for one that is well-formed. */
  refused: {
    /** MQTT 5: reason of the CONNACK or DISCONNECT; in 3.1.1 the connection is closed instead. */
    reason: number;
    /** Return code of a 3.1.1 CONNACK. */
    code311?: number;
    /** The client never said which version it speaks: closed without a word. */
    silent?: true;
  } | null;
}

type Build = (version: Version) => Uint8Array;
type Refused = NamedPacket["refused"] | number;

const row = (name: string, clause: string, version: Version, build: Build, refused: Refused): NamedPacket => {
  const made = build(version);
  return {
    name,
    clause,
    version,
    bytes: made,
    first: ((made[0] ?? 0) & 0xf0) === 0x10,
    refused: typeof refused === "number" ? { reason: refused } : refused,
  };
};
const v4 = (clause: string, name: string, build: Build, refused: Refused): NamedPacket[] => [
  row(name, clause, 4, build, refused),
];
const v5 = (clause: string, name: string, build: Build, refused: Refused): NamedPacket[] => [
  row(name, clause, 5, build, refused),
];
const both = (in4: string, in5: string, name: string, build: Build, refused: Refused): NamedPacket[] => [
  ...v4(in4, name, build, refused),
  ...v5(in5, name, build, refused),
];

const hex = (digits: string): Uint8Array => bytes(digits);
const OVERLONG = hex("c0af");
const SURROGATE = hex("eda080");
const NUL = hex("6100");
/** Every packet that has properties, with these. */
const pub =
  (...props: Part[]): Build =>
  () =>
    publish(5, { properties: props });
const con =
  (...props: Part[]): Build =>
  () =>
    connect(5, { properties: props });
const will =
  (...props: Part[]): Build =>
  () =>
    connect(5, { will: { topic: "w", payload: "x", properties: props } });
const sub =
  (...filters: [string | Uint8Array, number][]): Build =>
  (v) =>
    subscribe(v, { filters });

export const CONNECT_PACKETS: readonly NamedPacket[] = [
  ...both("MQTT-3.1.0-1", "MQTT-3.1.0-1", "a plain CONNECT", (v) => connect(v), null),
  ...both(
    "MQTT-3.1.3-6",
    "MQTT-3.1.3-6",
    "a CONNECT without a client id",
    (v) => connect(v, { clientId: "" }),
    null,
  ),
  ...both(
    "MQTT-3.1.2-3",
    "MQTT-3.1.2-3",
    "the reserved connect flag",
    (v) => connect(v, { flags: 0x03 }),
    0x81,
  ),
  ...both(
    "MQTT-2.2.2-2",
    "MQTT-2.1.3-1",
    "CONNECT with reserved header bits",
    (v) => bytes(0x11, connect(v).subarray(1)),
    { reason: 0x81, silent: true },
  ),
  ...both(
    "MQTT-3.1.2-13",
    "MQTT-3.1.2-11",
    "a will QoS without a will",
    (v) => connect(v, { flags: 0x0a }),
    0x81,
  ),
  ...both(
    "MQTT-3.1.2-15",
    "MQTT-3.1.2-13",
    "a will retain flag without a will",
    (v) => connect(v, { flags: 0x22 }),
    0x81,
  ),
  ...both(
    "MQTT-3.1.2-14",
    "MQTT-3.1.2-12",
    "a will QoS of 3",
    (v) => connect(v, { will: { topic: "w", payload: "", qos: 3 } }),
    0x81,
  ),
  ...v4("MQTT-3.1.2-22", "a password without a user name", (v) => connect(v, { password: "p" }), 0x81),
  ...v5("§3.1.2.9", "a password without a user name", (v) => connect(v, { password: "p" }), null),
  ...both(
    "MQTT-3.1.2-19",
    "MQTT-3.1.2-17",
    "a user name flag without a user name",
    (v) => connect(v, { flags: 0x82 }),
    0x81,
  ),
  ...both(
    "MQTT-3.1.2-18",
    "MQTT-3.1.2-16",
    "a user name without its flag",
    (v) => connect(v, { username: "u", flags: 0x02 }),
    0x81,
  ),
  ...both(
    "MQTT-3.1.2-17",
    "MQTT-3.1.2-9",
    "a will flag without a will",
    (v) => connect(v, { flags: 0x06 }),
    0x81,
  ),
  ...both(
    "MQTT-4.7.1-1",
    "MQTT-3.3.2-2",
    "a will topic with a wildcard",
    (v) => connect(v, { will: { topic: "w/#", payload: "" } }),
    0x81,
  ),
  ...both(
    "MQTT-4.7.3-1",
    "MQTT-4.7.3-1",
    "an empty will topic",
    (v) => connect(v, { will: { topic: "", payload: "" } }),
    0x81,
  ),
  ...both(
    "MQTT-1.5.3-1",
    "MQTT-1.5.4-1",
    "a client id with a surrogate",
    (v) => connect(v, { clientId: SURROGATE }),
    0x81,
  ),
  ...both(
    "MQTT-1.5.3-1",
    "MQTT-1.5.4-1",
    "a client id in overlong UTF-8",
    (v) => connect(v, { clientId: OVERLONG }),
    0x81,
  ),
  ...both(
    "MQTT-1.5.3-2",
    "MQTT-1.5.4-2",
    "a user name with U+0000",
    (v) => connect(v, { username: NUL }),
    0x81,
  ),
  ...both(
    "MQTT-3.1.3-11",
    "MQTT-3.1.3-12",
    "a user name that is not UTF-8",
    (v) => connect(v, { username: hex("ff") }),
    0x81,
  ),
  ...both(
    "MQTT-3.1.2-1",
    "MQTT-3.1.2-1",
    "another protocol's name",
    (v) => connect(v, { name: "MQTX", level: 4 }),
    { reason: 0x84, code311: 1, silent: true },
  ),
  ...v5("MQTT-3.1.2-1", "another protocol's name, level 5", (v) => connect(v, { name: "mqtt" }), 0x84),
  ...v4("MQTT-3.1.2-2", "protocol level 3", (v) => connect(v, { level: 3 }), { reason: 0x84, code311: 1 }),
  ...v4("MQTT-3.1.2-2", "MQIsdp, the old protocol", (v) => connect(v, { name: "MQIsdp", level: 3 }), {
    reason: 0x84,
    code311: 1,
  }),
  ...v4("MQTT-3.1.2-2", "a bridge's private level", (v) => connect(v, { level: 0x84 }), {
    reason: 0x84,
    code311: 1,
  }),
  ...v5("MQTT-3.1.2-2", "protocol level 6", (v) => connect(v, { level: 6 }), 0x84),
  ...both(
    "§4.8",
    "§4.13",
    "CONNECT with bytes left over",
    (v) => packet(0x10, connect(v).subarray(2), 0),
    0x81,
  ),
  ...both("§4.8", "§4.13", "CONNECT that is cut off", (v) => packet(0x10, connect(v).subarray(2, -1)), 0x81),
  ...v5("§3.1.2.11.3", "receive maximum 0", con(0x21, u16(0)), 0x82),
  ...v5("§3.1.2.11.4", "maximum packet size 0", con(0x27, u32(0)), 0x82),
  ...v5("§3.1.2.11.6", "request response information 2", con(0x19, 2), 0x82),
  ...v5("§3.1.2.11.7", "request problem information 2", con(0x17, 2), 0x82),
  ...v5("§3.1.2.11.2", "session expiry twice", con(0x11, u32(1), 0x11, u32(1)), 0x82),
  ...v5("§3.1.2.11.10", "authentication data without a method", con(0x16, text("d")), 0x82),
  ...v5("§2.2.2.2", "a topic alias in CONNECT", con(0x23, u16(1)), 0x81),
  ...v5("§2.2.2.2", "a will delay outside the will", con(0x18, u32(1)), 0x81),
  ...v5("§2.2.2.2", "a property that does not exist", con(0x7f, 0), 0x81),
  ...v5("§2.2.2.2", "session expiry in the will", will(0x11, u32(1)), 0x81),
  ...v5(
    "§3.1.3.2.3",
    "a will payload that is not the UTF-8 it claims",
    () => connect(5, { will: { topic: "w", payload: hex("ff"), properties: [0x01, 1] } }),
    0x99,
  ),
  ...v5("MQTT-3.3.2-14", "a will's response topic with a wildcard", will(0x08, text("r/+")), 0x82),
  ...v5(
    "MQTT-1.5.5-1",
    "a remaining length of one byte too many",
    (v) => bytes(0x10, 0x80 | (connect(v)[1] ?? 0), 0, connect(v).subarray(2)),
    0x81,
  ),
  ...v4(
    "§2.2.3",
    "a remaining length of one byte too many",
    (v) => bytes(0x10, 0x80 | (connect(v)[1] ?? 0), 0, connect(v).subarray(2)),
    null,
  ),
];

export const PACKETS: readonly NamedPacket[] = [
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

  ...both("§3.3", "§3.3", "PUBLISH at QoS 0", (v) => publish(v), null),
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
  ...v5("§3.15", "AUTH", () => packet(0xf0, 0x18, properties(0x15, text("m"))), null),
];
