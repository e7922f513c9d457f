/**
 * The smallest broker that an object can be: parses PUBLISH, matches, forwards; all packets for a socket in one frame per
 * round. No rights, sessions, events or limits. The product's distance to it is the cost of those.
 */
import { DurableObject } from "cloudflare:workers";

type Granted = 0 | 1;

interface Connection {
  socket: WebSocket;
  filters: [filter: string, qos: Granted][];
  /** Its last topic as bytes, and the route: a client publishes mostly to one topic. */
  topic: Uint8Array;
  route: Route;
  /** Packets of this round and their length. */
  out: Uint8Array[];
  length: number;
}

/** The readers of a topic, and the QoS that each has at most. */
interface Route {
  version: number;
  readers: Connection[];
  qos: Granted[];
}

interface Node {
  children: Map<string, Node>;
  here: Map<Connection, Granted>;
}

const CONNACK = new Uint8Array([0x20, 2, 0, 0]);
const NO_TOPIC = new Uint8Array(0);
const NO_ROUTE: Route = { version: -1, readers: [], qos: [] };
/** A round of at most this many frames is answered at once, and so is the first frame of the next one. */
const FEW = 4;
const decoder = new TextDecoder();
const node = (): Node => ({ children: new Map(), here: new Map() });

export class Mini extends DurableObject {
  private readonly connections = new Map<WebSocket, Connection>();
  private readonly tree = node();
  private readonly routes = new Map<string, Route>();
  /** Incremented with each change of a subscription. */
  private version = 0;
  private nextId = 1;
  private waiting: Connection[] = [];
  /** Frames since the round began. */
  private frames = 0;
  private isRunning = false;
  private isFlood = false;

  constructor(state: DurableObjectState, env: Cloudflare.Env) {
    super(state, env);
    for (const socket of state.getWebSockets()) {
      const filters = socket.deserializeAttachment() as Connection["filters"] | null;
      const connection = this.enter(socket, filters ?? []);
      for (const [filter, qos] of connection.filters) this.walk(filter).here.set(connection, qos);
    }
  }

  override fetch(): Response {
    const { 0: client, 1: server } = new WebSocketPair();
    this.ctx.acceptWebSocket(server);
    this.enter(server, []);
    return new Response(null, {
      status: 101,
      webSocket: client,
      headers: { "sec-websocket-protocol": "mqtt" },
    });
  }

  private enter(socket: WebSocket, filters: Connection["filters"]): Connection {
    const connection = { socket, filters, topic: NO_TOPIC, route: NO_ROUTE, out: [], length: 0 };
    this.connections.set(socket, connection);
    return connection;
  }

  override webSocketMessage(socket: WebSocket, message: ArrayBuffer | string): void {
    const connection = this.connections.get(socket);
    if (connection === undefined) return;
    const bytes = new Uint8Array(message as ArrayBuffer);
    for (let at = 0; at < bytes.length; ) {
      let length = 0;
      let body = at + 1;
      for (let shift = 0; ; shift += 7) {
        const digit = bytes[body++] as number;
        length |= (digit & 0x7f) << shift;
        if (digit < 0x80) break;
      }
      this.receive(connection, bytes, at, body, body + length);
      at = body + length;
    }
    this.answer();
  }

  override webSocketClose(socket: WebSocket): void {
    const connection = this.connections.get(socket);
    if (connection === undefined) return;
    for (const [filter] of connection.filters) this.walk(filter).here.delete(connection);
    this.connections.delete(socket);
    this.version++;
    socket.close();
  }

  private receive(from: Connection, bytes: Uint8Array, at: number, body: number, end: number): void {
    const type = (bytes[at] as number) >> 4;
    if (type === 3) this.publish(from, bytes, at, body, end);
    else if (type === 1) this.append(from, CONNACK);
    else if (type === 8) this.subscribe(from, bytes, body, end);
  }

  private subscribe(from: Connection, bytes: Uint8Array, body: number, end: number): void {
    const codes: number[] = [];
    for (let at = body + 2; at < end; ) {
      const length = ((bytes[at] as number) << 8) | (bytes[at + 1] as number);
      const filter = decoder.decode(bytes.subarray(at + 2, at + 2 + length));
      const qos = bytes[at + 2 + length] === 0 ? 0 : 1;
      this.walk(filter).here.set(from, qos);
      from.filters.push([filter, qos]);
      codes.push(qos);
      at += 3 + length;
    }
    // an attachment has room for 16 KiB
    from.socket.serializeAttachment(from.filters.slice(0, 100));
    this.version++;
    const [high = 0, low = 0] = bytes.subarray(body);
    this.append(from, new Uint8Array([0x90, 2 + codes.length, high, low, ...codes]));
  }

  private publish(from: Connection, bytes: Uint8Array, at: number, body: number, end: number): void {
    const topicEnd = body + 2 + (((bytes[body] as number) << 8) | (bytes[body + 1] as number));
    const { readers, qos } = this.route(from, bytes, body + 2, topicEnd);
    const packet = at === 0 && end === bytes.length ? bytes : bytes.subarray(at, end);
    if (((bytes[at] as number) & 0x06) === 0) {
      for (const reader of readers) this.append(reader, packet);
      return;
    }
    const idAt = topicEnd - at;
    const ack = new Uint8Array(4);
    ack[0] = 0x40;
    ack[1] = 2;
    ack[2] = packet[idAt] as number;
    ack[3] = packet[idAt + 1] as number;
    this.append(from, ack);
    let plain: Uint8Array | null = null;
    for (let each = 0; each < readers.length; each++) {
      const reader = readers[each] as Connection;
      if (qos[each] === 1) this.append(reader, this.withNewId(packet, idAt));
      else {
        plain ??= withoutId(packet, body - at, idAt);
        this.append(reader, plain);
      }
    }
  }

  private withNewId(packet: Uint8Array, at: number): Uint8Array {
    this.nextId = (this.nextId % 65_535) + 1;
    const own = packet.slice();
    own[at] = this.nextId >> 8;
    own[at + 1] = this.nextId;
    return own;
  }

  private append(to: Connection, packet: Uint8Array): void {
    if (to.out.length === 0) this.waiting.push(to);
    to.out.push(packet);
    to.length += packet.length;
  }

  /**
   * A single frame is answered at once. Later ones are collected until the timer runs, after all waiting frames; a
   * microtask would run after each frame. After a round of many frames the next one is collected from its first frame.
   */
  private answer(): void {
    this.frames++;
    if (this.isRunning || this.waiting.length === 0) return;
    this.isRunning = true;
    setTimeout(() => this.endRound(), 0);
    if (!this.isFlood && this.waiting.length <= FEW) this.flush();
  }

  private endRound(): void {
    this.isRunning = false;
    this.isFlood = this.frames > FEW;
    this.frames = 0;
    this.flush();
  }

  private flush(): void {
    const { waiting } = this;
    if (waiting.length === 0) return;
    this.waiting = [];
    let shared: Connection["out"] = [];
    let frame: Uint8Array = NO_TOPIC;
    for (const to of waiting) {
      // readers of the same messages share a frame
      if (!isSame(to.out, shared)) {
        shared = to.out;
        frame = joined(to.out, to.length);
      }
      to.out = [];
      to.length = 0;
      if (to.socket.readyState === WebSocket.READY_STATE_OPEN) to.socket.send(frame);
    }
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

  private route(from: Connection, bytes: Uint8Array, start: number, end: number): Route {
    const isLast = from.route.version === this.version && isAt(bytes, start, end, from.topic);
    if (isLast) return from.route;
    from.topic = bytes.slice(start, end);
    from.route = this.match(decoder.decode(from.topic));
    return from.route;
  }

  private match(topic: string): Route {
    const known = this.routes.get(topic);
    if (known?.version === this.version) return known;
    const found = new Map<Connection, Granted>();
    collect(this.tree, topic.split("/"), 0, found);
    const route = { version: this.version, readers: [...found.keys()], qos: [...found.values()] };
    this.routes.set(topic, route);
    return route;
  }
}

function collect(at: Node, levels: readonly string[], depth: number, found: Map<Connection, Granted>): void {
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

function isAt(bytes: Uint8Array, start: number, end: number, expected: Uint8Array): boolean {
  if (end - start !== expected.length) return false;
  // topics usually differ at their end
  for (let at = expected.length - 1; at >= 0; at--) if (bytes[start + at] !== expected[at]) return false;
  return true;
}

const isSame = (some: readonly Uint8Array[], others: readonly Uint8Array[]): boolean =>
  some.length === others.length && some.every((each, at) => each === others[at]);

function joined(packets: readonly Uint8Array[], length: number): Uint8Array {
  const [first] = packets;
  if (packets.length === 1 && first !== undefined) return first;
  const frame = new Uint8Array(length);
  let at = 0;
  for (const packet of packets) {
    frame.set(packet, at);
    at += packet.length;
  }
  return frame;
}

/** The packet as QoS 0. Its remaining length keeps the two-byte form wherever it had one. */
function withoutId(packet: Uint8Array, body: number, topicEnd: number): Uint8Array {
  const length = packet.length - body - 2;
  const head = length < 128 ? [0x30, length] : [0x30, (length & 0x7f) | 0x80, length >> 7];
  const out = new Uint8Array(head.length + length);
  out.set(head);
  out.set(packet.subarray(body, topicEnd), head.length);
  out.set(packet.subarray(topicEnd + 2), head.length + topicEnd - body);
  return out;
}
