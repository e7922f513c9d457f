/** A TCP connection of the Worker as a link. Both directions hold back by themselves: reading and writing wait. */

import { type Link, NORMAL, type Outcome } from "./link.ts";

const CHUNK = 64 * 1024;

export function tcpLink(socket: Socket): Link {
  return new TcpLink(socket);
}

class TcpLink implements Link {
  readonly closing = NORMAL;
  /** TCP tells its end by reading. */
  readonly over = new Promise<Outcome>(() => {});
  readonly #socket: Socket;
  readonly #reader: ReadableStreamBYOBReader;
  readonly #writer: WritableStreamDefaultWriter<Uint8Array>;
  #buffer = new Uint8Array(CHUNK);

  constructor(socket: Socket) {
    this.#socket = socket;
    this.#reader = socket.readable.getReader({ mode: "byob" });
    this.#writer = socket.writable.getWriter();
    // Its rejection tells nothing that reading does not tell.
    socket.closed.catch(() => {});
  }

  async read(): Promise<Uint8Array | null> {
    const { value, done } = await this.#reader.read(this.#buffer);
    if (done || value === undefined) return null;
    const bytes = value.slice();
    this.#buffer = new Uint8Array(value.buffer);
    return bytes;
  }

  async write(bytes: Uint8Array): Promise<void> {
    await this.#writer.write(bytes);
  }

  async end(): Promise<void> {
    await this.#writer.close();
  }

  destroy(): void {
    const nothing = () => {};
    this.#reader.cancel().catch(nothing);
    this.#writer.abort().catch(nothing);
    this.#socket.close().catch(nothing);
  }
}
