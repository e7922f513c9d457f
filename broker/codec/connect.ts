/** CONNECT. Its first bytes decide which standard the rest is read by. */

import type { ConnectPacket, ProtocolVersion, QoS, Will } from "../session/packet.ts";
import { type MalformedError, malformed, protocolError, unsupportedVersion } from "./malformed.ts";
import { readProperties } from "./properties.ts";
import { checkMessage, checkTopicName } from "./publish.ts";
import type { Reader } from "./reader.ts";

/** The name of MQTT 3.1. */
const NAME_31 = "MQIsdp";
/** A flag in the level of a 3.1 or 3.1.1 CONNECT, set by Mosquitto's bridges. */
const BRIDGE = 0x80;
const RESERVED = 0x01;
const CLEAN = 0x02;
const WILL = 0x04;
const WILL_QOS = 0x18;
const WILL_RETAIN = 0x20;
const PASSWORD = 0x40;
const USERNAME = 0x80;

export function readConnect(reader: Reader): ConnectPacket {
  const { version, bridge } = readVersion(reader);
  reader.version = version;
  const flags = reader.u8();
  checkFlags(flags, version);
  const keepAlive = reader.u16();
  const properties = version === 5 ? readProperties(reader, "connect") : {};
  // [MQTT-3.1.3-1] client id, will, user name, password: in this order
  const clientId = reader.text();
  const will = flags & WILL ? readWill(reader, flags, version) : null;
  // in 3.1 (section 3.1, "User name and password flags") the remaining length takes precedence over the flags
  const isThere = (): boolean => version !== 3 || reader.left > 0;
  const username = flags & USERNAME && isThere() ? reader.text() : null;
  const password = flags & PASSWORD && isThere() ? reader.binary() : null;
  reader.finish();
  const clean = (flags & CLEAN) !== 0;
  const fields = { version, clientId, clean, keepAlive, username, password, will, properties };
  const connect: ConnectPacket = { type: "connect", ...fields, ...(bridge && { bridge: true }) };
  checkContent(connect);
  return connect;
}

/** After the login is read: the owner of its account learns of the fault. */
function checkContent(connect: ConnectPacket): void {
  const { will, properties } = connect;
  try {
    if (properties.authenticationData !== undefined && properties.authenticationMethod === undefined) {
      throw protocolError(null, "Authentication data came without an authentication method.");
    }
    if (will === null) return;
    checkTopicName(will.topic);
    checkMessage(will.properties, will.payload);
  } catch (error) {
    throw Object.assign(error as MalformedError, { connect });
  }
}

/**
 * [MQTT-3.1.2-1] [MQTT-3.1.2-2] An unknown version is refused in the form that its client most likely reads: a newer
 * one as 5, any other as 3.1.1. Another protocol name is answered only when the level is 5 or newer, or when it is the
 * name of 3.1.
 */
function readVersion(reader: Reader): { version: ProtocolVersion; bridge: boolean } {
  const name = reader.text();
  const level = reader.u8();
  if (name === "MQTT" && level === 5) return { version: level, bridge: false };
  const bridge = (level & BRIDGE) !== 0;
  const older = level & ~BRIDGE;
  if (older === (name === "MQTT" ? 4 : 3) && (name === "MQTT" || name === NAME_31)) {
    return { version: older, bridge };
  }
  const newer = (level & 0x7f) > 4;
  if (newer || name === "MQTT" || name === NAME_31) reader.version = newer ? 5 : 4;
  throw name === "MQTT" || name === NAME_31
    ? unsupportedVersion(`Protocol level ${level} is not supported: only MQTT 3.1, 3.1.1 and 5 are.`)
    : unsupportedVersion("The protocol name is not MQTT.");
}

/** [MQTT-3.1.2-3] [MQTT-3.1.2-11] [MQTT-3.1.2-12] [MQTT-3.1.2-13], in 3.1.1 [MQTT-3.1.2-13] [MQTT-3.1.2-14] [MQTT-3.1.2-15]. */
function checkFlags(flags: number, version: ProtocolVersion): void {
  // 3.1 (section 3.1) does not use the reserved flag, and disregards those of a will that is not there
  if (version !== 3) {
    if (flags & RESERVED) throw malformed("MQTT-3.1.2-3", "The reserved flag of CONNECT is set.");
    if (!(flags & WILL) && flags & WILL_QOS) {
      throw malformed("MQTT-3.1.2-11", "CONNECT has a will QoS without a will.");
    }
    if (!(flags & WILL) && flags & WILL_RETAIN) {
      throw malformed("MQTT-3.1.2-13", "CONNECT has a will retain flag without a will.");
    }
  }
  const hasWillQos = version !== 3 || (flags & WILL) !== 0;
  if (hasWillQos && (flags & WILL_QOS) === WILL_QOS) throw malformed("MQTT-3.1.2-12", "The will's QoS is 3.");
  if (version !== 5 && flags & PASSWORD && !(flags & USERNAME)) {
    // [MQTT-3.1.2-22] of 3.1.1 only; MQTT 5 allows it
    throw malformed("MQTT-3.1.2-22", "CONNECT has a password without a user name.");
  }
}

function readWill(reader: Reader, flags: number, version: ProtocolVersion): Will {
  const { willDelayInterval: delay = 0, ...properties } = version === 5 ? readProperties(reader, "will") : {};
  const topic = reader.text();
  const payload = reader.binary();
  const qos = ((flags & WILL_QOS) >> 3) as QoS;
  return { topic, payload, qos, retain: (flags & WILL_RETAIN) !== 0, delay, properties };
}
