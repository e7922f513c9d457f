/**
 * Packets that are well formed, in orders that the standards forbid or leave open. The first rows are the test cases of
 * "Security assessment of common open source MQTT brokers and clients" (arXiv 2309.03547), as far as they are in its
 * public fuzzer, github.com/netsecuritylab/mqtt; its single malformed packets are in `test/support/packets.ts`. MQTT 3.1 has the answers of 3.1.1.
 */

import {
  type PublishOptions,
  packet,
  properties,
  type SubscribeOptions,
  unsubscribe,
  utf8,
} from "../../../support/packet-bytes.ts";
import {
  acknowledge,
  bytes,
  disconnectPacket,
  puback,
  publish,
  type Scene,
  suback,
  subscribe,
  text,
  u16,
  unsuback,
} from "./scene.ts";

type Said = (scene: Scene) => Uint8Array;

export interface Sequence {
  name: string;
  /** As each version numbers it, a section where it has no number. A version without a clause does not run. */
  clauses: Partial<Record<4 | 5, string>>;
  sent: Said[];
  /** Exactly these packets; none where it is omitted. */
  answers?: Said[];
  /** The client holds one unacknowledged message of this QoS on `open`, with packet id 1. */
  open?: 1 | 2;
  /** Reason of DISCONNECT before the close; in 3.1.1 the close alone. `left`: a normal close without an answer. */
  closes?: number | "left";
  /** Topics and payloads that a reader of `#` gets, in order: `t first`. */
  heard?: string[];
}

const pub =
  (name: string, qos: number, payload: string, more: Omit<PublishOptions, "topic"> = {}): Said =>
  (scene) =>
    scene.message(name, { qos, payload, ...more });
const taken =
  (packetId: number): Said =>
  ({ version }) =>
    puback(version, packetId);
const ack =
  (type: Parameters<typeof acknowledge>[0], packetId = 1): Said =>
  () =>
    acknowledge(type, packetId);
/** With 0x92, packet identifier not found, in MQTT 5. */
const unknown =
  (type: "pubrel" | "pubcomp", packetId = 1): Said =>
  ({ version }) =>
    version === 5 ? acknowledge(type, packetId, 0x92) : acknowledge(type, packetId);
const sub =
  (name: string, qos: number, more: Pick<SubscribeOptions, "packetId"> = {}): Said =>
  (scene) =>
    subscribe(scene.version, { filters: [[scene.filter(name), qos]], ...more });
const granted =
  (packetId: number, qos: number): Said =>
  ({ version }) =>
    suback(version, packetId, qos);
const unsub =
  (name: string, packetId: number): Said =>
  (scene) =>
    unsubscribe(scene.version, { packetId, filters: [scene.filter(name)] });
const unsubscribed =
  (packetId: number, code: number): Said =>
  ({ version }) =>
    unsuback(version, packetId, code);
const PINGRESP = () => bytes("d000");
const DISCONNECT: Said = ({ version }) => disconnectPacket(version);

const QOS_2 = { 4: "MQTT-4.3.3-2", 5: "MQTT-4.3.3-10" };
const RELEASE = { 4: "MQTT-4.3.3-2", 5: "MQTT-4.3.3-11" };
const REUSED = { 4: "MQTT-2.3.1-2", 5: "MQTT-2.2.1-3" };

/** Two messages or more under one packet id, and PUBREL in other places than behind its message. */
const PUBLISHED: Sequence[] = [
  {
    name: "a second QoS 2 message under an open packet id is a repetition, whatever its payload",
    clauses: QOS_2,
    sent: [pub("t", 2, "first"), pub("t", 2, "second"), ack("pubrel")],
    answers: [ack("pubrec"), ack("pubrec"), ack("pubcomp")],
    heard: ["t first"],
  },
  {
    name: "and whatever its topic and DUP flag",
    clauses: QOS_2,
    sent: [pub("t", 2, "first"), pub("u", 2, "second", { dup: true }), ack("pubrel")],
    answers: [ack("pubrec"), ack("pubrec"), ack("pubcomp")],
    heard: ["t first"],
  },
  {
    name: "a first QoS 2 message with DUP is a new message",
    clauses: { 4: "MQTT-4.3.3-2", 5: "MQTT-4.3.3-12" },
    sent: [pub("t", 2, "first", { dup: true }), ack("pubrel")],
    answers: [ack("pubrec"), ack("pubcomp")],
    heard: ["t first"],
  },
  {
    name: "PUBREL for a packet id that was never used",
    clauses: RELEASE,
    sent: [ack("pubrel", 1)],
    answers: [unknown("pubcomp", 1)],
  },
  {
    name: "PUBREL for another packet id leaves the message open",
    clauses: RELEASE,
    sent: [pub("t", 2, "first"), ack("pubrel", 2), pub("t", 2, "second"), ack("pubrel", 1)],
    answers: [ack("pubrec"), unknown("pubcomp", 2), ack("pubrec"), ack("pubcomp")],
    heard: ["t first"],
  },
  {
    name: "PUBREL twice",
    clauses: RELEASE,
    sent: [pub("t", 2, "first"), ack("pubrel"), ack("pubrel")],
    answers: [ack("pubrec"), ack("pubcomp"), unknown("pubcomp")],
    heard: ["t first"],
  },
  {
    name: "PUBREL before its PUBLISH releases nothing",
    clauses: RELEASE,
    sent: [ack("pubrel"), pub("t", 2, "first"), pub("t", 2, "second", { dup: true })],
    answers: [unknown("pubcomp"), ack("pubrec"), ack("pubrec")],
    heard: ["t first"],
  },
  {
    name: "QoS 0 between a QoS 2 message and its PUBREL",
    clauses: QOS_2,
    sent: [pub("t", 2, "first"), pub("t", 0, "second"), ack("pubrel")],
    answers: [ack("pubrec"), ack("pubcomp")],
    heard: ["t first", "t second"],
  },
  {
    name: "QoS 1 under the packet id of an open QoS 2 message is another message, and that one stays open",
    clauses: REUSED,
    sent: [pub("t", 2, "first"), pub("t", 1, "second"), pub("t", 2, "third"), ack("pubrel")],
    answers: [ack("pubrec"), taken(1), ack("pubrec"), ack("pubcomp")],
    heard: ["t first", "t second"],
  },
  {
    name: "two QoS 1 messages under one packet id are two messages",
    clauses: { 4: "MQTT-4.3.2-2", 5: "MQTT-4.3.2-5" },
    sent: [pub("t", 1, "first"), pub("t", 1, "second")],
    answers: [taken(1), taken(1)],
    heard: ["t first", "t second"],
  },
  {
    name: "PUBACK, PUBREC and PUBCOMP instead of PUBREL leave the client's own message open",
    clauses: QOS_2,
    sent: [pub("t", 2, "first"), ack("puback"), ack("pubcomp"), pub("t", 2, "second"), ack("pubrel")],
    answers: [ack("pubrec"), ack("pubrec"), ack("pubcomp")],
    heard: ["t first"],
  },
];

const ENDS = { 4: "MQTT-3.14.4-2", 5: "MQTT-3.14.4-1" };

/** After DISCONNECT, and around packets that end the connection. */
const LAST: Sequence[] = [
  {
    name: "QoS 1 and DISCONNECT without waiting",
    clauses: ENDS,
    sent: [pub("t", 1, "first"), DISCONNECT],
    answers: [taken(1)],
    closes: "left",
    heard: ["t first"],
  },
  {
    name: "QoS 2 and DISCONNECT without PUBREL: the message was accepted",
    clauses: ENDS,
    sent: [pub("t", 2, "first"), DISCONNECT],
    answers: [ack("pubrec")],
    closes: "left",
    heard: ["t first"],
  },
  {
    name: "no packet is processed after DISCONNECT",
    clauses: ENDS,
    sent: [DISCONNECT, pub("t", 0, "late"), pub("t", 1, "later"), sub("t", 0), DISCONNECT],
    closes: "left",
  },
  {
    name: "what precedes a protocol error is done, what follows it is not",
    clauses: { 4: "MQTT-4.8.0-1", 5: "MQTT-4.13.1-1" },
    sent: [pub("t", 1, "first"), () => bytes("c100"), pub("t", 1, "second")],
    answers: [taken(1)],
    closes: 0x81,
    heard: ["t first"],
  },
  {
    name: "bytes behind the remaining length are the next packet",
    clauses: { 4: "§2.2.3", 5: "§2.1.4" },
    sent: [() => bytes("c0000000")],
    answers: [PINGRESP],
    closes: 0x81,
  },
];

/** Acknowledgements of messages to the client. */
const ACKNOWLEDGED: Sequence[] = [
  {
    name: "PUBACK and PUBCOMP for packet ids that were never used are ignored",
    clauses: { 4: "MQTT-2.3.1-6", 5: "MQTT-2.2.1-5" },
    sent: [ack("puback", 9), ack("pubcomp", 65_535)],
  },
  {
    name: "PUBREC for a packet id that was never used",
    clauses: { 4: "MQTT-4.3.3-1", 5: "MQTT-4.3.3-4" },
    sent: [ack("pubrec", 9), ack("pubcomp", 9)],
    answers: [unknown("pubrel", 9)],
  },
  {
    name: "PUBREC of 0x80 and above for a packet id that was never used gets no PUBREL",
    clauses: { 5: "MQTT-4.3.3-4" },
    sent: [() => acknowledge("pubrec", 9, 0x80)],
  },
  ...(["pubrec", "pubcomp"] as const).map(
    (type): Sequence => ({
      name: `${type.toUpperCase()} for a QoS 1 message`,
      clauses: { 4: "MQTT-4.3.2-1", 5: "MQTT-4.3.2-3" },
      open: 1,
      sent: [ack(type)],
      closes: 0x82,
    }),
  ),
  ...(["puback", "pubcomp"] as const).map(
    (type): Sequence => ({
      name: `${type.toUpperCase()} for a QoS 2 message`,
      clauses: { 4: "MQTT-4.3.3-1", 5: "MQTT-4.3.3-3" },
      open: 2,
      sent: [ack(type)],
      closes: 0x82,
    }),
  ),
  {
    name: "PUBACK where PUBCOMP is due",
    clauses: { 4: "MQTT-4.3.3-1", 5: "MQTT-4.3.3-5" },
    open: 2,
    sent: [ack("pubrec"), ack("puback")],
    answers: [ack("pubrel")],
    closes: 0x82,
  },
  {
    name: "PUBACK twice: the second is late",
    clauses: { 4: "MQTT-4.3.2-1", 5: "MQTT-4.3.2-3" },
    open: 1,
    sent: [ack("puback"), ack("puback")],
  },
  {
    name: "PUBREC and PUBCOMP twice: PUBREL again, and none for what is complete",
    clauses: { 4: "MQTT-4.3.3-1", 5: "MQTT-4.3.3-4" },
    open: 2,
    sent: [ack("pubrec"), ack("pubrec"), ack("pubcomp"), ack("pubcomp"), ack("pubrec")],
    answers: [ack("pubrel"), ack("pubrel"), unknown("pubrel")],
  },
  {
    name: "PUBREL for the server's own message is about the client's messages",
    clauses: RELEASE,
    open: 2,
    sent: [ack("pubrel"), ack("pubrec"), ack("pubcomp")],
    answers: [unknown("pubcomp"), ack("pubrel")],
  },
  {
    name: "a client's packet id may equal one of the server's",
    clauses: { 4: "§2.3.1", 5: "§2.2.1" },
    open: 1,
    sent: [pub("t", 2, "first"), ack("puback"), ack("pubrel")],
    answers: [ack("pubrec"), ack("pubcomp")],
    heard: ["t first"],
  },
  {
    name: "PUBREL with 0x92 for an open message releases it",
    clauses: { 5: "MQTT-4.3.3-11" },
    sent: [pub("t", 2, "first"), () => acknowledge("pubrel", 1, 0x92), pub("t", 2, "second")],
    answers: [ack("pubrec"), ack("pubcomp"), ack("pubrec")],
    heard: ["t first", "t second"],
  },
];

/** SUBSCRIBE and UNSUBSCRIBE in unusual company. Of filters: `subscribe.test.ts`. */
const REQUESTED: Sequence[] = [
  {
    name: "a message to the name of a shared subscription is a message to a topic without permission",
    clauses: { 4: "MQTT-3.3.5-2", 5: "§4.8.2" },
    sent: [(scene) => publish(scene.version, { topic: "$share/g/t" }), sub("$share/g/t", 0)],
    answers: [granted(1, 0)],
  },
  {
    name: "two SUBSCRIBE under one packet id are both answered",
    clauses: REUSED,
    sent: [sub("t", 1, { packetId: 5 }), sub("u", 0, { packetId: 5 })],
    answers: [granted(5, 1), granted(5, 0)],
  },
  {
    name: "SUBSCRIBE and UNSUBSCRIBE under the packet id of an open QoS 2 message",
    clauses: REUSED,
    sent: [pub("t", 2, "first"), sub("u", 0), unsub("u", 1), ack("pubrel")],
    answers: [ack("pubrec"), granted(1, 0), unsubscribed(1, 0), ack("pubcomp")],
    heard: ["t first"],
  },
  {
    name: "UNSUBSCRIBE, and again",
    clauses: { 4: "MQTT-3.10.4-5", 5: "MQTT-3.10.4-5" },
    sent: [sub("u", 0), unsub("u", 2), unsub("u", 3)],
    answers: [granted(1, 0), unsubscribed(2, 0), unsubscribed(3, 0x11)],
  },
  {
    name: "a message that is sent behind UNSUBSCRIBE in one go does not come back",
    clauses: { 4: "MQTT-3.10.4-2", 5: "MQTT-3.10.4-2" },
    sent: [sub("t", 0), unsub("t", 2), pub("t", 0, "first")],
    answers: [granted(1, 0), unsubscribed(2, 0)],
    heard: ["t first"],
  },
  {
    name: "an alias without a topic yet",
    clauses: { 5: "§3.3.2.3.4" },
    sent: [pub("t", 0, "first", { properties: [0x23, u16(1)] }), withoutTopic(2)],
    closes: 0x82,
    heard: ["t first"],
  },
  {
    name: "an alias that is given another topic stands for that one",
    clauses: { 5: "§3.3.2.3.4" },
    sent: [
      pub("t", 0, "first", { properties: [0x23, u16(1)] }),
      pub("u", 0, "second", { properties: [0x23, u16(1)] }),
      withoutTopic(1),
    ],
    heard: ["t first", "u second", "u third"],
  },
];

/** A PUBLISH with an alias in the place of its topic. */
function withoutTopic(alias: number): Said {
  return () => packet(0x30, text(""), properties(0x23, u16(alias)), utf8("third"));
}

export const SEQUENCES: readonly Sequence[] = [...PUBLISHED, ...LAST, ...ACKNOWLEDGED, ...REQUESTED];
