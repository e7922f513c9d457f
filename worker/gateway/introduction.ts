/**
 * PURE. The first bytes of a client that names no account in its address: collected until they are a CONNECT, and no
 * longer. Who it is stands in there; everything that was read goes to the account's object, which reads it again.
 */

import { type Malformed, PacketDecoder } from "../../broker/codec/decoder.ts";
import type { ConnectPacket } from "../../broker/session/packet.ts";

/** Bytes that a CONNECT may have here, whatever is configured for later packets. */
const MAX_INTRODUCTION = 64 * 1024;

export type Progress =
  | { state: "waiting" }
  /** `bytes` is everything since the first one, in which packets behind CONNECT may stand already. */
  | { state: "introduced"; connect: ConnectPacket; bytes: Uint8Array }
  | { state: "malformed"; failure: Malformed };

export class Introduction {
  readonly #decoder: PacketDecoder;
  #bytes = new Uint8Array(256);
  #length = 0;

  constructor(maximumPacketSize: number) {
    this.#decoder = new PacketDecoder({
      maximumPacketSize: Math.min(maximumPacketSize || MAX_INTRODUCTION, MAX_INTRODUCTION),
    });
  }

  push(chunk: Uint8Array): Progress {
    this.#keep(chunk);
    const { packets, failure } = this.#decoder.push(chunk);
    const [first] = packets;
    // What is wrong behind a good CONNECT is for the object to say.
    if (first?.type === "connect") {
      return { state: "introduced", connect: first, bytes: this.#bytes.slice(0, this.#length) };
    }
    return failure === null ? { state: "waiting" } : { state: "malformed", failure };
  }

  #keep(chunk: Uint8Array): void {
    const length = this.#length + chunk.length;
    if (length > this.#bytes.length) {
      const larger = new Uint8Array(Math.max(length, this.#bytes.length * 2));
      larger.set(this.#bytes.subarray(0, this.#length));
      this.#bytes = larger;
    }
    this.#bytes.set(chunk, this.#length);
    this.#length = length;
  }
}
