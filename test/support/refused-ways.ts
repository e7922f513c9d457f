/**
 * Ways in which the broker cuts, refuses or ignores a client whose login belongs to an account: bytes of the client after
 * CONNACK, and logins. For each kind of login and each protocol version the owner's log has a row that says why.
 */

import { randomUUID } from "node:crypto";
import {
  bytes,
  type ConnectOptions,
  disconnect,
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

const PRINCIPAL_KINDS = ["credential", "device", "api-key", "token"] as const;
export type PrincipalKind = (typeof PRINCIPAL_KINDS)[number];
const VERSIONS = [3, 4, 5] as const;

/** Small enough that a few packets fill each. */
export const SMALL_LIMITS = {
  MQTT_MAX_PACKET_SIZE: 2000,
  MQTT_PUBLISH_RATE: 4,
  MQTT_FRAME_RATE: 200,
  MQTT_MAX_SUBSCRIPTIONS: 3,
  MQTT_SUBSCRIBE_RATE: 1,
  MQTT_MAX_TOPIC_BYTES: 200,
  MQTT_MAX_CLIENT_ID_BYTES: 100,
  MQTT_RECEIVE_MAXIMUM: 2,
};

/** The only channel of a credential or device, and the only topic of a token's scopes. */
export const ALLOWED = "allowed";

/** A client that is connected. */
export interface Speaker {
  version: Version;
  /** The topic as this login sees it. */
  topic(name: string): string;
}

/** A login before it is sent. */
export interface LoginBytes {
  username: string;
  password: string;
}

interface For {
  versions?: readonly Version[];
  kinds?: readonly PrincipalKind[];
}

/** After CONNACK. */
interface SpokenWay extends For {
  /** TCP has no frames. */
  needsFrames?: true;
  /** A text is a frame of text. */
  send(speaker: Speaker): (Uint8Array | string)[];
}

/** Instead of a right CONNECT. */
interface LoginWay extends For {
  connect(login: LoginBytes, speaker: Speaker): Partial<ConnectOptions>;
}

const MQTT_5: For = { versions: [5] };
/** Those that may not use every topic. */
const RESTRICTED: For = { kinds: ["credential", "device", "token"] };
const WITH_PASSWORD: For = { kinds: ["credential", "device"] };

const PAYLOAD_FORMAT = 0x01;
const AUTHENTICATION_METHOD = 0x15;
const AUTHENTICATION_DATA = 0x16;
const TOPIC_ALIAS = 0x23;
const MAXIMUM_PACKET_SIZE = 0x27;
const SESSION_EXPIRY = 0x11;
const NO_LOCAL = 0x04;

const times = (count: number, make: (index: number) => Uint8Array): Uint8Array[] =>
  Array.from({ length: count }, (_, index) => make(index));

export const SPOKEN_WAYS: Readonly<Record<string, SpokenWay>> = {
  "a publish to a topic with a wildcard": {
    send: ({ version, topic }) => [publish(version, { topic: topic("a+b") })],
  },
  "a publish to an empty topic": { send: ({ version }) => [publish(version, { topic: "" })] },
  "a publish to a topic that is too long": {
    send: ({ version, topic }) => [publish(version, { topic: topic("x".repeat(250)) })],
  },
  "a publish with packet identifier 0": {
    send: ({ version, topic }) => [publish(version, { topic: topic(ALLOWED), qos: 1, packetId: 0 })],
  },
  "a publish at QoS 3": {
    send: ({ version, topic }) => [publish(version, { topic: topic(ALLOWED), qos: 3 })],
  },
  "a publish without permission": {
    ...RESTRICTED,
    send: ({ version, topic }) => [publish(version, { topic: topic("forbidden") })],
  },
  "a publish without permission at QoS 1": {
    ...RESTRICTED,
    send: ({ version, topic }) => [publish(version, { topic: topic("forbidden"), qos: 1 })],
  },
  "a packet above the maximum size": {
    send: ({ version, topic }) => [publish(version, { topic: topic(ALLOWED), payload: "x".repeat(3000) })],
  },
  "a payload that is not UTF-8 as it says": {
    ...MQTT_5,
    send: ({ version, topic }) => [
      publish(version, {
        topic: topic(ALLOWED),
        payload: bytes("ff"),
        properties: [PAYLOAD_FORMAT, 1],
      }),
    ],
  },
  "a topic alias of 0": {
    ...MQTT_5,
    send: ({ version, topic }) => [
      publish(version, { topic: topic(ALLOWED), properties: [TOPIC_ALIAS, u16(0)] }),
    ],
  },
  "a topic alias above the maximum": {
    ...MQTT_5,
    send: ({ version, topic }) => [
      publish(version, { topic: topic(ALLOWED), properties: [TOPIC_ALIAS, u16(60_000)] }),
    ],
  },
  "a topic alias that names no topic": {
    ...MQTT_5,
    send: ({ version }) => [publish(version, { topic: "", properties: [TOPIC_ALIAS, u16(1)] })],
  },
  "more open messages than the receive maximum": {
    ...MQTT_5,
    send: ({ version, topic }) =>
      times(3, (index) => publish(version, { topic: topic(ALLOWED), qos: 2, packetId: index + 1 })),
  },
  "an invalid filter": {
    send: ({ version, topic }) => [subscribe(version, { filters: [[topic("ble/a4+/state"), 0]] })],
  },
  "a filter that is too long": {
    send: ({ version, topic }) => [subscribe(version, { filters: [[topic("x".repeat(250)), 0]] })],
  },
  "a shared filter without a name": {
    send: ({ version, topic }) => [subscribe(version, { filters: [[`$share//${topic(ALLOWED)}`, 0]] })],
  },
  "a shared filter with No Local": {
    ...MQTT_5,
    send: ({ version, topic }) => [
      subscribe(version, { filters: [[`$share/g/${topic(ALLOWED)}`, NO_LOCAL]] }),
    ],
  },
  "a filter without permission": {
    ...RESTRICTED,
    send: ({ version, topic }) => [subscribe(version, { filters: [[topic("forbidden"), 0]] })],
  },
  "more subscriptions than the limit": {
    send: ({ version, topic }) =>
      times(5, (index) => subscribe(version, { filters: [[`$share/g${index}/${topic(ALLOWED)}`, 0]] })),
  },
  "a SUBSCRIBE without a filter": {
    send: ({ version }) => [packet(0x82, u16(1), ...(version === 5 ? [bytes("00")] : []))],
  },
  "an invalid filter in UNSUBSCRIBE": {
    send: ({ version, topic }) => [unsubscribe(version, { filters: [topic("a/#/b")] })],
  },
  "bytes that are no packet": { send: () => [bytes("f100")] },
  "a length that never ends": { send: () => [bytes("30ffffffffff")] },
  "a frame of text": { needsFrames: true, send: () => ["hello"] },
  "a packet of the server": { send: () => [bytes("d000")] },
  "a second CONNECT": {
    send: ({ version }) => [
      packet(
        0x10,
        text(version === 3 ? "MQIsdp" : "MQTT"),
        version,
        2,
        u16(60),
        ...(version === 5 ? [properties()] : []),
        text("second"),
      ),
    ],
  },
  "AUTH without a method": { ...MQTT_5, send: () => [bytes("f000")] },
  "a session that is prolonged at its end": {
    ...MQTT_5,
    send: () => [disconnect(0, properties(SESSION_EXPIRY, u32(10)))],
  },
  // these use up rates of the account
  "too many messages": {
    send: ({ version, topic }) => times(40, () => publish(version, { topic: topic(ALLOWED) })),
  },
  "too many frames": { needsFrames: true, send: () => times(1500, pingreq) },
  "too many filters": {
    send: ({ version, topic }) => times(60, () => subscribe(version, { filters: [[topic(ALLOWED), 0]] })),
  },
};

export const LOGIN_WAYS: Readonly<Record<string, LoginWay>> = {
  "a wrong password": {
    ...WITH_PASSWORD,
    connect: () => ({ password: "wrong" }),
  },
  "a user name without a password": {
    ...WITH_PASSWORD,
    connect: ({ username }) => ({ flags: 0x82, username }),
  },
  "a device that is gone": {
    kinds: ["device"],
    connect: ({ username }) => ({ username: `${randomUUID()}:${username.split(":").at(-1)}` }),
  },
  "no client identifier in 3.1": { versions: [3], connect: () => ({ clientId: "" }) },
  "no client identifier for a session that stays": {
    versions: [4],
    connect: () => ({ clientId: "", clean: false }),
  },
  "a client identifier that is too long": { connect: () => ({ clientId: "lamp ".repeat(30) }) },
  "enhanced authentication": {
    ...MQTT_5,
    connect: () => ({ properties: [AUTHENTICATION_METHOD, text("SCRAM-SHA-1")] }),
  },
  "authentication data without a method": {
    ...MQTT_5,
    connect: () => ({ properties: [AUTHENTICATION_DATA, u16(1), 7] }),
  },
  "no room for CONNACK": {
    ...MQTT_5,
    connect: () => ({ properties: [MAXIMUM_PACKET_SIZE, u32(4)] }),
  },
  "a will without permission": {
    ...RESTRICTED,
    connect: (_, { topic }) => ({ will: { topic: topic("forbidden"), payload: "gone" } }),
  },
  "a will to a topic with a wildcard": {
    connect: (_, { topic }) => ({ will: { topic: topic("a/+"), payload: "gone" } }),
  },
  "a will to a topic that is too long": {
    connect: (_, { topic }) => ({ will: { topic: topic("x".repeat(250)), payload: "gone" } }),
  },
  "a will that is not UTF-8 as it says": {
    ...MQTT_5,
    connect: (_, { topic }) => ({
      will: { topic: topic(ALLOWED), payload: bytes("ff"), properties: [PAYLOAD_FORMAT, 1] },
    }),
  },
};

export interface WayCase<Way> {
  name: string;
  way: Way;
  kind: PrincipalKind;
  version: Version;
}

export const casesOf = <Way extends For>(ways: Readonly<Record<string, Way>>): WayCase<Way>[] =>
  Object.entries(ways).flatMap(([name, way]) =>
    (way.kinds ?? PRINCIPAL_KINDS).flatMap((kind) =>
      (way.versions ?? VERSIONS).map((version) => ({ name, way, kind, version })),
    ),
  );
