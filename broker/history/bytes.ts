/** Variable-length integers: seven bits per byte, the sign in the lowest bit. Exact up to 2^53. */

const FIRST = 256;
const SMALL = 2 ** 31 - 1;

export class ByteWriter {
  #bytes = new Uint8Array(FIRST);
  length = 0;

  #room(more: number): void {
    if (this.length + more <= this.#bytes.length) return;
    const larger = new Uint8Array(Math.max(this.#bytes.length * 2, this.length + more));
    larger.set(this.#bytes);
    this.#bytes = larger;
  }

  unsigned(value: number): void {
    this.#room(8);
    let left = value;
    while (left > SMALL) {
      this.#bytes[this.length++] = (left % 0x80) | 0x80;
      left = Math.floor(left / 0x80);
    }
    // 32-bit integer operations are several times as fast
    let small = left | 0;
    while (small >= 0x80) {
      this.#bytes[this.length++] = (small & 0x7f) | 0x80;
      small >>= 7;
    }
    this.#bytes[this.length++] = small;
  }

  signed(value: number): void {
    this.unsigned(value < 0 ? -value * 2 - 1 : value * 2);
  }

  raw(bytes: Uint8Array): void {
    this.#room(bytes.length);
    this.#bytes.set(bytes, this.length);
    this.length += bytes.length;
  }

  result(): Uint8Array {
    return this.#bytes.slice(0, this.length);
  }
}

export class ByteReader {
  readonly #bytes: Uint8Array;
  at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  get done(): boolean {
    return this.at >= this.#bytes.length;
  }

  unsigned(): number {
    const first = this.#bytes[this.at++] ?? 0;
    if (first < 0x80) return first;
    let value = first & 0x7f;
    let scale = 0x80;
    for (;;) {
      const byte = this.#bytes[this.at++] ?? 0;
      value += (byte & 0x7f) * scale;
      if (byte < 0x80) return value;
      scale *= 0x80;
    }
  }

  signed(): number {
    const value = this.unsigned();
    return value % 2 === 0 ? value / 2 : -(value + 1) / 2;
  }

  raw(length: number): Uint8Array {
    this.at += length;
    return this.#bytes.subarray(this.at - length, this.at);
  }
}
