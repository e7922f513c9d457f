/**
 * The client's side of RFC 6455, as little as a load generator needs.
 * Frames are masked with the zero key: the server unmasks as it must, and we need not touch the payload.
 */
import { randomBytes } from "node:crypto";

const BINARY_FINAL = 0x82;
const OPCODE = { continuation: 0, binary: 2, close: 8 } as const;

/** The closing frame, which the peer returns. */
export const CLOSE_FRAME = Buffer.from([0x88, 0x80, 0, 0, 0, 0]);

/** One final binary frame around these bytes. */
export function encodeFrame(payload: Uint8Array): Buffer {
  const { length } = payload;
  const header =
    length < 126
      ? [BINARY_FINAL, 0x80 | length]
      : length < 65_536
        ? [BINARY_FINAL, 0xfe, length >> 8, length & 0xff]
        : [
            BINARY_FINAL,
            0xff,
            0,
            0,
            0,
            0,
            length >>> 24,
            (length >> 16) & 255,
            (length >> 8) & 255,
            length & 255,
          ];
  return Buffer.concat([Buffer.from([...header, 0, 0, 0, 0]), payload]);
}

export function upgradeRequest(port: number, path: string): string {
  const key = randomBytes(16).toString("base64");
  return [
    `GET ${path} HTTP/1.1`,
    `Host: 127.0.0.1:${port}`,
    "Connection: Upgrade",
    "Upgrade: websocket",
    "Sec-WebSocket-Version: 13",
    `Sec-WebSocket-Key: ${key}`,
    "Sec-WebSocket-Protocol: mqtt",
    "\r\n",
  ].join("\r\n");
}

/** Takes the server's frames apart, whichever way the chunks fall, and hands on the payload bytes in order. */
export class FrameReader {
  /** A header that the last chunk cut in two. */
  private partial: Buffer | null = null;
  private payloadLeft = 0;
  private opcode = 0;
  private readonly onPayload: (bytes: Buffer, start: number, end: number) => void;
  private readonly onClose: () => void;

  constructor(onPayload: (bytes: Buffer, start: number, end: number) => void, onClose: () => void) {
    this.onPayload = onPayload;
    this.onClose = onClose;
  }

  push(received: Buffer): void {
    const chunk = this.partial === null ? received : Buffer.concat([this.partial, received]);
    this.partial = null;
    let at = 0;
    while (at < chunk.length) {
      if (this.payloadLeft === 0) {
        const body = this.readHeader(chunk, at);
        if (body < 0) {
          this.partial = Buffer.from(chunk.subarray(at));
          return;
        }
        at = body;
        if (this.opcode === OPCODE.close) {
          this.onClose();
          return;
        }
      }
      const end = Math.min(chunk.length, at + this.payloadLeft);
      if (this.opcode === OPCODE.binary || this.opcode === OPCODE.continuation)
        this.onPayload(chunk, at, end);
      this.payloadLeft -= end - at;
      at = end;
    }
  }

  /** Where the payload begins, or -1 when the header is not all there. */
  private readHeader(chunk: Buffer, at: number): number {
    if (at + 2 > chunk.length) return -1;
    const short = (chunk[at + 1] ?? 0) & 0x7f;
    const size = short < 126 ? 2 : short === 126 ? 4 : 10;
    if (at + size > chunk.length) return -1;
    this.opcode = (chunk[at] ?? 0) & 0x0f;
    this.payloadLeft =
      short < 126
        ? short
        : short === 126
          ? chunk.readUInt16BE(at + 2)
          : Number(chunk.readBigUInt64BE(at + 2));
    return at + size;
  }
}
