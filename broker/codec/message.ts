/** Checks that PUBLISH and a will share: topic name, message properties, payload format. */

import { isUtf8 } from "../contract/utf8.ts";
import { isTopicName } from "../routing/filter.ts";
import { malformed, payloadFormatInvalid, protocolError } from "./malformed.ts";
import type { PropertyValues } from "./properties.ts";

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
