/** MQTT as bytes over a WebSocket or TCP. Returns whole packets without interpreting them. */

import { connect as connectTcp } from "node:net";
import { bytes, endOfPacket } from "./packet-bytes.ts";
import { until } from "./until.ts";

export interface ByteStream {
  send(...parts: Uint8Array[]): void;
  next(): Promise<string>;
  /** Waits until the peer has closed. Returns the bytes received before that in hex. */
  ended(): Promise<string>;
  close(): void;
}

interface Line {
  write(data: Uint8Array<ArrayBuffer>): void;
  close(): void;
}

function streamOver(open: (take: (data: Uint8Array) => void, end: () => void) => Line): ByteStream {
  let received: Uint8Array<ArrayBuffer> = new Uint8Array(0);
  let over = false;
  const line = open(
    (data) => {
      received = new Uint8Array(bytes(received, data));
    },
    () => {
      over = true;
    },
  );
  return {
    send: (...parts) => line.write(new Uint8Array(bytes(...parts))),
    close: () => line.close(),
    next: async () => {
      const end = await until("a packet", () => endOfPacket(received) || null);
      const packet = received.subarray(0, end);
      received = received.subarray(end);
      return Buffer.from(packet).toString("hex");
    },
    ended: async () => {
      await until("the end of the connection", () => over);
      return Buffer.from(received).toString("hex");
    },
  };
}

export async function overWebSocket(url: string): Promise<ByteStream> {
  const socket = new WebSocket(url, "mqtt");
  socket.binaryType = "arraybuffer";
  const stream = streamOver((take, end) => {
    socket.addEventListener("message", (event) => take(new Uint8Array(event.data as ArrayBuffer)));
    socket.addEventListener("close", end);
    return { write: (data) => socket.send(data), close: () => socket.close() };
  });
  await until(`a WebSocket to ${url}`, () => socket.readyState === WebSocket.OPEN);
  return stream;
}

export async function overTcp(port: number): Promise<ByteStream> {
  const socket = connectTcp({ host: "127.0.0.1", port });
  const stream = streamOver((take, end) => {
    socket.on("data", take);
    socket.on("close", end);
    socket.on("error", end);
    return { write: (data) => socket.write(data), close: () => socket.destroy() };
  });
  await until("a TCP connection", () => socket.readyState === "open");
  return stream;
}
