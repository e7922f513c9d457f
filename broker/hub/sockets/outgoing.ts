/** Packets on their way to one socket: they leave together, as one frame. */

import { putPublish } from "../../codec/encoder.ts";
import type { Part } from "../turn/peer.ts";

export class Outgoing {
  #parts: Part[] = [];
  #bytes = 0;

  /** Of a shared PUBLISH the packet id is written where it is copied anyway: a copy of its own costs a microsecond. */
  push(part: Part): void {
    this.#parts.push(part);
    this.#bytes += lengthOf(part);
  }

  /** All of them; null when there are none. */
  take(): Uint8Array | null {
    const parts = this.#parts;
    const [first] = parts;
    if (first === undefined) return null;
    this.#parts = [];
    const length = this.#bytes;
    this.#bytes = 0;
    return parts.length === 1 && first instanceof Uint8Array ? first : joined(parts, length);
  }
}

const PUBLISH = 3;

export const isPublish = (part: Part): boolean =>
  !(part instanceof Uint8Array) || (part[0] as number) >> 4 === PUBLISH;

export const lengthOf = (part: Part): number =>
  part instanceof Uint8Array ? part.length : part.bytes.length;

function joined(parts: readonly Part[], length: number): Uint8Array {
  const whole = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    if (part instanceof Uint8Array) whole.set(part, at);
    else putPublish(whole, at, part, part.packetId, part.dup);
    at += lengthOf(part);
  }
  return whole;
}
