/** PUBLISH: the packet that decides throughput. */

import { isUtf8 } from "../contract/utf8.ts";
import { isTopicName } from "../routing/filter.ts";
import type { MessageProperties, PublishPacket, QoS, Wire } from "../session/packet.ts";
import { malformed, payloadFormatInvalid, protocolError } from "./malformed.ts";
import type { PropertyValues } from "./properties.ts";
import { readProperties } from "./properties.ts";
import type { Reader } from "./reader.ts";

// Checks that PUBLISH and a will share: topic name, message properties, payload format.

/** Without wildcards [MQTT-3.3.2-2], at least one character [MQTT-4.7.3-1]. */
export function checkTopicName(topic: string): void {
  if (isTopicName(topic)) return;
  throw topic === ""
    ? malformed("MQTT-4.7.3-1", "The topic is empty.")
    : malformed("MQTT-3.3.2-2", "The topic contains a wildcard.");
}

export function checkMessage(properties: PropertyValues, payload: Uint8Array): void {
  const { responseTopic } = properties;
  if (responseTopic !== undefined && !isTopicName(responseTopic)) {
    throw protocolError("MQTT-3.3.2-14", "The response topic is empty or contains a wildcard.");
  }
  if (properties.payloadFormatIndicator === 1 && !isUtf8(payload)) {
    throw payloadFormatInvalid("The payload format indicator is 1, but the payload is not UTF-8.");
  }
}

const RETAIN = 0x01;
const DUP = 0x08;
/** Longer topics are not remembered, so that no connection holds one. Characters. */
const MAX_REMEMBERED = 128;

/** The payload is a view of the received bytes. */
export function readPublish(reader: Reader, flags: number): PublishPacket {
  const qos = (flags >> 1) & 3;
  const dup = (flags & DUP) !== 0;
  if (qos === 3) throw malformed("MQTT-3.3.1-4", "PUBLISH has QoS 3.");
  // 3.1 (section 2.1) does not use the flag at QoS 0, and later versions must not receive it
  const isStrayDup = dup && qos === 0;
  if (isStrayDup && reader.version !== 3)
    throw malformed("MQTT-3.3.1-2", "PUBLISH has the DUP flag at QoS 0.");
  const topic = readTopic(reader);
  // [MQTT-2.2.1-2] no packet id at QoS 0; in 3.1.1 [MQTT-2.3.1-5]
  const packetIdAt = qos === 0 ? -1 : reader.at - reader.start;
  const packetId = qos === 0 ? 0 : reader.packetId();
  const publish: PublishPacket = {
    type: "publish",
    topic,
    payload: EMPTY,
    qos: qos as QoS,
    retain: (flags & RETAIN) !== 0,
    dup: dup && !isStrayDup,
    packetId,
    properties: NONE,
    wire: null,
    size: reader.end - reader.start,
  };
  const propertiesAt = reader.at;
  if (reader.version === 5) readPublishProperties(reader, publish);
  // an empty list of properties is one byte in MQTT 5; 3.1.1 has none
  const isPlain = reader.version !== 5 || reader.at === propertiesAt + 1;
  publish.payload = reader.rest();
  if (isPlain && reader.shortest && !isStrayDup) publish.wire = wireOf(reader, packetIdAt);
  if (reader.version === 5) checkMessage(publish.properties, publish.payload);
  return publish;
}

/** Topics of the last messages, by hash. A power of two. */
const recent: string[] = Array.from({ length: 4096 }, () => "");

/** A client publishes mostly to one topic. Reusing its string skips the checks and makes every map lookup faster. */
function readTopic(reader: Reader): string {
  if (reader.skipText(reader.topic)) return reader.topic;
  const slot = reader.hashOfText() % recent.length;
  const known = recent[slot] as string;
  if (reader.skipText(known)) {
    reader.topic = known;
    return known;
  }
  const topic = reader.text();
  // an alias may replace the topic: known only after the properties
  if (topic !== "" || reader.version !== 5) checkTopicName(topic);
  if (topic.length <= MAX_REMEMBERED) {
    reader.topic = topic;
    recent[slot] = topic;
  }
  return topic;
}

const EMPTY = new Uint8Array(0);
const NONE: MessageProperties = {};

function wireOf({ bytes, start, end, version }: Reader, packetIdAt: number): Wire {
  // a view costs as much as everything else here, and most frames are one packet
  const whole = start === 0 && end === bytes.length;
  return { bytes: whole ? bytes : bytes.subarray(start, end), version: version ?? 4, packetIdAt };
}

function readPublishProperties(reader: Reader, publish: PublishPacket): void {
  const { topicAlias, subscriptionIdentifier, ...properties } = readProperties(reader, "publish");
  if (subscriptionIdentifier !== undefined) {
    throw protocolError("MQTT-3.3.4-6", "A client's PUBLISH must not have a subscription identifier.");
  }
  if (topicAlias !== undefined) publish.topicAlias = topicAlias;
  else if (publish.topic === "") throw protocolError(null, "PUBLISH has neither a topic nor a topic alias.");
  publish.properties = properties;
}
