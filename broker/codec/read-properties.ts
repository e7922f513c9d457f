/** Reads the properties of a packet from a client. */

import { areTooMany, MAX_USER_PROPERTIES, TOO_MANY_USER_PROPERTIES } from "../contract/user-properties.ts";
import type { UserProperty } from "../session/packet.ts";
import {
  type MalformedError,
  malformed,
  protocolError,
  quotaExceeded,
  topicAliasInvalid,
} from "./malformed.ts";
import {
  type NamedProperty,
  type PropertyLocation,
  type PropertyValues,
  propertyById,
} from "./properties.ts";
import type { Reader } from "./reader.ts";

/** Reads the length and that many bytes of properties [MQTT-2.2.2-1]. */
export function readProperties(reader: Reader, place: PropertyLocation): PropertyValues {
  const length = reader.varint();
  if (length === 0) return {};
  if (length > reader.left) throw malformed(null, "The properties are longer than the packet.");
  const { end } = reader;
  reader.end = reader.at + length;
  const values: Record<string, unknown> = {};
  while (reader.left > 0) readProperty(reader, place, values);
  reader.end = end;
  // for a PUBLISH the session denies the message, without ending the connection
  if (place !== "publish" && length > MAX_USER_PROPERTIES) checkUserProperties(values);
  return values as PropertyValues;
}

function checkUserProperties({ userProperties }: PropertyValues): void {
  if (areTooMany(userProperties)) throw quotaExceeded(TOO_MANY_USER_PROPERTIES);
}

function readProperty(reader: Reader, place: PropertyLocation, values: Record<string, unknown>): void {
  const id = reader.varint();
  const property = propertyById(id);
  if (property === undefined) throw malformed(null, `There is no property 0x${id.toString(16)}.`);
  const { name, type, places } = property;
  if (!places.includes(place)) throw malformed(null, `The property ${name} has no place in this packet.`);
  if (type === "pairs") {
    values[name] ??= [];
    (values[name] as UserProperty[]).push(reader.pair());
    return;
  }
  if (name in values) throw protocolError(null, `The property ${name} stands twice.`);
  const value = readValue(reader, property);
  if (property.nonzero && value === 0) throw zero(property);
  values[name] = value;
}

function readValue(reader: Reader, { name, type }: NamedProperty): unknown {
  switch (type) {
    case "bit": {
      const value = reader.u8();
      if (value > 1) throw protocolError(null, `The property ${name} must be 0 or 1.`);
      return value;
    }
    case "u16":
      return reader.u16();
    case "u32":
      return reader.u32();
    case "varint":
      return reader.varint();
    case "text":
      return reader.text();
    default:
      return reader.binary();
  }
}

const zero = ({ name }: NamedProperty): MalformedError =>
  name === "topicAlias"
    ? topicAliasInvalid("MQTT-3.3.2-8", "A topic alias must not be 0.")
    : protocolError(null, `The property ${name} must not be 0.`);
