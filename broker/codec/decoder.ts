/** Bytes from a client → packets. */

import type { Packet, ProtocolVersion } from "../protocol/packet.ts";
import type { Malformed } from "./malformed.ts";

export type { Malformed } from "./malformed.ts";

export interface DecoderOptions {
  /** Bytes of one packet, fixed header included; 0 is no limit. */
  maximumPacketSize: number;
  /** Null, or left out, until CONNECT came. */
  version?: ProtocolVersion | null;
  /** The beginning of a packet whose rest has not come yet, kept from an earlier life. */
  pending?: Uint8Array;
}

export class PacketDecoder {
  /** Set by the first CONNECT. */
  version: ProtocolVersion | null;
  constructor(options: DecoderOptions) {
    this.version = options.version ?? null;
  }
  /** What the chunk completes. After a failure every further chunk gives the same failure and no packet. */
  push(_chunk: Uint8Array): { packets: Packet[]; failure: Malformed | null } {
    return { packets: [], failure: null };
  }
  /** Bytes of a packet that is not complete. */
  get pending(): Uint8Array {
    return new Uint8Array(0);
  }
}
