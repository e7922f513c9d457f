/** Sockets: they open, wake up, bring frames, close. What comes before CONNECT is answered waits here. */

import { Connection, SEEN_RESOLUTION } from "../connection.ts";
import type { Arrival } from "../contract/account.ts";
import type { BrokerLimits } from "../contract/limits.ts";
import type { Packet } from "../protocol/packet.ts";
import { because, isOurs, REASONS, type Reason, reasonOf } from "../protocol/reason.ts";
import { Bucket } from "./allowance.ts";
import { Credit } from "./credit.ts";
import { type Arrived, Pace, TRANSACTION } from "./pace.ts";
import type { Switchboard } from "./switchboard.ts";

/** Packets, and bytes of frames, that may come before CONNECT is answered. */
const MAX_EARLY_PACKETS = 64;
const MAX_EARLY_BYTES = 65_536;
/** A frame holds many packets; beyond so many full ones it is refused before it is looked into. */
const MAX_FRAME_PACKETS = 16;

const TOO_MANY_FRAMES =
  "More frames than MQTT_FRAME_RATE allows; put several packets into one, or slow down.";

export class Reception {
  #board: Switchboard;
  #limits: BrokerLimits;
  #clock: () => number;
  /** Reading an attachment costs more than all else that a small message needs. */
  #bySocket = new WeakMap<WebSocket, Connection>();
  readonly pace = new Pace((connection, arrived) => this.#serve(connection, arrived));

  constructor(board: Switchboard, clock: () => number) {
    this.#board = board;
    this.#limits = board.limits;
    this.#clock = clock;
  }

  /** A socket that was there before the nap. */
  wake(socket: WebSocket): void {
    if (socket.readyState !== WebSocket.OPEN) return;
    const connection = this.#connection(socket);
    if (connection.session.state === "closed") {
      // its CONNECT was being looked up when memory was lost: it comes again
      socket.close(REASONS.serverUnavailable.close);
      return;
    }
    // it may have been heard after the last note of it
    connection.lastSeen += SEEN_RESOLUTION;
    this.#board.connections.set(connection.id, connection);
    if (connection.client === null) this.#board.penalties.opened(connection);
    if (connection.client !== null) this.#board.bySession.set(connection.client.sessionId, connection);
  }

  #connection(socket: WebSocket): Connection {
    const { MQTT_MAX_UNSENT: cap, MQTT_MAX_PACKET_SIZE: maximumPacketSize } = this.#limits;
    // who lets messages come at any rate wants them to go at any rate, too
    const credit = new Credit(this.#limits.MQTT_PUBLISH_RATE === 0 ? 0 : cap, cap);
    const rate = this.#limits.MQTT_FRAME_RATE;
    const frames = rate === 0 ? null : new Bucket(rate, this.#clock());
    const rules = { maximumPacketSize, credit, frames };
    const connection = new Connection(socket, this.#board.store.fragments, rules);
    this.#bySocket.set(socket, connection);
    return connection;
  }

  open(socket: WebSocket, edge: Arrival): void {
    const now = this.#clock();
    Connection.attach(socket, now, edge);
    const connection = this.#connection(socket);
    this.#board.connections.set(connection.id, connection);
    this.#board.penalties.opened(connection);
    const deadline = this.#limits.MQTT_CONNECT_DEADLINE;
    if (deadline > 0) this.#board.turn(() => this.#board.wakeAt(now + deadline * 1000), false);
  }

  #find(socket: WebSocket): Connection | undefined {
    const found = this.#bySocket.get(socket);
    if (found !== undefined) return this.#board.connections.get(found.id);
    const kept = socket.deserializeAttachment() as { id: string } | null;
    return kept === null ? undefined : this.#board.connections.get(kept.id);
  }

  /** Every frame counts before anything else is done about it. Whose it is; null when it is not served. */
  counted(socket: WebSocket, data: ArrayBuffer | string): Connection | null {
    const connection = this.#find(socket);
    if (connection === undefined) {
      this.#ended(socket, typeof data === "string" ? data.length : data.byteLength);
      return null;
    }
    const now = this.#clock();
    connection.lastSeen = now;
    if (connection.frames === null || connection.frames.take(now) === "pass") return connection;
    this.#rushed(connection);
    return null;
  }

  #rushed(connection: Connection): void {
    this.#board.penalties.rushed(connection);
    this.drop(connection, because(REASONS.messageRateTooHigh, TOO_MANY_FRAMES));
  }

  message(connection: Connection, data: ArrayBuffer | string): void {
    if (!this.pace.holds(connection)) this.#serve(connection, data);
    else if (!this.pace.wait(connection, data) && connection.frames !== null) this.#rushed(connection);
  }

  #serve(connection: Connection, arrived: Arrived): void {
    if (!this.#board.connections.has(connection.id)) return;
    if (arrived === null) this.#lost(connection);
    // [MQTT-6.0.0-1] text frames are not for MQTT
    else if (typeof arrived === "string") this.drop(connection, { ...REASONS.malformed, close: 1003 });
    else this.#frame(connection, new Uint8Array(arrived));
  }

  /** One that has ended may still have its last packets on the way; nothing else is done for it. */
  #ended(socket: WebSocket, bytes: number): void {
    const before = this.#bySocket.get(socket);
    if (before === undefined) socket.close(1000);
    const connection = before ?? this.#connection(socket);
    const { penalties } = this.#board;
    if (!penalties.deaf(connection, bytes)) return;
    this.#board.turn(() => {});
    if (penalties.mayRestart(connection)) this.#board.onDeaf();
  }

  #frame(connection: Connection, bytes: Uint8Array): void {
    const now = this.#clock();
    const largest = this.#limits.MQTT_MAX_PACKET_SIZE * MAX_FRAME_PACKETS;
    if (largest > 0 && bytes.length > largest) {
      this.#board.penalties.oversized(connection);
      this.drop(connection, REASONS.packetTooLarge);
      return;
    }
    const { packets, failure } = connection.receive(bytes);
    connection.version = connection.decoder.version ?? failure?.version ?? 4;
    const writes = failure !== null || this.#mayWrite(connection, packets);
    if (connection.session.state === "authenticating") connection.earlyBytes += bytes.length;
    const done = this.#board.turn(
      () => {
        this.#board.touch(connection);
        for (const packet of packets) this.#packet(connection, packet);
        if (failure === null) return;
        const reason = malformedReason(failure);
        this.#board.input(connection, { type: "malformed", reason, version: failure.version });
      },
      writes,
      now,
    );
    this.pace.spend(packets.length + (writes ? TRANSACTION : 1));
    if (!done) this.drop(connection, REASONS.implementationError);
  }

  #mayWrite(connection: Connection, packets: readonly Packet[]): boolean {
    try {
      return packets.some((packet) => this.#writes(connection, packet));
    } catch {
      // what cannot be read now fails in the turn, which knows how to
      return true;
    }
  }

  /** Whether handling it may write: what only passes through must not pay for a transaction. */
  #writes({ session }: Connection, packet: Packet): boolean {
    if (session.state !== "connected") return true;
    const { sessionId, sessionExpiry, principal } = session.client;
    switch (packet.type) {
      case "pingreq":
        return false;
      case "publish":
        // a control message writes an event, as does one that is refused; behind an alias there may be either
        if (packet.retain || packet.topic === "" || packet.topic.endsWith("/control")) return true;
        if (!this.#board.people.rights(principal).mayPublish(packet.topic)) return true;
        if (packet.qos === 0) return false;
        return (packet.qos === 2 && sessionExpiry > 0) || this.#board.courier.mayWrite(packet.topic);
      case "puback":
      case "pubcomp":
        // the proof that a device has its command is written, and the row of a shared group's message goes
        if (session.inflight.some(({ command, shared }) => command !== undefined || shared)) return true;
        return sessionExpiry > 0 || (session.backlog && this.#board.store.deliveries.crowded(sessionId));
      case "pubrec":
      case "pubrel":
        return sessionExpiry > 0;
      default:
        return true;
    }
  }

  #packet(connection: Connection, packet: Packet): void {
    if (packet.type === "publish") connection.traffic.messagesIn++;
    if (connection.session.state !== "authenticating") {
      this.#board.input(connection, { type: "packet", packet });
      return;
    }
    connection.early.push(packet);
    if (connection.early.length <= MAX_EARLY_PACKETS && connection.earlyBytes <= MAX_EARLY_BYTES) return;
    const words = "Too much came before CONNECT was answered.";
    this.#board.input(connection, { type: "refused", reason: because(REASONS.quotaExceeded, words) });
  }

  /** CONNECT is answered: what came meanwhile goes on. */
  resume(connection: Connection): void {
    const early = connection.early;
    connection.early = [];
    if (early.length === 0) return;
    const done = this.#board.turn(() => {
      for (const packet of early) this.#board.input(connection, { type: "packet", packet });
    });
    if (!done) this.drop(connection, REASONS.implementationError);
  }

  drop(connection: Connection, reason: Reason): void {
    this.pace.forget(connection);
    if (isOurs(reason)) this.#board.penalties.excuse(connection);
    const done = this.#board.turn(() => this.#board.input(connection, { type: "dropped", reason }));
    if (done) return;
    // not even its end could be written: the socket goes, and its close is a new try
    connection.socket.close(1011);
  }

  closed(socket: WebSocket): void {
    const connection = this.#find(socket);
    if (connection === undefined) return;
    if (this.pace.holds(connection)) this.pace.wait(connection, null);
    else this.#lost(connection);
  }

  #lost(connection: Connection): void {
    const { connections, bySession } = this.#board;
    const { client } = connection;
    this.#board.penalties.over(connection);
    const done = this.#board.turn(() => this.#board.input(connection, { type: "transport-closed" }));
    this.pace.spend(TRANSACTION);
    connections.delete(connection.id);
    // its end could not be written: the next look for sessions without a connection does it
    if (!done && client !== null) bySession.delete(client.sessionId);
  }

  /** Every socket, for this reason; also when nothing may pass. */
  dropAll(reason: Reason): void {
    for (const connection of [...this.#board.connections.values()]) this.drop(connection, reason);
  }
}

function malformedReason(failure: { reason: number; words: string; connackCode311?: number }): Reason {
  return { ...reasonOf(failure.reason, failure.words), connack: failure.connackCode311 ?? null };
}
