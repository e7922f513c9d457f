/** PURE. Collects the first bytes of a client until they form a CONNECT. The account's object parses the same bytes again. */

import { type Malformed, PacketDecoder } from "../../broker/codec/decoder.ts";
import { putNewest } from "../../broker/contract/bounded.ts";
import type { ConnectPacket } from "../../broker/session/packet.ts";
import { AddressCounter } from "../address-counter.ts";

// Counts the clients of each address whose CONNECT is incomplete, and blocks addresses for a time.

const MAX_BLOCKED = 10_000;

/** Counted per isolate and in memory: the limit protects the isolate's own memory. */
export class PendingClients {
  readonly #clients = new AddressCounter();
  readonly #blockedUntil = new Map<string, number>();

  /** Returns false if the address is blocked or has `max` clients. After true, call `remove`. */
  add(address: string, max: number, now: number): boolean {
    return (this.#blockedUntil.get(address) ?? 0) <= now && this.#clients.add(address, max);
  }

  block(address: string, until: number): void {
    putNewest(this.#blockedUntil, address, until, MAX_BLOCKED);
  }

  remove(address: string): void {
    this.#clients.remove(address);
  }
}

/** Maximum bytes of a CONNECT here, if the maximum packet size is larger. */
const MAX_CONNECT_BYTES = 64 * 1024;

export type ConnectProgress =
  | { state: "incomplete" }
  /** `bytes` holds everything that was received, including packets behind the CONNECT. */
  | { state: "complete"; connect: ConnectPacket; bytes: Uint8Array }
  | { state: "malformed"; failure: Malformed };

export class ConnectReader {
  readonly #decoder: PacketDecoder;
  #bytes = new Uint8Array(256);
  #length = 0;

  constructor(maximumPacketSize: number) {
    this.#decoder = new PacketDecoder({
      maximumPacketSize: Math.min(maximumPacketSize || MAX_CONNECT_BYTES, MAX_CONNECT_BYTES),
    });
  }

  push(chunk: Uint8Array): ConnectProgress {
    this.#append(chunk);
    const { packets, failure } = this.#decoder.push(chunk);
    const [first] = packets;
    // Checked before `failure`: the object reports a malformed packet behind a valid CONNECT.
    if (first?.type === "connect") {
      return { state: "complete", connect: first, bytes: this.#bytes.slice(0, this.#length) };
    }
    return failure === null ? { state: "incomplete" } : { state: "malformed", failure };
  }

  #append(chunk: Uint8Array): void {
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
