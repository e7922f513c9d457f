/** Writes the properties of a packet to a client. */

import type { UserProperty } from "../session/packet.ts";
import { type PropertyLocation, type PropertyType, type PropertyValues, propertiesOf } from "./properties.ts";
import type { Writer } from "./writer.ts";

const NONE: PropertyValues = {};

/** Writes length and properties [MQTT-2.2.2-1]. Omits names that the packet does not have. */
export function writeProperties(
  writer: Writer,
  place: PropertyLocation,
  values: PropertyValues = NONE,
): void {
  const from = writer.at;
  writeValues(writer, place, values);
  writer.measure(from);
}

export function writeValues(writer: Writer, place: PropertyLocation, values: PropertyValues): void {
  for (const { id, name, type } of propertiesOf(place)) {
    const value = values[name];
    if (value !== undefined) writeValue(writer, id, type, value);
  }
}

function writeValue(writer: Writer, id: number, type: PropertyType, value: unknown): void {
  if (type === "pairs") {
    // one property for each pair, in the given order [MQTT-3.3.2-18]
    for (const pair of value as readonly UserProperty[]) {
      writer.u8(id);
      writer.pair(pair);
    }
    return;
  }
  writer.u8(id);
  if (type === "bit") writer.u8(value as number);
  else if (type === "u16") writer.u16(value as number);
  else if (type === "u32") writer.u32(value as number);
  else if (type === "varint") writer.varint(value as number);
  else if (type === "text") writer.text(value as string);
  else writer.binary(value as Uint8Array);
}
