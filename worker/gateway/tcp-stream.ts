/** A TCP connection of the Worker as a `ByteStream`. Reading and writing wait by themselves, so back-pressure is built in. */

import { type ByteStream, NORMAL_CLOSE, type StreamEnd } from "./byte-stream.ts";

const CHUNK_BYTES = 64 * 1024;

export class TcpStream implements ByteStream {
  readonly closing = NORMAL_CLOSE;
  readonly closed = new Promise<StreamEnd>(() => {});
  readonly #socket: Socket;
  readonly #reader: ReadableStreamBYOBReader;
  readonly #writer: WritableStreamDefaultWriter<Uint8Array>;
  #buffer = new Uint8Array(CHUNK_BYTES);

  constructor(socket: Socket) {
    this.#socket = socket;
    this.#reader = socket.readable.getReader({ mode: "byob" });
    this.#writer = socket.writable.getWriter();
    // `read` reports the same error.
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
    const ignore = () => {};
    this.#reader.cancel().catch(ignore);
    this.#writer.abort().catch(ignore);
    this.#socket.close().catch(ignore);
  }
}
