/** One socket: bytes in and out, what of it outlives a nap of the object, its close code. */

import { PacketDecoder } from "../../codec/decoder.ts";
import { encode } from "../../codec/encoder.ts";
import type { Arrival } from "../../contract/account.ts";
import type { Packet, ProtocolVersion } from "../../protocol/packet.ts";
import { AWAITING_CONNECT, CLOSED, type Client, type Session } from "../../protocol/session.ts";
import type { Fragments } from "../../storage/fragments.ts";
import type { Bucket, Shares } from "../abuse/allowance.ts";
import type { Part, Peer } from "../turn/peer.ts";
import type { Plan } from "../turn/plan.ts";
import { type Attachment, pack, type Traffic, unpack } from "./attachment.ts";
import type { Credit } from "./credit.ts";
import { lengthOf, Outgoing } from "./outgoing.ts";

export type TurnPlan = Plan<Connection>;

/** A partial packet up to this size lies in the attachment, a larger one in storage. Bytes. */
const MAX_ATTACHED_FRAGMENT = 4096;
/** The time of the last packet is written at most so often. Milliseconds. */
export const SEEN_RESOLUTION = 1000;

/** The packet type in the first byte. */
const PUBLISH = 3;

// asked for before every frame; the class's own constant is a call into the platform
const { OPEN } = WebSocket;

/** Of a socket about which nothing was said. */
export const NOWHERE: Arrival = { country: null, colo: null, browser: false, address: null };

export class Connection implements Peer {
  readonly id: string;
  readonly socket: WebSocket;
  /** When the time to a CONNECT began. Milliseconds since 1970. */
  openedAt: number;
  readonly decoder: PacketDecoder;
  session: Session = AWAITING_CONNECT;
  planned: Session | null = null;
  /** Set when its CONNECT is accepted; stays to the end of the connection. */
  client: Client | null = null;
  lastSeen: number;
  /** The principal that its CONNECT was found to be, before it is let in. */
  claimed = "";
  /** The version of the answers. */
  version: ProtocolVersion = 4;
  /** Of what its account may do a second. */
  shares: Shares | null = null;
  /** Of its frames; null where they are not counted. */
  readonly frames: Bucket | null;
  /** Packets that came while CONNECT was being looked up. */
  early: Packet[] = [];
  earlyBytes = 0;
  readonly credit: Credit;
  readonly edge: Arrival;
  readonly traffic: Traffic;
  /** Bytes that came since it was last saved. */
  #arrived = 0;
  readonly #out = new Outgoing();
  #entered = false;
  #closeCode: number | null = null;
  #saved: { session: Session; lastSeen: number; pending: number };
  #parts = 0;

  constructor(
    socket: WebSocket,
    fragments: Fragments,
    {
      maximumPacketSize,
      credit,
      frames,
    }: { maximumPacketSize: number; credit: Credit; frames: Bucket | null },
  ) {
    const kept = socket.deserializeAttachment() as Attachment;
    this.socket = socket;
    this.id = kept.id;
    this.openedAt = kept.openedAt;
    this.lastSeen = kept.lastSeen;
    this.version = kept.version ?? 4;
    this.#parts = kept.parts;
    this.credit = credit;
    this.frames = frames;
    // one of an older release has no address
    this.edge = { ...NOWHERE, ...kept.edge };
    this.traffic = kept.traffic ?? { messagesIn: 0, messagesOut: 0, bytesIn: 0, bytesOut: 0 };
    const pending = kept.parts > 0 ? fragments.read(kept.id) : (kept.fragment ?? new Uint8Array(0));
    this.decoder = new PacketDecoder({ maximumPacketSize, version: kept.version, pending });
    this.session = restored(kept, fragments);
    if (this.session.state === "connected") this.client = this.session.client;
    this.#saved = { session: this.session, lastSeen: this.lastSeen, pending: pending.length };
  }

  /** What a new socket starts with. */
  static attach(socket: WebSocket, now: number, edge: Arrival): void {
    const first: Attachment = {
      id: crypto.randomUUID(),
      openedAt: now,
      lastSeen: now,
      version: null,
      session: "awaiting-connect",
      fragment: null,
      parts: 0,
      edge,
    };
    socket.serializeAttachment(first);
  }

  /** Who it is, as the present plan leaves it; null before its CONNECT is accepted. */
  get planningClient(): Client | null {
    return this.planned?.state === "connected" ? this.planned.client : this.client;
  }

  /**
   * A packet as bytes. [MQTT-3.2.2-19] [MQTT-3.14.2-3] one that is too large for the client goes without its words, or
   * not at all: null.
   */
  encoded(packet: Packet): Uint8Array | null {
    const client = this.planningClient;
    const limit = client?.maximumPacketSize ?? 0;
    // [MQTT-3.1.2-29] who asked for no problem information gets it with CONNACK and DISCONNECT only
    const quiet = client?.problemInformation === false && packet.type !== "disconnect";
    const bytes = encode(quiet ? withoutWords(packet) : packet, this.version);
    if (limit === 0 || bytes.length <= limit) return bytes;
    const bare = encode(withoutWords(packet), this.version);
    return bare.length <= limit ? bare : null;
  }

  push(part: Part): void {
    this.credit.spend(lengthOf(part));
    if (isPublish(part)) this.traffic.messagesOut++;
    this.#out.push(part);
  }

  pushDroppable(bytes: Uint8Array): void {
    if (!this.credit.refuses(bytes.length)) this.push(bytes);
  }

  close(code: number): void {
    this.#closeCode ??= code;
  }

  enter(now: number): boolean {
    if (this.#entered) return false;
    this.#entered = true;
    this.credit.pass(now);
    return true;
  }

  leave(): void {
    this.#entered = false;
  }

  /** All that waits goes as one frame. False when there was nothing. */
  flush(): boolean {
    const bytes = this.#out.take();
    if (bytes !== null) {
      this.traffic.bytesOut += bytes.length;
      if (this.socket.readyState === OPEN) this.socket.send(bytes);
    }
    if (this.#closeCode !== null && this.socket.readyState === OPEN) this.socket.close(this.#closeCode);
    return bytes !== null;
  }

  /** A frame: its packets, of which the last may still be incomplete. */
  receive(bytes: Uint8Array): ReturnType<PacketDecoder["push"]> {
    this.#arrived += bytes.length;
    this.traffic.bytesIn += bytes.length;
    this.credit.heard();
    return this.decoder.push(bytes);
  }

  /** A packet has begun, and its rest is yet to come. */
  inPieces = (): boolean => this.session.state !== "closed" && this.decoder.pendingLength > 0;

  /** Writes what a nap must not lose, if it has changed. True when it did. */
  save(fragments: Fragments): boolean {
    const before = this.#saved;
    const pieces = this.#arrived > 0 && (this.decoder.pendingLength > 0 || before.pending > 0);
    const changed = pieces || this.session !== before.session;
    if (!changed && this.lastSeen - before.lastSeen < SEEN_RESOLUTION) return false;
    // what has ended leaves no row behind
    const pending = this.session.state === "closed" ? new Uint8Array(0) : this.decoder.pending;
    this.#saveFragment(fragments, pending);
    this.#arrived = 0;
    this.#attach(fragments, pending);
    this.#saved = { session: this.session, lastSeen: this.lastSeen, pending: pending.length };
    return true;
  }

  #attach(fragments: Fragments, pending: Uint8Array): void {
    const { id, openedAt, lastSeen, session } = this;
    const fragment = this.#parts === 0 && pending.length > 0 ? pending.slice() : null;
    const kept: Attachment = {
      id,
      openedAt,
      lastSeen,
      version: this.decoder.version,
      session: session.state === "connected" ? pack(session) : session.state,
      fragment,
      parts: this.#parts,
      edge: this.edge,
      traffic: this.traffic,
    };
    try {
      this.socket.serializeAttachment(kept);
    } catch {
      // larger than an attachment may be: many aliases, or many messages under way
      fragments.putSession(id, JSON.stringify(kept.session));
      this.socket.serializeAttachment({ ...kept, session: "stored" });
    }
  }

  /** Only what is new is written, so that a packet in many pieces costs its length once. */
  #saveFragment(fragments: Fragments, pending: Uint8Array): void {
    const before = this.#saved.pending;
    if (pending.length <= MAX_ATTACHED_FRAGMENT) {
      if (this.#parts > 0) fragments.remove(this.id);
      this.#parts = 0;
    } else if (this.#parts > 0 && pending.length === before + this.#arrived) {
      if (this.#arrived > 0) fragments.append(this.id, this.#parts++, pending.subarray(before));
    } else {
      fragments.remove(this.id);
      fragments.append(this.id, 0, pending);
      this.#parts = 1;
    }
  }
}

const isPublish = (part: Part): boolean =>
  !(part instanceof Uint8Array) || (part[0] as number) >> 4 === PUBLISH;

function restored(kept: Attachment, fragments: Fragments): Session {
  if (kept.session === "stored") return unpack(JSON.parse(fragments.session(kept.id)));
  if (typeof kept.session === "object") return unpack(kept.session);
  // one that was authenticating has lost its CONNECT: the password in it must not be at rest
  return kept.session === "awaiting-connect" ? AWAITING_CONNECT : CLOSED;
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
