/** The small packets that end with a reason: PUBACK, PUBREC, PUBREL, PUBCOMP, DISCONNECT, AUTH. */

import type { AckPacket, AuthPacket, DisconnectPacket } from "../session/packet.ts";
import { protocolError } from "./malformed.ts";
import type { PropertyValues } from "./properties.ts";
import { readProperties } from "./properties.ts";
import type { Reader } from "./reader.ts";

const RECEIVED = [0x00, 0x10, 0x80, 0x83, 0x87, 0x90, 0x91, 0x97, 0x99];
const RELEASED = [0x00, 0x92];

/** [MQTT-3.4.2-1] [MQTT-3.5.2-1] [MQTT-3.6.2-1] [MQTT-3.7.2-1] */
const ACK_CODES = {
  puback: { codes: RECEIVED, clause: "MQTT-3.4.2-1" },
  pubrec: { codes: RECEIVED, clause: "MQTT-3.5.2-1" },
  pubrel: { codes: RELEASED, clause: "MQTT-3.6.2-1" },
  pubcomp: { codes: RELEASED, clause: "MQTT-3.7.2-1" },
};

/** Reasons that a client may send (MQTT 5, table 3-13, without those of the server). */
const DISCONNECT_CODES = [0x00, 0x04, 0x80, 0x81, 0x82, 0x83, 0x90, 0x93, 0x94, 0x95, 0x96, 0x97, 0x98, 0x99];

/** Continue, and re-authenticate. Success is a reason of the server only. */
const AUTH_CODES = [0x18, 0x19];

export function readAck(reader: Reader, type: AckPacket["type"]): AckPacket {
  const packetId = reader.packetId();
  const { codes, clause } = ACK_CODES[type];
  return { type, packetId, ...readReason(reader, "acknowledgement", codes, clause) };
}

export function readDisconnect(reader: Reader): DisconnectPacket {
  return { type: "disconnect", ...readReason(reader, "disconnect", DISCONNECT_CODES, "MQTT-3.14.2-1") };
}

export function readAuth(reader: Reader): AuthPacket {
  const auth: AuthPacket = { type: "auth", ...readReason(reader, "auth", AUTH_CODES, "MQTT-3.15.2-1") };
  if (auth.properties?.authenticationMethod === undefined) {
    throw protocolError(null, "AUTH names no authentication method.");
  }
  return auth;
}

/** Reason code and properties may be left out from the end; 3.1.1 has neither. */
function readReason(
  reader: Reader,
  place: "acknowledgement" | "disconnect" | "auth",
  codes: readonly number[],
  clause: string,
): { code: number; properties?: PropertyValues } {
  const code = reader.version === 5 && reader.left > 0 ? reader.u8() : 0;
  if (!codes.includes(code)) {
    throw protocolError(clause, `A client cannot give the reason 0x${code.toString(16)} here.`);
  }
  if (reader.version !== 5 || reader.left === 0) {
    reader.finish();
    return { code };
  }
  const properties = readProperties(reader, place);
  reader.finish();
  return { code, properties };
}
