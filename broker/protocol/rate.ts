/** How fast a client may publish, by messages and by their bytes. */

import type { Context } from "./effect.ts";
import type { PublishPacket } from "./packet.ts";

/** What there is too much of, in the words of the limit. */
export interface Over {
  words: string;
  flood: boolean;
}

const OVER_RATE = "More messages than MQTT_PUBLISH_RATE allows; slow down.";
const OVER_BYTES = "More bytes of messages than MQTT_PUBLISH_BYTES allows; slow down, or send less at once.";

/** Null where one more message, of this size, may pass. */
export function overAllowance({ size = 0 }: PublishPacket, context: Context): Over | null {
  const messages = context.publishAllowance();
  if (messages !== "pass") return { words: OVER_RATE, flood: messages === "flood" };
  const bytes = context.byteAllowance(size);
  return bytes === "pass" ? null : { words: OVER_BYTES, flood: bytes === "flood" };
}
