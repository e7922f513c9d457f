/** One socket: bytes in and out, what of it outlives a nap of the object, its close code. */

import { PacketDecoder } from "./codec/decoder.ts";
import { encode } from "./codec/encoder.ts";
import type { Bucket } from "./hub/allowance.ts";
import type { Credit } from "./hub/credit.ts";
import type { Packet, ProtocolVersion } from "./protocol/packet.ts";
import { REASONS } from "./protocol/reason.ts";
import { AWAITING_CONNECT, type Client, type Connected, type Session } from "./protocol/session.ts";
import type { Fragments } from "./storage/fragments.ts";

/** A partial packet up to this size lies in the attachment, a larger one in storage. Bytes. */
const MAX_ATTACHED_FRAGMENT = 4096;
/** The time of the last packet is written at most so often. Milliseconds. */
export const SEEN_RESOLUTION = 1000;

/** What survives hibernation; an authenticating connection does not, for its password must not be at rest. */
interface Attachment {
  id: string;
  openedAt: number;
  lastSeen: number;
  version: ProtocolVersion | null;
  session: Connected | "awaiting-connect" | "authenticating" | "closed";
  fragment: Uint8Array | null;
  parts: number;
}

export class Connection {
  readonly id: string;
  readonly socket: WebSocket;
  readonly openedAt: number;
  readonly decoder: PacketDecoder;
  session: Session = AWAITING_CONNECT;
  /** Set when its CONNECT is accepted; stays to the end of the connection. */
  client: Client | null = null;
  lastSeen: number;
  /** The version of the answers. */
  version: ProtocolVersion = 4;
  /** Of its session's publish rate. */
  bucket: Bucket | null = null;
  /** Packets that came while CONNECT was being looked up. */
  early: Packet[] = [];
  earlyBytes = 0;
  readonly credit: Credit;
  #out: Uint8Array[] = [];
  #outBytes = 0;
  #closeCode: number | null = null;
  #saved: { session: Session; lastSeen: number; pending: number };
  #parts = 0;

  constructor(socket: WebSocket, fragments: Fragments, maximumPacketSize: number, credit: Credit) {
    const kept = socket.deserializeAttachment() as Attachment;
    this.socket = socket;
    this.id = kept.id;
    this.openedAt = kept.openedAt;
    this.lastSeen = kept.lastSeen;
    this.version = kept.version ?? 4;
    this.#parts = kept.parts;
    this.credit = credit;
    const pending = kept.parts > 0 ? fragments.read(kept.id) : (kept.fragment ?? new Uint8Array(0));
    this.decoder = new PacketDecoder({ maximumPacketSize, version: kept.version, pending });
    if (typeof kept.session === "object") {
      this.session = kept.session;
      this.client = kept.session.client;
    }
    if (kept.session === "authenticating" || kept.session === "closed") this.session = { state: "closed" };
    this.#saved = { session: this.session, lastSeen: this.lastSeen, pending: pending.length };
  }

  /** What a new socket starts with. */
  static attach(socket: WebSocket, now: number): void {
    const first: Attachment = {
      id: crypto.randomUUID(),
      openedAt: now,
      lastSeen: now,
      version: null,
      session: "awaiting-connect",
      fragment: null,
      parts: 0,
    };
    socket.serializeAttachment(first);
  }

  /** [MQTT-3.2.2-19] [MQTT-3.14.2-3] a packet too large for the client goes without its words, or not at all. */
  send(packet: Packet): void {
    const limit = this.client?.maximumPacketSize ?? 0;
    // [MQTT-3.1.2-29] who asked for no problem information gets it with CONNACK and DISCONNECT only
    const quiet = this.client?.problemInformation === false && packet.type !== "disconnect";
    const bytes = encode(quiet ? withoutWords(packet) : packet, this.version);
    if (limit === 0 || bytes.length <= limit) {
      this.push(bytes);
      return;
    }
    const bare = encode(withoutWords(packet), this.version);
    if (bare.length <= limit) this.push(bare);
    // one that cannot even be let in would wait for ever
    else if (packet.type === "connack") this.close(REASONS.packetTooLarge.close);
  }

  push(bytes: Uint8Array): void {
    this.credit.spend(bytes.length);
    this.#out.push(bytes);
    this.#outBytes += bytes.length;
  }

  /** A message that may be lost: dropped when the client takes too little. */
  pushDroppable(bytes: Uint8Array): void {
    if (!this.credit.refuses(bytes.length)) this.push(bytes);
  }

  close(code: number): void {
    this.#closeCode ??= code;
  }

  /** The turn failed: nothing of it happened. */
  revert(session: Session): void {
    this.session = session;
    this.#out = [];
    this.#outBytes = 0;
    this.#closeCode = null;
  }

  /** The end of a turn: all its packets go as one frame. */
  flush(): void {
    const out = this.#out;
    if (out.length > 0) {
      this.#out = [];
      const bytes = out.length === 1 ? (out[0] as Uint8Array) : joined(out, this.#outBytes);
      this.#outBytes = 0;
      if (this.socket.readyState === WebSocket.OPEN) this.socket.send(bytes);
    }
    if (this.#closeCode === null) return;
    if (this.socket.readyState === WebSocket.OPEN) this.socket.close(this.#closeCode);
  }

  /** Writes what a nap must not lose, if it has changed. */
  save(fragments: Fragments, chunk: Uint8Array | null = null): void {
    const pending = this.decoder.pending;
    const changed = this.session !== this.#saved.session || pending.length !== this.#saved.pending;
    if (!changed && this.lastSeen - this.#saved.lastSeen < SEEN_RESOLUTION) return;
    const attached = pending.length <= MAX_ATTACHED_FRAGMENT;
    if (attached && this.#parts > 0) {
      fragments.remove(this.id);
      this.#parts = 0;
    } else if (!attached && pending.length !== this.#saved.pending) {
      this.#saveFragment(fragments, pending, chunk);
    }
    const { id, openedAt, lastSeen, session } = this;
    const kept: Attachment = {
      id,
      openedAt,
      lastSeen,
      version: this.decoder.version,
      session: session.state === "connected" ? session : session.state,
      fragment: attached && pending.length > 0 ? pending.slice() : null,
      parts: this.#parts,
    };
    this.socket.serializeAttachment(kept);
    this.#saved = { session, lastSeen, pending: pending.length };
  }

  /** Only what is new is written, so that a packet in many pieces costs its length once. */
  #saveFragment(fragments: Fragments, pending: Uint8Array, chunk: Uint8Array | null): void {
    if (chunk !== null && this.#parts > 0 && pending.length === this.#saved.pending + chunk.length) {
      fragments.append(this.id, this.#parts++, chunk);
      return;
    }
    fragments.remove(this.id);
    fragments.append(this.id, 0, pending);
    this.#parts = 1;
  }
}

function withoutWords(packet: Packet): Packet {
  if (!("properties" in packet) || packet.properties === undefined) return packet;
  const {
    reasonString: _,
    userProperties: __,
    ...properties
  } = packet.properties as { reasonString?: string; userProperties?: unknown };
  return { ...packet, properties } as Packet;
}

function joined(parts: readonly Uint8Array[], length: number): Uint8Array {
  const whole = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
