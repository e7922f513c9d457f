/** SUBSCRIBE and UNSUBSCRIBE. */

import { isTopicFilter, parseShared, SHARED_SYNTAX } from "../routing/filter.ts";
import type { QoS, SubscribePacket, SubscriptionRequest, UnsubscribePacket } from "../session/packet.ts";
import { malformed, protocolError } from "./malformed.ts";
import { readProperties } from "./properties.ts";
import type { Reader } from "./reader.ts";

export function readSubscribe(reader: Reader): SubscribePacket {
  const packetId = reader.packetId();
  const properties = reader.version === 5 ? readProperties(reader, "subscribe") : {};
  const subscriptions: SubscriptionRequest[] = [];
  while (reader.left > 0) subscriptions.push(readRequest(reader));
  // in 3.1.1 [MQTT-3.8.3-3]
  if (subscriptions.length === 0) throw protocolError("MQTT-3.8.3-2", "SUBSCRIBE names no topic filter.");
  return { type: "subscribe", packetId, subscriptions, ...properties };
}

function readRequest(reader: Reader): SubscriptionRequest {
  const { filter, shared } = readFilter(reader);
  // 3.1 (section 3.8) does not use the bits above the QoS
  const options = reader.version === 3 ? reader.u8() & 3 : reader.u8();
  // [MQTT-3.8.3-5]; in 3.1.1 all bits but the QoS are reserved [MQTT-3-8.3-4]
  if (options & (reader.version === 5 ? 0xc0 : 0xfc)) {
    throw malformed("MQTT-3.8.3-5", "SUBSCRIBE has reserved bits set in its options.");
  }
  const qos = options & 3;
  if (qos === 3) throw protocolError(null, "SUBSCRIBE asks for QoS 3.");
  const noLocal = (options & 4) !== 0;
  if (noLocal && shared) {
    throw protocolError("MQTT-3.8.3-4", "No Local is not allowed with a shared subscription.");
  }
  const retainHandling = (options >> 4) & 3;
  if (retainHandling === 3) throw protocolError(null, "SUBSCRIBE has retain handling 3.");
  return {
    filter,
    qos: qos as QoS,
    noLocal,
    retainAsPublished: (options & 8) !== 0,
    retainHandling: retainHandling as 0 | 1 | 2,
  };
}

export function readUnsubscribe(reader: Reader): UnsubscribePacket {
  const packetId = reader.packetId();
  const properties = reader.version === 5 ? readProperties(reader, "unsubscribe") : {};
  const filters: string[] = [];
  while (reader.left > 0) filters.push(readFilter(reader).filter);
  if (filters.length === 0) throw protocolError("MQTT-3.10.3-2", "UNSUBSCRIBE names no topic filter.");
  return { type: "unsubscribe", packetId, filters, ...properties };
}

/**
 * A malformed filter ends the connection: 0x8F in SUBACK and UNSUBACK is for well-formed filters that are not accepted.
 * 3.1.1 has no shared subscriptions: an invalid one is well formed there, and is denied in SUBACK.
 */
function readFilter(reader: Reader): { filter: string; shared: boolean } {
  const filter = reader.text();
  if (filter === "") throw malformed("MQTT-4.7.3-1", "A topic filter is empty.");
  const shared = parseShared(filter);
  if (shared === "invalid" && reader.version === 5) throw malformed("MQTT-4.8.2-2", SHARED_SYNTAX);
  if (!isTopicFilter(filter)) {
    throw malformed(
      "MQTT-4.7.1-1",
      "A wildcard does not stand alone in its level, or # not in the last one.",
    );
  }
  return { filter, shared: shared !== null };
}
