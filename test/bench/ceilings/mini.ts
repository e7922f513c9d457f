/**
 * The smallest broker that an object can be: parses PUBLISH, matches, forwards; all packets for a socket in
 * one frame per turn. No rights, sessions, events or limits. The product's distance to it is the cost of
 * those.
 */
import { DurableObject } from "cloudflare:workers";

const CONNACK = new Uint8Array([0x20, 2, 0, 0]);
const decoder = new TextDecoder();

interface Node {
  children: Map<string, Node>;
  here: Map<WebSocket, 0 | 1>;
}
const node = (): Node => ({ children: new Map(), here: new Map() });

/** The packets of this turn for one socket. */
interface Outgoing {
  bytes: Uint8Array;
  length: number;
}

export class Mini extends DurableObject {
  private readonly tree = node();
  private readonly cache = new Map<string, Map<WebSocket, 0 | 1>>();
  private readonly filters = new Map<WebSocket, [filter: string, qos: 0 | 1][]>();
  private readonly outgoing = new Map<WebSocket, Outgoing>();
  private nextId = 1;
  /** Whether a turn has just sent. */
  private busy = false;

  constructor(state: DurableObjectState, env: Cloudflare.Env) {
    super(state, env);
    for (const socket of state.getWebSockets()) {
      const filters = socket.deserializeAttachment() as [filter: string, qos: 0 | 1][] | null;
      for (const [filter, qos] of filters ?? []) this.walk(filter).here.set(socket, qos);
      this.filters.set(socket, filters ?? []);
    }
  }

  override fetch(): Response {
    const { 0: client, 1: server } = new WebSocketPair();
    this.ctx.acceptWebSocket(server);
    return new Response(null, {
      status: 101,
      webSocket: client,
      headers: { "sec-websocket-protocol": "mqtt" },
    });
  }

  override webSocketMessage(socket: WebSocket, message: ArrayBuffer | string): void {
    const bytes = new Uint8Array(message as ArrayBuffer);
    for (let at = 0; at < bytes.length; ) {
      let length = 0;
      let body = at + 1;
      for (let shift = 0; ; shift += 7) {
        const digit = bytes[body++] ?? 0;
        length |= (digit & 0x7f) << shift;
        if (digit < 0x80) break;
      }
      this.receive(socket, bytes, at, body, body + length);
      at = body + length;
    }
    if (!this.busy) this.flush();
  }

  override webSocketClose(socket: WebSocket): void {
    for (const [filter] of this.filters.get(socket) ?? []) this.walk(filter).here.delete(socket);
    this.filters.delete(socket);
    this.cache.clear();
    socket.close();
  }

  private receive(socket: WebSocket, bytes: Uint8Array, at: number, body: number, end: number): void {
    const first = bytes[at] ?? 0;
    if (first >> 4 === 3) this.publish(socket, bytes, at, body, end);
    else if (first >> 4 === 1) this.append(socket, CONNACK, 0, CONNACK.length);
    else if (first >> 4 === 8) this.subscribe(socket, bytes, body, end);
  }

  private subscribe(socket: WebSocket, bytes: Uint8Array, body: number, end: number): void {
    const codes: number[] = [];
    const mine = this.filters.get(socket) ?? [];
    for (let at = body + 2; at < end; ) {
      const length = ((bytes[at] ?? 0) << 8) | (bytes[at + 1] ?? 0);
      const filter = decoder.decode(bytes.subarray(at + 2, at + 2 + length));
      const qos = bytes[at + 2 + length] === 0 ? 0 : 1;
      this.walk(filter).here.set(socket, qos);
      mine.push([filter, qos]);
      codes.push(qos);
      at += 3 + length;
    }
    this.filters.set(socket, mine);
    // an attachment has room for 16 KiB
    socket.serializeAttachment(mine.slice(0, 100));
    this.cache.clear();
    const reply = new Uint8Array([0x90, 2 + codes.length, bytes[body] ?? 0, bytes[body + 1] ?? 0, ...codes]);
    this.append(socket, reply, 0, reply.length);
  }

  private publish(socket: WebSocket, bytes: Uint8Array, at: number, body: number, end: number): void {
    const topicEnd = body + 2 + (((bytes[body] ?? 0) << 8) | (bytes[body + 1] ?? 0));
    const readers = this.match(decoder.decode(bytes.subarray(body + 2, topicEnd)));
    const wantsAck = ((bytes[at] ?? 0) & 0x06) !== 0;
    let plain: Uint8Array | null = null;
    for (const [reader, qos] of readers) {
      if (wantsAck && qos === 1) {
        const id = this.takeId();
        const start = this.append(reader, bytes, at, end);
        const { bytes: out } = this.outgoing.get(reader) as Outgoing;
        out[start + topicEnd - at] = id >> 8;
        out[start + topicEnd - at + 1] = id & 0xff;
      } else if (wantsAck) {
        plain ??= withoutId(bytes, body, topicEnd, end);
        this.append(reader, plain, 0, plain.length);
      } else this.append(reader, bytes, at, end);
    }
    if (!wantsAck) return;
    const ack = new Uint8Array([0x40, 2, bytes[topicEnd] ?? 0, bytes[topicEnd + 1] ?? 0]);
    this.append(socket, ack, 0, 4);
  }

  private takeId(): number {
    this.nextId = (this.nextId % 65_535) + 1;
    return this.nextId;
  }

  private append(socket: WebSocket, bytes: Uint8Array, from: number, to: number): number {
    const size = to - from;
    const out = this.outgoing.get(socket) ?? { bytes: new Uint8Array(size), length: 0 };
    if (out.length === 0) this.outgoing.set(socket, out);
    if (out.length + size > out.bytes.length) {
      const larger = new Uint8Array(2 * out.bytes.length + size);
      larger.set(out.bytes.subarray(0, out.length));
      out.bytes = larger;
    }
    const start = out.length;
    out.bytes.set(bytes.subarray(from, to), start);
    out.length += size;
    return start;
  }

  /**
   * A single message is sent at once. Later ones are collected until the timer runs, after all waiting
   * frames; a microtask would run after each frame.
   */
  private flush(): void {
    this.busy = this.outgoing.size > 0;
    if (!this.busy) return;
    setTimeout(() => this.flush(), 0);
    for (const [socket, out] of this.outgoing) {
      if (socket.readyState === WebSocket.READY_STATE_OPEN) socket.send(out.bytes.subarray(0, out.length));
    }
    this.outgoing.clear();
  }

  private walk(filter: string): Node {
    let current = this.tree;
    for (const level of filter.split("/")) {
      const next = current.children.get(level) ?? node();
      current.children.set(level, next);
      current = next;
    }
    return current;
  }

  private match(topic: string): Map<WebSocket, 0 | 1> {
    const known = this.cache.get(topic);
    if (known !== undefined) return known;
    const found = new Map<WebSocket, 0 | 1>();
    collect(this.tree, topic.split("/"), 0, found);
    this.cache.set(topic, found);
    return found;
  }
}

function collect(at: Node, levels: readonly string[], depth: number, found: Map<WebSocket, 0 | 1>): void {
  for (const [reader, qos] of at.children.get("#")?.here ?? []) found.set(reader, qos);
  const level = levels[depth];
  if (level === undefined) {
    for (const [reader, qos] of at.here) found.set(reader, qos);
    return;
  }
  for (const name of [level, "+"]) {
    const next = at.children.get(name);
    if (next !== undefined) collect(next, levels, depth + 1, found);
  }
}

/** The packet as QoS 0. Its remaining length keeps the two-byte form wherever it had one. */
function withoutId(bytes: Uint8Array, body: number, topicEnd: number, end: number): Uint8Array {
  const length = end - body - 2;
  const head = length < 128 ? [0x30, length] : [0x30, (length & 0x7f) | 0x80, length >> 7];
  const out = new Uint8Array(head.length + length);
  out.set(head);
  out.set(bytes.subarray(body, topicEnd), head.length);
  out.set(bytes.subarray(topicEnd + 2, end), head.length + topicEnd - body);
  return out;
}
