/** Sockets of a program that waits in each call. Data are in hexadecimal digits. */

import { once } from "node:events";
import { readFileSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { connect as secureConnect } from "node:tls";

/** The calls of `lib/socket.py` and `lib/ssl.py`. */
export const CALLS = ["open", "secure", "send", "receive", "close"] as const;

interface Line {
  socket: Socket;
  unread: string;
  hasEnded: boolean;
  wake(): void;
}

const isOpened = (socket: Socket, event: string): Promise<boolean> =>
  once(socket, event).then(
    () => true,
    () => false,
  );

export class Sockets {
  readonly #lines: Line[] = [];
  readonly #authority: string | undefined;

  /** The file of the certificate that verifies servers. */
  constructor(authority: string | undefined) {
    this.#authority = authority;
  }

  /** Returns the number of the socket, or -1. */
  async open(host: string, port: number): Promise<number> {
    const socket = connect(port, host);
    if (!(await isOpened(socket, "connect"))) return -1;
    this.#listen(socket, this.#lines.length);
    return this.#lines.length - 1;
  }

  async secure(id: number, servername: string): Promise<boolean> {
    const plain = this.#lines[id]?.socket;
    if (plain === undefined || this.#authority === undefined) return false;
    plain.removeAllListeners("data");
    const socket = secureConnect({ socket: plain, ca: readFileSync(this.#authority), servername });
    if (!(await isOpened(socket, "secureConnect"))) return false;
    this.#listen(socket, id);
    return true;
  }

  send(id: number, data: string): boolean {
    const line = this.#lines[id];
    if (line === undefined || line.hasEnded) return false;
    line.socket.write(Buffer.from(data, "hex"));
    return true;
  }

  /** Returns up to `count` bytes, "nothing", or "end". */
  async receive(id: number, count: number, isBlocking: boolean): Promise<string> {
    const line = this.#lines[id];
    if (line === undefined) return "end";
    while (line.unread === "" && !line.hasEnded && isBlocking) {
      await new Promise<void>((resolve) => {
        line.wake = resolve;
      });
    }
    if (line.unread === "") return line.hasEnded ? "end" : "nothing";
    const part = line.unread.slice(0, 2 * count);
    line.unread = line.unread.slice(part.length);
    return part;
  }

  close(id: number): boolean {
    this.#lines[id]?.socket.destroy();
    return true;
  }

  #listen(socket: Socket, id: number): void {
    const line: Line = { socket, unread: "", hasEnded: false, wake: () => {} };
    this.#lines[id] = line;
    socket.on("error", () => {});
    socket.on("data", (chunk) => {
      line.unread += chunk.toString("hex");
      line.wake();
    });
    socket.once("close", () => {
      line.hasEnded = true;
      line.wake();
    });
  }
}
