/**
 * The least that answers an MQTT client: greets, then sends as many ready-made PUBLISH frames to every subscriber
 * as frames came in, counted by their length; what a subscriber says besides, its pings, is not forwarded. It says how fast the generator could be if a broker cost nothing.
 */
import { createHash } from "node:crypto";
import { createServer, type Socket } from "node:net";

const GUID = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";
const CONNACK = Buffer.from([0x82, 4, 0x20, 2, 0, 0]);
const SUBACK = Buffer.from([0x82, 5, 0x90, 3, 0, 1, 0]);
const MASK_BYTES = 4;

const subscribers = new Set<Socket>();
const frames: { one: Buffer; many: Buffer } = { one: Buffer.alloc(0), many: Buffer.alloc(0) };
const MANY = 1024;

/** The server's form of a client's frame: no mask. */
function prepare(frame: Buffer): void {
  const length = (frame[1] ?? 0) & 0x7f;
  const header = length < 126 ? [0x82, length] : [0x82, 126, frame[2] ?? 0, frame[3] ?? 0];
  frames.one = Buffer.concat([Buffer.from(header), frame.subarray(header.length + MASK_BYTES)]);
  frames.many = Buffer.concat(Array.from({ length: MANY }, () => frames.one));
}

function forward(count: number): void {
  for (let left = count; left > 0; left -= MANY) {
    const bytes = frames.many.subarray(0, Math.min(left, MANY) * frames.one.length);
    for (const subscriber of subscribers) subscriber.write(bytes);
  }
}

function frameLength(bytes: Buffer): number {
  const short = (bytes[1] ?? 0) & 0x7f;
  return short < 126 ? 2 + MASK_BYTES + short : 4 + MASK_BYTES + bytes.readUInt16BE(2);
}

function serve(socket: Socket): void {
  let state: "upgrade" | "greet" | "ready" | "reading" = "upgrade";
  let publishLength = 0;
  let bytesLeft = 0;
  socket.setNoDelay(true);
  socket.on("error", () => socket.destroy());
  socket.on("close", () => subscribers.delete(socket));
  socket.on("data", (chunk: Buffer) => {
    if (state === "upgrade") {
      const key = /Sec-WebSocket-Key: (\S+)/.exec(chunk.toString("latin1"))?.[1] ?? "";
      const accept = createHash("sha1")
        .update(key + GUID)
        .digest("base64");
      socket.write(
        `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${accept}\r\n\r\n`,
      );
      state = "greet";
    } else if (state === "greet") {
      socket.write(CONNACK);
      state = "ready";
    } else if (chunk[6] === 0x82 && publishLength === 0) {
      subscribers.add(socket);
      socket.write(SUBACK);
      state = "reading";
    } else if (state === "ready") {
      if (publishLength === 0) {
        publishLength = frameLength(chunk);
        prepare(chunk.subarray(0, publishLength));
      }
      bytesLeft += chunk.length;
      forward(Math.floor(bytesLeft / publishLength));
      bytesLeft %= publishLength;
    }
  });
}

const server = createServer(serve);
server.listen(0, "127.0.0.1", () => {
  const address = server.address();
  if (address !== null && typeof address === "object") console.log(JSON.stringify({ port: address.port }));
});
