/** Valid and malformed CONNECT packets. */

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
import { bytes, connect, type Part, packet, text, u16, u32 } from "./packet-bytes.ts";

const con =
  (...props: Part[]): Build =>
  () =>
    connect(5, { properties: props });
const will =
  (...props: Part[]): Build =>
  () =>
    connect(5, { will: { topic: "w", payload: "x", properties: props } });

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
  ...v31("§3.1 of 3.1", "MQIsdp, the old protocol", (v) => connect(v), null),
  ...v31(
    "§3.1 of 3.1",
    "the unused connect flag",
    () => hex("100f00064d5149736470 03 01 000a 0001 70".replaceAll(" ", "")),
    null,
  ),
  ...v31("§3.1 of 3.1", "unused bits in the header", (v) => bytes(0x1b, connect(v).subarray(1)), null),
  ...v31(
    "§3.1 of 3.1",
    "a will QoS and retain flag without a will",
    (v) => connect(v, { flags: 0x3a }),
    null,
  ),
  ...v31("§3.1 of 3.1", "a user name flag without a user name", (v) => connect(v, { flags: 0x82 }), null),
  ...v31(
    "§3.1 of 3.1",
    "flags of user name and password without either",
    (v) => connect(v, { flags: 0xc2 }),
    null,
  ),
  ...v31("§3.1 of 3.1", "a password without a user name", (v) => connect(v, { password: "p" }), 0x81),
  ...v31(
    "§3.1 of 3.1",
    "a will's QoS 3",
    (v) => connect(v, { will: { topic: "w", payload: "x", qos: 3 } }),
    0x81,
  ),
  ...v31("§3.1 of 3.1", "a bridge of MQIsdp", (v) => connect(v, { level: 0x83 }), null),
  ...v4("MQTT-3.1.2-2", "MQIsdp with the level of 3.1.1", (v) => connect(v, { name: "MQIsdp" }), {
    reason: 0x84,
    code311: 1,
  }),
  ...v4("MQTT-3.1.2-2", "a bridge of 3.1", (v) => connect(v, { level: 0x83 }), {
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
