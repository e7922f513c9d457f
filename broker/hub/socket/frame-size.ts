/** Limits of one frame, and of packets before CONNECT is answered. */

import { MAX_CONNECT_BYTES } from "../../codec/decoder.ts";
import type { BrokerLimits } from "../../contract/limits.ts";
import type { TokenBucket } from "../../contract/token-bucket.ts";
import type { Packet } from "../../session/packet.ts";
import type { OutboundBuffer } from "./outbound-buffer.ts";

export interface Bounds {
  maximumPacketSize: number;
  outboundBuffer: OutboundBuffer;
  /** Null when frames are not limited. */
  frames: TokenBucket | null;
}

/** Frames in which a client may acknowledge one message at QoS 1 or 2: some clients write a packet in three frames. */
export const ANSWER_FRAMES = 8;

/** Most packets, and bytes of frames, before CONNECT is answered. */
const EARLY = { packets: 64, bytes: 65_536 };

export class EarlyPackets {
  #packets: Packet[] = [];
  #bytes = 0;

  count(bytes: number): void {
    this.#bytes += bytes;
  }

  /** Returns false when too much waits. */
  hold(packet: Packet): boolean {
    this.#packets.push(packet);
    return this.#packets.length <= EARLY.packets && this.#bytes <= EARLY.bytes;
  }

  take(): Packet[] {
    return this.#packets.splice(0);
  }
}

/**
 * A frame may hold this many packets of the largest size, or CONNECTs before authentication. A larger frame is refused
 * before it is decoded.
 */
const PACKETS = 4;
const CONNECTS = 16;

/** Returns the largest frame of a client after CONNECT is accepted, and before. Bytes. */
export function largestFrames({ MQTT_MAX_PACKET_SIZE: most }: BrokerLimits): {
  connected: number;
  stranger: number;
} {
  const connected = most === 0 ? Number.POSITIVE_INFINITY : most * PACKETS;
  return { connected, stranger: Math.min(connected, MAX_CONNECT_BYTES * CONNECTS) };
}
