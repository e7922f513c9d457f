/** One socket: bytes in and out, what of it outlives a nap of the object, its close code. */

import { PacketDecoder } from "../../codec/decoder.ts";
import type { Arrival } from "../../contract/account.ts";
import { Batch } from "../../history/batch.ts";
import type { Packet, ProtocolVersion } from "../../protocol/packet.ts";
import { AWAITING_CONNECT, type Client, type Session } from "../../protocol/session.ts";
import type { Fragments } from "../../storage/fragments.ts";
import type { Bucket, Shares } from "../abuse/allowance.ts";
import type { Part, Peer } from "../turn/peer.ts";
import type { Plan } from "../turn/plan.ts";
import {
  type Admitted,
  type Attachment,
  MAX_ATTACHED_FRAGMENT,
  pack,
  restored,
  type Saved,
  samplesIn,
} from "./attachment.ts";
import type { Credit } from "./credit.ts";
import { encodedFor } from "./encoded-for.ts";
import { ANSWER_FRAMES, type Bounds } from "./frame-size.ts";
import { isPublish, lengthOf, Outgoing } from "./outgoing.ts";
import { SmallSubscriptions } from "./small-subscriptions.ts";

export type TurnPlan = Plan<Connection>;

/** The time of the last packet is written at most so often. Milliseconds. */
export const SEEN_RESOLUTION = 1000;

// asked for before every frame; the class's own constant is a call into the platform
const { OPEN } = WebSocket;

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
  /** Whom its CONNECT was found to come from, and the session that it asks for, before it is let in. */
  admitted: Admitted = { ref: "", key: "", deviceId: null, kept: false, byEarlier: false };
  /** The name of its session, once it has one. */
  key: string;
  /** Its session has a row: what a crash must not lose is there, or something of it lies in rows. */
  recorded: boolean;
  /** Those of a session that ends with its connection, as far as the attachment has room for them. */
  readonly subscriptions: SmallSubscriptions;
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
  readonly traffic: Attachment["traffic"];
  /** What of it the meter has; nothing before it was told of the connection. */
  metered: Attachment["metered"];
  /** What it measured, and is written down together with others'. */
  readonly samples: Batch;
  /** Bytes that came since it was last saved. */
  #arrived = 0;
  readonly #out = new Outgoing();
  #entered = false;
  #closeCode: number | null = null;
  #saved: Saved;
  #parts = 0;
  #stored: boolean; // its session was too large for the attachment once

  constructor(socket: WebSocket, fragments: Fragments, { maximumPacketSize, credit, frames }: Bounds) {
    const kept = socket.deserializeAttachment() as Attachment;
    this.socket = socket;
    this.id = kept.id;
    this.openedAt = kept.openedAt;
    this.lastSeen = kept.lastSeen;
    this.version = kept.version ?? 4;
    this.#parts = kept.parts;
    this.#stored = kept.session === "stored";
    this.credit = credit;
    this.frames = frames;
    this.edge = kept.edge;
    this.key = kept.key;
    this.recorded = kept.recorded;
    this.subscriptions = new SmallSubscriptions(kept.filters);
    this.samples = new Batch(kept.samples?.packed, kept.samples?.since);
    this.traffic = kept.traffic;
    this.metered = kept.metered;
    const pending = kept.parts > 0 ? fragments.read(kept.id) : (kept.fragment ?? new Uint8Array(0));
    this.decoder = new PacketDecoder({ maximumPacketSize, version: kept.version, pending });
    this.session = restored(kept, fragments);
    if (this.session.state === "connected") this.client = this.session.client;
    this.#saved = this.#state(pending.length);
  }

  #state(pending: number): Saved {
    const { session, lastSeen, recorded, subscriptions, metered, samples } = this;
    const changes = { subscriptions: subscriptions.changes, samples: samples.changes };
    return { session, lastSeen, pending, recorded, metered, ...changes };
  }

  /** As the present plan leaves it; null before its CONNECT is accepted. */
  get planningClient(): Client | null {
    return this.planned?.state === "connected" ? this.planned.client : this.client;
  }

  /** What its client does not see of topics. */
  get root(): string {
    return this.planningClient?.root ?? "";
  }

  /** A packet as bytes for its client; null where that cannot take it. */
  encoded(packet: Packet): Uint8Array | null {
    return encodedFor(this.planningClient, packet, this.version);
  }

  push(part: Part): void {
    this.credit.spend(lengthOf(part));
    if (isPublish(part)) this.traffic.messagesOut++;
    // who answers what it was sent does not rush
    if (!(part instanceof Uint8Array)) this.frames?.give(ANSWER_FRAMES);
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

  /** Something of it lies in `fragments`. */
  get inFragments(): boolean {
    return this.#parts > 0 || this.#stored;
  }

  /** A packet has begun, and its rest is yet to come. */
  inPieces = (): boolean => this.session.state !== "closed" && this.decoder.pendingLength > 0;

  /** What is to be written down can wait a little: more of it is about to come, or has come a moment ago. */
  waits(): boolean {
    const { samples, lastSeen } = this.#saved;
    const isMeasured = samples !== this.samples.changes && !this.samples.empty;
    return this.inPieces() || (isMeasured && this.lastSeen - lastSeen < SEEN_RESOLUTION);
  }

  /** Writes what a nap must not lose, if it has changed. True when it did. */
  save(fragments: Fragments): boolean {
    const before = this.#saved;
    const pieces = this.#arrived > 0 && (this.decoder.pendingLength > 0 || before.pending > 0);
    const changed =
      pieces ||
      this.session !== before.session ||
      this.recorded !== before.recorded ||
      this.metered !== before.metered ||
      this.samples.changes !== before.samples ||
      this.subscriptions.changes !== before.subscriptions;
    if (!changed && this.lastSeen - before.lastSeen < SEEN_RESOLUTION) return false;
    // what has ended leaves no row behind
    const pending = this.session.state === "closed" ? new Uint8Array(0) : this.decoder.pending;
    this.#saveFragment(fragments, pending);
    this.#arrived = 0;
    this.#attach(fragments, pending);
    this.#saved = this.#state(pending.length);
    return true;
  }

  #attach(fragments: Fragments, pending: Uint8Array): void {
    const { id, openedAt, lastSeen, session } = this;
    const fragment = this.#parts === 0 && pending.length > 0 ? pending.slice() : null;
    const kept: Attachment = {
      ...{ id, openedAt, lastSeen },
      version: this.decoder.version,
      session: session.state === "connected" ? pack(session) : session.state,
      fragment,
      parts: this.#parts,
      edge: this.edge,
      traffic: this.traffic,
      metered: this.metered,
      key: this.key,
      recorded: this.recorded,
      filters: this.subscriptions.text,
      ...samplesIn(this.samples),
    };
    try {
      this.socket.serializeAttachment(kept);
    } catch {
      // larger than an attachment may be: many aliases, or many messages under way
      fragments.putSession(id, JSON.stringify(kept.session));
      this.#stored = true;
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
