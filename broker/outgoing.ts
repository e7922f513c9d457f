/** Packets on their way to one socket: they leave together, as one frame. */

import { type PublishTemplate, putPublish } from "./codec/encoder.ts";

/** A PUBLISH that its readers share, and what is one reader's own. */
export interface Addressed extends PublishTemplate {
  packetId: number;
  dup: boolean;
}

export class Outgoing {
  #parts: (Uint8Array | Addressed)[] = [];
  #bytes = 0;

  get count(): number {
    return this.#parts.length;
  }

  push(bytes: Uint8Array): void {
    this.#parts.push(bytes);
    this.#bytes += bytes.length;
  }

  /** Its packet id is written where it is copied anyway: a copy of its own costs a microsecond. */
  pushAddressed(publish: Addressed): void {
    this.#parts.push(publish);
    this.#bytes += publish.bytes.length;
  }

  /** All but the first `count` never were. */
  revert(count: number): void {
    for (const undone of this.#parts.splice(count)) this.#bytes -= lengthOf(undone);
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

const lengthOf = (part: Uint8Array | Addressed): number =>
  part instanceof Uint8Array ? part.length : part.bytes.length;

function joined(parts: readonly (Uint8Array | Addressed)[], length: number): Uint8Array {
  const whole = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    if (part instanceof Uint8Array) whole.set(part, at);
    else putPublish(whole, at, part, part.packetId, part.dup);
    at += lengthOf(part);
  }
  return whole;
}
