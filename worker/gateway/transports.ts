/** The transports whose CONNECT is read first: WebSocket at `/mqtt`, or at an account that blocks its address, and TCP. */

import { waitUntil } from "cloudflare:workers";
import { subprotocolOf } from "../../broker/contract/client.ts";
import { type Env, settings } from "../env.ts";
import { hostOfPeer } from "../throttle/address.ts";
import { bridgeHeaders, edgeOf, originAt, originOf } from "./arrival.ts";
import { type ByteStream, NORMAL_CLOSE, type StreamEnd } from "./byte-stream.ts";
import { admitPending, blockAddress, connectDeadline, maxUnreadBytes, serve } from "./serve.ts";
import { FLOOD, WebSocketStream } from "./websocket-stream.ts";

// A TCP connection of the Worker as a `ByteStream`. Reading and writing wait by themselves, so back-pressure is built in.

const CHUNK_BYTES = 64 * 1024;

class TcpStream implements ByteStream {
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

/**
 * Answers an upgrade. The caller has checked its path, origin and subprotocol. `account`: the one in its address, or null.
 */
export function openWebSocket(request: Request, env: Env, account: string | null = null): Response {
  const origin = originOf(request, env);
  const { address } = origin;
  if (!admitPending(env, address)) {
    const detail = "Too many clients of this address have not sent CONNECT yet.";
    const headers = { "Retry-After": String(connectDeadline(env)) };
    return Response.json({ detail }, { status: 503, headers });
  }
  const [forClient, own] = Object.values(new WebSocketPair()) as [WebSocket, WebSocket];
  const client = new WebSocketStream(own, maxUnreadBytes(env), settings(env).broker.MQTT_FRAME_RATE);
  const served = serve(env, client, origin, { edge: edgeOf(env, request, origin), account }).then(() => {
    if (client.closing === FLOOD) blockAddress(env, address);
  });
  // The open socket keeps the invocation running. A client may close before its account is found: its frames are
  // delivered after that.
  void client.closed.then(() => waitUntil(served));
  return new Response(null, {
    status: 101,
    webSocket: forClient,
    headers: { "Sec-WebSocket-Protocol": subprotocolOf(request) ?? "", ...bridgeHeaders(origin) },
  });
}

export async function openTcp(socket: Socket, env: Env): Promise<void> {
  const { remoteAddress = "" } = await socket.opened;
  const address = hostOfPeer(remoteAddress);
  if (!admitPending(env, address)) return socket.close();
  const client = new TcpStream(socket);
  await serve(env, client, originAt(env, address));
  client.destroy();
}
