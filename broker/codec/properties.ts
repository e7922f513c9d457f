/** The properties of MQTT 5: one row each. */

import type { UserProperty } from "../protocol/packet.ts";

/** Every property that a packet can have, by the name it has in our packets. */
export interface PropertyValues {
  payloadFormatIndicator?: 0 | 1;
  messageExpiryInterval?: number;
  contentType?: string;
  responseTopic?: string;
  correlationData?: Uint8Array;
  subscriptionIdentifier?: number;
  sessionExpiryInterval?: number;
  assignedClientIdentifier?: string;
  serverKeepAlive?: number;
  authenticationMethod?: string;
  authenticationData?: Uint8Array;
  requestProblemInformation?: 0 | 1;
  willDelayInterval?: number;
  requestResponseInformation?: 0 | 1;
  responseInformation?: string;
  serverReference?: string;
  reasonString?: string;
  receiveMaximum?: number;
  topicAliasMaximum?: number;
  topicAlias?: number;
  maximumQoS?: 0 | 1;
  retainAvailable?: 0 | 1;
  userProperties?: readonly UserProperty[];
  maximumPacketSize?: number;
  wildcardSubscriptionAvailable?: 0 | 1;
  subscriptionIdentifiersAvailable?: 0 | 1;
  sharedSubscriptionAvailable?: 0 | 1;
}

type PropertyName = keyof PropertyValues;

/** `bit` is a byte that may only be 0 or 1. `pairs` repeats, and keeps its order. */
export type PropertyType = "bit" | "u16" | "u32" | "varint" | "text" | "binary" | "pairs";

/**
 * Where properties stand. `acknowledgement`: PUBACK, PUBREC, PUBREL, PUBCOMP, SUBACK, UNSUBACK, which all have the same.
 * The will's are a set of their own inside CONNECT.
 */
export type Place =
  | "connect"
  | "will"
  | "connack"
  | "publish"
  | "acknowledgement"
  | "subscribe"
  | "unsubscribe"
  | "disconnect"
  | "auth";

export interface PropertyRow {
  id: number;
  name: PropertyName;
  type: PropertyType;
  places: readonly Place[];
  /** Whether 0 is forbidden. */
  nonzero: boolean;
}

const EVERYWHERE: readonly Place[] = [
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

const row = (
  id: number,
  name: PropertyName,
  type: PropertyType,
  places: readonly Place[],
  nonzero = false,
): PropertyRow => ({ id, name, type, places, nonzero });

/** MQTT 5, table 2-4. */
export const PROPERTIES: readonly PropertyRow[] = [
  row(0x01, "payloadFormatIndicator", "bit", ["publish", "will"]),
  row(0x02, "messageExpiryInterval", "u32", ["publish", "will"]),
  row(0x03, "contentType", "text", ["publish", "will"]),
  row(0x08, "responseTopic", "text", ["publish", "will"]),
  row(0x09, "correlationData", "binary", ["publish", "will"]),
  row(0x0b, "subscriptionIdentifier", "varint", ["publish", "subscribe"], true),
  row(0x11, "sessionExpiryInterval", "u32", ["connect", "connack", "disconnect"]),
  row(0x12, "assignedClientIdentifier", "text", ["connack"]),
  row(0x13, "serverKeepAlive", "u16", ["connack"]),
  row(0x15, "authenticationMethod", "text", ["connect", "connack", "auth"]),
  row(0x16, "authenticationData", "binary", ["connect", "connack", "auth"]),
  row(0x17, "requestProblemInformation", "bit", ["connect"]),
  row(0x18, "willDelayInterval", "u32", ["will"]),
  row(0x19, "requestResponseInformation", "bit", ["connect"]),
  row(0x1a, "responseInformation", "text", ["connack"]),
  row(0x1c, "serverReference", "text", ["connack", "disconnect"]),
  row(0x1f, "reasonString", "text", ["connack", "acknowledgement", "disconnect", "auth"]),
  row(0x21, "receiveMaximum", "u16", ["connect", "connack"], true),
  row(0x22, "topicAliasMaximum", "u16", ["connect", "connack"]),
  row(0x23, "topicAlias", "u16", ["publish"], true),
  row(0x24, "maximumQoS", "bit", ["connack"]),
  row(0x25, "retainAvailable", "bit", ["connack"]),
  row(0x26, "userProperties", "pairs", EVERYWHERE),
  row(0x27, "maximumPacketSize", "u32", ["connect", "connack"], true),
  row(0x28, "wildcardSubscriptionAvailable", "bit", ["connack"]),
  row(0x29, "subscriptionIdentifiersAvailable", "bit", ["connack"]),
  row(0x2a, "sharedSubscriptionAvailable", "bit", ["connack"]),
];

const BY_PLACE = new Map(
  EVERYWHERE.map((place) => [place, PROPERTIES.filter(({ places }) => places.includes(place))]),
);

export const propertiesOf = (place: Place): readonly PropertyRow[] => BY_PLACE.get(place) ?? [];

const BY_ID: (PropertyRow | undefined)[] = [];
for (const property of PROPERTIES) BY_ID[property.id] = property;

export const propertyById = (id: number): PropertyRow | undefined => BY_ID[id];
