/**
 * Ingress: sockets open, wake up, deliver frames and close. Packets that arrive before CONNECT is answered wait here.
 */

import type { Arrival } from "../../contract/account.ts";
import type { BrokerLimits } from "../../contract/limits.ts";
import { TokenBucket } from "../../contract/token-bucket.ts";
import type { Packet } from "../../session/packet.ts";
import { isOurs, limitReason, REASONS, type Reason, reasonOf } from "../../session/reason.ts";
import { packetInAccount } from "../../session/view.ts";
import type { Fragments } from "../../storage/fragments.ts";
import type { BlockList } from "../limits/block-list.ts";
import type { Turns } from "../turn/turns.ts";
import { attachmentOf, firstAttachment } from "./attachment.ts";
import { SEEN_RESOLUTION } from "./attachment-writer.ts";
import { Connection } from "./connection.ts";
import type { Connections } from "./connections.ts";
import { largestFrames } from "./frame-size.ts";
import type { IncompletePacket } from "./incomplete-packet.ts";
import { type Arrived, IngressQueue, TRANSACTION } from "./ingress-queue.ts";
import { OutboundBuffer } from "./outbound-buffer.ts";

export interface IngressDependencies {
  fragments: Fragments;
  limits: BrokerLimits;
  turns: Turns<Connection>;
  connections: Connections;
  blockList: BlockList;
  incompletePacket: IncompletePacket;
  /** Milliseconds since 1970. */
  clock: () => number;
  wakeAt: (at: number) => void;
  /** A client closed this connection, which has been ended already as one that was lost. */
  closedWhileAsleep: (connection: Connection) => void;
  /** For a client that ignores its close: nothing else ends its socket. */
  restart: () => void;
}

export class Ingress {
  readonly #deps: IngressDependencies;
  /** Reading an attachment costs more than all other work for a small message. */
  #bySocket = new WeakMap<WebSocket, Connection>();
  /** Rate limiters of connections before CONNECT is accepted. */
  #strangers = new WeakMap<Connection, TokenBucket>();
  readonly queue = new IngressQueue(
    (connection, arrived, now) => this.#serve(connection, arrived, now),
    () => this.#deps.clock(),
  );
  readonly #largest: ReturnType<typeof largestFrames>;

  constructor(deps: IngressDependencies) {
    this.#deps = deps;
    this.#largest = largestFrames(deps.limits);
  }

  /** Restores a connection after hibernation. Returns null when the socket is not to be used any more. */
  wake(socket: WebSocket): Connection | null {
    if (socket.readyState !== WebSocket.OPEN) return null;
    const connection = this.#connection(socket);
    if (connection.session.state === "closed") {
      // its CONNECT was being authenticated when memory was lost: the client connects again
      socket.close(REASONS.serverBusy.close, REASONS.serverBusy.words);
      return null;
    }
    // frames may have arrived after the time in the attachment
    connection.noteFrame(connection.lastSeen + SEEN_RESOLUTION);
    this.#deps.connections.add(connection);
    this.#deps.incompletePacket.note(connection, true);
    if (connection.client === null) this.#deps.blockList.opened(connection);
    return connection;
  }

  #connection(socket: WebSocket): Connection {
    const { limits, fragments, clock } = this.#deps;
    const { MQTT_MAX_UNSENT: cap, MQTT_MAX_PACKET_SIZE: maximumPacketSize } = limits;
    // no limit on publishing means no limit on delivery
    const outboundBuffer = new OutboundBuffer(limits.MQTT_PUBLISH_RATE === 0 ? 0 : cap, cap);
    const rate = limits.MQTT_FRAME_RATE;
    const frames = rate === 0 ? null : new TokenBucket(rate, clock());
    const connection = new Connection(socket, fragments, { maximumPacketSize, outboundBuffer, frames });
    this.#bySocket.set(socket, connection);
    return connection;
  }

  open(socket: WebSocket, { isConnectRead, ...edge }: Arrival): void {
    const { connections, blockList, limits, clock, wakeAt } = this.#deps;
    const now = clock();
    socket.serializeAttachment(firstAttachment(now, edge));
    const connection = this.#connection(socket);
    connections.add(connection);
    blockList.opened(connection, isConnectRead);
    const deadline = limits.MQTT_CONNECT_DEADLINE;
    if (deadline > 0) wakeAt(now + deadline * 1000);
  }

  #find(socket: WebSocket): Connection | undefined {
    const found = this.#bySocket.get(socket);
    if (found !== undefined) return this.#deps.connections.get(found.id);
    return this.#deps.connections.get(attachmentOf(socket.deserializeAttachment()).id);
  }

  /** Counts a frame before any other work. Returns its connection; null when the frame is not processed. */
  counted(socket: WebSocket, data: ArrayBuffer | string): Connection | null {
    const connection = this.#find(socket);
    if (connection === undefined) {
      this.#ended(socket, typeof data === "string" ? data.length : data.byteLength);
      return null;
    }
    const now = this.#deps.clock();
    connection.noteFrame(now);
    const { frames } = connection;
    if (frames === null) return connection;
    const known = connection.client !== null || this.#strangerMay(connection, now);
    if (frames.take(now) === "pass" && known) return connection;
    this.#rushed(connection);
    return null;
  }

  /** Before CONNECT is accepted, frames of one second are enough for one packet. */
  #strangerMay(connection: Connection, now: number): boolean {
    const rate = this.#deps.limits.MQTT_FRAME_RATE;
    const own = this.#strangers.get(connection) ?? new TokenBucket(rate, now, rate);
    this.#strangers.set(connection, own);
    return own.take(now) === "pass";
  }

  #rushed(connection: Connection): void {
    this.#deps.blockList.tooManyFrames(connection);
    this.drop(connection, limitReason("MQTT_FRAME_RATE"));
  }

  message(connection: Connection, data: ArrayBuffer | string): void {
    // the frame was counted just now: reading the clock again costs half a turn
    if (!this.queue.holds(connection)) this.#serve(connection, data, connection.lastSeen);
    else if (!this.queue.wait(connection, data) && connection.frames !== null) this.#rushed(connection);
  }

  #serve(connection: Connection, arrived: Arrived, now: number): void {
    if (!this.#deps.connections.has(connection.id)) return;
    if (arrived === null) this.#lost(connection);
    // [MQTT-6.0.0-1] text frames are no MQTT
    else if (typeof arrived === "string") this.drop(connection, { ...REASONS.malformed, close: 1003 });
    else this.#frame(connection, new Uint8Array(arrived), now);
  }

  /** An ended connection may still have packets on their way: they are counted and ignored. */
  #ended(socket: WebSocket, bytes: number): void {
    const { blockList, turns, restart } = this.#deps;
    const before = this.#bySocket.get(socket);
    if (before === undefined) socket.close(1000);
    const connection = before ?? this.#connection(socket);
    // a client that floods sends thousands before it takes the close: no turn for each of them
    if (!blockList.ignoresClose(connection, bytes)) return;
    turns.together(() => blockList.write());
    if (blockList.mayRestart(connection)) restart();
  }

  #frame(connection: Connection, bytes: Uint8Array, now: number): void {
    const { blockList, turns, incompletePacket, limits } = this.#deps;
    if (bytes.length > this.#largest[connection.client === null ? "stranger" : "connected"]) {
      blockList.oversized(connection);
      const { MQTT_MAX_PACKET_SIZE: most } = limits;
      this.drop(connection, limitReason("MQTT_MAX_PACKET_SIZE", most, bytes.length));
      return;
    }
    const { packets, failure } = connection.receive(bytes);
    const mayBeIncomplete = connection.decoder.pendingLength > 0 || incompletePacket.held.size > 0;
    if (mayBeIncomplete) incompletePacket.note(connection, packets.length > 0);
    const { transactions, failures } = turns;
    const isDone = (packet: Packet) => this.#packet(connection, packet) && turns.failures === failures;
    const done = turns.together(() => {
      turns.reached(connection);
      return packets.every(isDone) && (failure === null || this.#malformed(connection, failure));
    }, now);
    this.queue.spend(packets.length + (turns.transactions > transactions ? TRANSACTION : 1));
    if (!done) this.drop(connection, REASONS.implementationError);
    if (mayBeIncomplete) incompletePacket.bound((each, reason) => this.drop(each, reason));
  }

  #malformed(connection: Connection, failure: DecodeFailure): boolean {
    const reason = { ...reasonOf(failure.reason, failure.words), connack: failure.connackCode311 ?? null };
    const { version, topic, connect } = failure;
    const read = { ...(topic !== undefined && { topic }), ...(connect !== undefined && { connect }) };
    return this.#deps.turns.turn((plan) =>
      plan.input(connection, { type: "malformed", reason, version, ...read }),
    );
  }

  /** Returns false when its turn failed. */
  #packet(connection: Connection, packet: Packet): boolean {
    const { turns } = this.#deps;
    if (packet.type === "publish") connection.countMessage();
    if (connection.session.state !== "authenticating") {
      return this.#process(connection, packet);
    }
    if (connection.early.hold(packet)) return true;
    return turns.turn((plan) => plan.input(connection, { type: "rejected", reason: REASONS.earlyData }));
  }

  #process(connection: Connection, said: Packet): boolean {
    const { root } = connection;
    const packet = root === "" ? said : packetInAccount(root, said);
    return this.#deps.turns.turn((plan) => plan.input(connection, { type: "packet", packet }));
  }

  /** CONNECT is answered: processes the packets that arrived meanwhile. */
  resume(connection: Connection): void {
    const early = connection.early.take();
    if (early.length === 0) return;
    const { turns } = this.#deps;
    const { failures } = turns;
    turns.together(() =>
      early.every((packet) => this.#process(connection, packet) && turns.failures === failures),
    );
    if (turns.failures > failures) this.drop(connection, REASONS.implementationError);
  }

  drop(connection: Connection, reason: Reason): void {
    const { blockList, turns } = this.#deps;
    this.queue.forget(connection);
    if (isOurs(reason)) blockList.forgive(connection);
    if (turns.turn((plan) => plan.input(connection, { type: "dropped", reason }))) return;
    // its end could not be written either: close the socket, and try again when the close event arrives
    connection.socket.close(1011);
  }

  closed(socket: WebSocket): void {
    const connection = this.#find(socket);
    if (connection === undefined) {
      // the object slept and woke for this event: the runtime does not list a socket that is closing
      if (!this.#bySocket.has(socket)) this.#deps.closedWhileAsleep(this.#connection(socket));
      return;
    }
    if (this.queue.holds(connection)) this.queue.wait(connection, null);
    else this.#lost(connection);
  }

  #lost(connection: Connection): void {
    const { connections, blockList, turns, incompletePacket } = this.#deps;
    blockList.ended(connection);
    incompletePacket.forget(connection);
    const done = turns.turn((plan) => plan.input(connection, { type: "transport-closed" }));
    this.queue.spend(TRANSACTION);
    connections.remove(connection);
    // its end could not be written: the next check for sessions without a connection does it
    if (!done) connections.release(connection);
  }

  /** Drops every connection, also while rights cannot be read. */
  dropAll(reason: Reason): void {
    for (const connection of this.#deps.connections.all()) this.drop(connection, reason);
  }
}

type DecodeFailure = NonNullable<ReturnType<Connection["receive"]>["failure"]>;
