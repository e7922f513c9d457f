/** MQTT control packets as values, for 3.1.1 and 5 alike. The codec reads and writes them. */

/** Protocol level on the wire: 3 is MQTT 3.1, 4 is 3.1.1, 5 is 5. Unless stated otherwise 3.1 is treated as 3.1.1. */
export type ProtocolVersion = 3 | 4 | 5;
export type QoS = 0 | 1 | 2;
export type UserProperty = readonly [name: string, value: string];

/** Properties of an application message, forwarded to its readers [MQTT-3.3.2-4, -15, -16, -17, -18, -20]. */
export interface MessageProperties {
  payloadFormatIndicator?: 0 | 1;
  /** Seconds. */
  messageExpiryInterval?: number;
  contentType?: string;
  responseTopic?: string;
  correlationData?: Uint8Array;
  /** In the order received, with repeated names. */
  userProperties?: readonly UserProperty[];
}

export interface Will {
  topic: string;
  payload: Uint8Array;
  qos: QoS;
  retain: boolean;
  /** Seconds. */
  delay: number;
  properties: MessageProperties;
}

export interface ConnectProperties {
  /** Seconds; 0xFFFFFFFF never expires. */
  sessionExpiryInterval?: number;
  receiveMaximum?: number;
  maximumPacketSize?: number;
  topicAliasMaximum?: number;
  requestResponseInformation?: 0 | 1;
  requestProblemInformation?: 0 | 1;
  authenticationMethod?: string;
  authenticationData?: Uint8Array;
  userProperties?: readonly UserProperty[];
}

export interface ConnectPacket {
  type: "connect";
  version: ProtocolVersion;
  clientId: string;
  clean: boolean;
  /** Seconds; 0 is off. */
  keepAlive: number;
  username: string | null;
  password: Uint8Array | null;
  will: Will | null;
  properties: ConnectProperties;
  /** A bridge: Mosquitto's set the high bit of the level. */
  bridge?: true;
}

export interface ConnackProperties {
  sessionExpiryInterval?: number;
  receiveMaximum?: number;
  maximumQoS?: 0 | 1;
  retainAvailable?: 0 | 1;
  maximumPacketSize?: number;
  assignedClientIdentifier?: string;
  topicAliasMaximum?: number;
  reasonString?: string;
  userProperties?: readonly UserProperty[];
  wildcardSubscriptionAvailable?: 0 | 1;
  subscriptionIdentifiersAvailable?: 0 | 1;
  sharedSubscriptionAvailable?: 0 | 1;
  serverKeepAlive?: number;
  responseInformation?: string;
  serverReference?: string;
  authenticationMethod?: string;
  authenticationData?: Uint8Array;
}

export interface ConnackPacket {
  type: "connack";
  sessionPresent: boolean;
  /** The v5 reason code, or the 3.1.1 return code, as on the wire. */
  code: number;
  properties?: ConnackProperties;
}

export interface PublishPacket {
  type: "publish";
  topic: string;
  payload: Uint8Array;
  qos: QoS;
  retain: boolean;
  dup: boolean;
  /** 0 when the QoS is 0. */
  packetId: number;
  /** Valid for one connection; never part of the message. */
  topicAlias?: number;
  subscriptionIdentifiers?: readonly number[];
  properties: MessageProperties;
  /** The received packet, when re-encoding would give the same bytes: it can be forwarded. */
  wire?: Wire | null;
  /** Bytes of the received packet. */
  size?: number;
}

/** A PUBLISH without properties, in the shortest form. */
export interface Wire {
  bytes: Uint8Array;
  version: ProtocolVersion;
  /** Offset of the packet id; -1 at QoS 0. */
  packetIdAt: number;
  /** The prefix missing from its topic, of a client in root view. */
  root?: string;
}

/** Reason string and user properties of an acknowledgement or a DISCONNECT. */
interface ReasonProperties {
  reasonString?: string;
  userProperties?: readonly UserProperty[];
}

export interface AckPacket {
  type: "puback" | "pubrec" | "pubrel" | "pubcomp";
  packetId: number;
  /** Always 0 in 3.1.1. */
  code: number;
  properties?: ReasonProperties;
}

export interface SubscriptionRequest {
  filter: string;
  qos: QoS;
  noLocal: boolean;
  retainAsPublished: boolean;
  retainHandling: 0 | 1 | 2;
}

export interface SubscribePacket {
  type: "subscribe";
  packetId: number;
  subscriptions: readonly SubscriptionRequest[];
  subscriptionIdentifier?: number;
  userProperties?: readonly UserProperty[];
}

export interface SubackPacket {
  type: "suback";
  packetId: number;
  codes: readonly number[];
  properties?: ReasonProperties;
}

export interface UnsubscribePacket {
  type: "unsubscribe";
  packetId: number;
  filters: readonly string[];
  userProperties?: readonly UserProperty[];
}

export interface UnsubackPacket {
  type: "unsuback";
  packetId: number;
  /** Not sent in 3.1.1. */
  codes: readonly number[];
  properties?: ReasonProperties;
}

interface PingPacket {
  type: "pingreq" | "pingresp";
}

export interface DisconnectPacket {
  type: "disconnect";
  code: number;
  properties?: ReasonProperties & { sessionExpiryInterval?: number; serverReference?: string };
}

export interface AuthPacket {
  type: "auth";
  code: number;
  properties?: ReasonProperties & { authenticationMethod?: string; authenticationData?: Uint8Array };
}

export type Packet =
  | ConnectPacket
  | ConnackPacket
  | PublishPacket
  | AckPacket
  | SubscribePacket
  | SubackPacket
  | UnsubscribePacket
  | UnsubackPacket
  | PingPacket
  | DisconnectPacket
  | AuthPacket;
