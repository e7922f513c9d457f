/** Packet identifiers. */

import { protocolError } from "./malformed.ts";
import type { Reader } from "./reader.ts";

/** Never 0 [MQTT-2.2.1-3], in 3.1.1 [MQTT-2.3.1-1]. */
export function readPacketId(reader: Reader): number {
  const packetId = reader.u16();
  if (packetId === 0) throw protocolError("MQTT-2.2.1-3", "The packet id is 0.");
  return packetId;
}
