/** The properties of MQTT 5: one row each. */

import {
  areUserPropertiesTooLarge,
  MAX_USER_PROPERTY_BYTES,
  USER_PROPERTIES_TOO_LARGE,
} from "../contract/user-properties.ts";
import type {
  ConnackProperties,
  ConnectProperties,
  MessageProperties,
  UserProperty,
} from "../session/packet.ts";
import {
  type MalformedError,
  malformed,
  protocolError,
  quotaExceeded,
  topicAliasInvalid,
} from "./malformed.ts";
import type { Reader } from "./reader.ts";

export interface PropertyValues extends MessageProperties, ConnectProperties, ConnackProperties {
  subscriptionIdentifier?: number;
  willDelayInterval?: number;
  topicAlias?: number;
}

type PropertyName = keyof PropertyValues;

/** `bit` is a byte that may be 0 or 1. `pairs` may repeat, and keeps its order. */
export type PropertyType = "bit" | "u16" | "u32" | "varint" | "text" | "binary" | "pairs";

/**
 * Where properties stand. `acknowledgement`: PUBACK, PUBREC, PUBREL, PUBCOMP, SUBACK and UNSUBACK, which have the same.
 * `will`: inside CONNECT.
 */
export type PropertyLocation =
  | "connect"
  | "will"
  | "connack"
  | "publish"
  | "acknowledgement"
  | "subscribe"
  | "unsubscribe"
  | "disconnect"
  | "auth";

interface PropertyDefinition<T extends PropertyType> {
  id: number;
  type: T;
  places: readonly PropertyLocation[];
  /** Whether 0 is forbidden. */
  nonzero: boolean;
}

export type NamedProperty = PropertyDefinition<PropertyType> & { name: PropertyName };

type TypeOf<Value> = Value extends Uint8Array
  ? "binary"
  : Value extends string
    ? "text"
    : Value extends readonly UserProperty[]
      ? "pairs"
      : Value extends 0 | 1
        ? "bit"
        : "u16" | "u32" | "varint";

const EVERYWHERE: readonly PropertyLocation[] = [
  "connect",
  "will",
  "connack",
  "publish",
  "acknowledgement",
  "subscribe",
  "unsubscribe",
  "disconnect",
  "auth",
];

const row = <T extends PropertyType>(
  id: number,
  type: T,
  places: readonly PropertyLocation[],
  nonzero = false,
): PropertyDefinition<T> => ({ id, type, places, nonzero });

/** MQTT 5, table 2-4. The compiler checks that each property of `packet.ts` has a row with its type. */
const TABLE: { [K in PropertyName]-?: PropertyDefinition<TypeOf<Required<PropertyValues>[K]>> } = {
  payloadFormatIndicator: row(0x01, "bit", ["publish", "will"]),
  messageExpiryInterval: row(0x02, "u32", ["publish", "will"]),
  contentType: row(0x03, "text", ["publish", "will"]),
  responseTopic: row(0x08, "text", ["publish", "will"]),
  correlationData: row(0x09, "binary", ["publish", "will"]),
  subscriptionIdentifier: row(0x0b, "varint", ["publish", "subscribe"], true),
  sessionExpiryInterval: row(0x11, "u32", ["connect", "connack", "disconnect"]),
  assignedClientIdentifier: row(0x12, "text", ["connack"]),
  serverKeepAlive: row(0x13, "u16", ["connack"]),
  authenticationMethod: row(0x15, "text", ["connect", "connack", "auth"]),
  authenticationData: row(0x16, "binary", ["connect", "connack", "auth"]),
  requestProblemInformation: row(0x17, "bit", ["connect"]),
  willDelayInterval: row(0x18, "u32", ["will"]),
  requestResponseInformation: row(0x19, "bit", ["connect"]),
  responseInformation: row(0x1a, "text", ["connack"]),
  serverReference: row(0x1c, "text", ["connack", "disconnect"]),
  reasonString: row(0x1f, "text", ["connack", "acknowledgement", "disconnect", "auth"]),
  receiveMaximum: row(0x21, "u16", ["connect", "connack"], true),
  topicAliasMaximum: row(0x22, "u16", ["connect", "connack"]),
  topicAlias: row(0x23, "u16", ["publish"], true),
  maximumQoS: row(0x24, "bit", ["connack"]),
  retainAvailable: row(0x25, "bit", ["connack"]),
  userProperties: row(0x26, "pairs", EVERYWHERE),
  maximumPacketSize: row(0x27, "u32", ["connect", "connack"], true),
  wildcardSubscriptionAvailable: row(0x28, "bit", ["connack"]),
  subscriptionIdentifiersAvailable: row(0x29, "bit", ["connack"]),
  sharedSubscriptionAvailable: row(0x2a, "bit", ["connack"]),
};

export const PROPERTIES = Object.entries(TABLE).map(
  ([name, row]): NamedProperty => ({ ...row, name: name as PropertyName }),
);

const BY_PLACE = new Map(
  EVERYWHERE.map((place) => [place, PROPERTIES.filter(({ places }) => places.includes(place))]),
);

export const propertiesOf = (place: PropertyLocation): readonly NamedProperty[] => BY_PLACE.get(place) ?? [];

const BY_ID: (NamedProperty | undefined)[] = [];
for (const property of PROPERTIES) BY_ID[property.id] = property;

const propertyById = (id: number): NamedProperty | undefined => BY_ID[id];

// Reads the properties of a packet from a client.

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
  if (place !== "publish" && length > MAX_USER_PROPERTY_BYTES) checkUserProperties(values);
  return values as PropertyValues;
}

function checkUserProperties({ userProperties }: PropertyValues): void {
  if (areUserPropertiesTooLarge(userProperties)) throw quotaExceeded(USER_PROPERTIES_TOO_LARGE);
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
