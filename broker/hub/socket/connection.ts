/** One socket: bytes in and out, what of it outlives a nap of the object, its close code. */

import { PacketDecoder } from "../../codec/decoder.ts";
import type { Arrival } from "../../contract/account.ts";
import { Batch } from "../../history/batch.ts";
import type { Packet, ProtocolVersion } from "../../session/packet.ts";
import type { Client, Session } from "../../session/session.ts";
import type { Fragments } from "../../storage/fragments.ts";
import type { RateLimiter, Shares, TokenBucket } from "../limits/rate-limiter.ts";
import type { Part, Peer } from "../turn/peer.ts";
import type { Plan } from "../turn/plan.ts";
import { type Admitted, type Attachment, attachmentOf, restored } from "./attachment.ts";
import { AttachmentWriter } from "./attachment-writer.ts";
import { ANSWER_FRAMES, type Bounds, EarlyPackets } from "./frame-size.ts";
import type { OutboundBuffer } from "./outbound-buffer.ts";
import { encodedFor, isPublish, lengthOf, OutboundPackets } from "./outbound-packets.ts";
import { SmallSubscriptions } from "./small-subscriptions.ts";

export type TurnPlan = Plan<Connection>;

// asked for before every frame; the class's own constant is a call into the platform
const { OPEN } = WebSocket;

export class Connection implements Peer {
  readonly id: string;
  readonly socket: WebSocket;
  readonly decoder: PacketDecoder;
  /** Those of a session that ends with its connection, as far as the attachment has room for them. */
  readonly subscriptions: SmallSubscriptions;
  /** Of its frames; null where they are not counted. */
  readonly frames: TokenBucket | null;
  readonly early = new EarlyPackets();
  readonly outboundBuffer: OutboundBuffer;
  readonly edge: Arrival;
  readonly traffic: Attachment["traffic"];
  /** What it measured, and is written down together with others'. */
  readonly samples: Batch;
  #openedAt: number;
  #session: Session;
  #planned: Session | null = null;
  #client: Client | null = null;
  #lastSeen: number;
  #admitted: Admitted = { ref: "", key: "", deviceId: null, kept: false, byEarlier: false };
  #key: string;
  #recorded: boolean;
  #version: ProtocolVersion;
  #shares: Shares | null = null;
  #metered: Attachment["metered"];
  readonly #out = new OutboundPackets();
  #entered = false;
  #closeCode: number | null = null;
  readonly #written: AttachmentWriter;

  constructor(socket: WebSocket, fragments: Fragments, { maximumPacketSize, credit, frames }: Bounds) {
    const kept = attachmentOf(socket.deserializeAttachment());
    this.socket = socket;
    this.id = kept.id;
    this.#openedAt = kept.openedAt;
    this.#lastSeen = kept.lastSeen;
    this.#version = kept.version ?? 4;
    this.outboundBuffer = credit;
    this.frames = frames;
    this.edge = kept.edge;
    this.#key = kept.key;
    this.#recorded = kept.recorded;
    this.subscriptions = new SmallSubscriptions(kept.filters);
    this.samples = new Batch(kept.samples?.packed, kept.samples?.since);
    this.traffic = kept.traffic;
    this.#metered = kept.metered;
    const pending = kept.parts > 0 ? fragments.read(kept.id) : (kept.fragment ?? new Uint8Array(0));
    this.decoder = new PacketDecoder({ maximumPacketSize, version: kept.version, pending });
    this.#session = restored(kept, fragments);
    if (this.#session.state === "connected") this.#client = this.#session.client;
    this.#written = new AttachmentWriter(this, kept, pending.length);
  }

  get version(): ProtocolVersion {
    return this.#version;
  }
  /** When the time to a CONNECT began. Milliseconds since 1970. */
  get openedAt(): number {
    return this.#openedAt;
  }
  /** When its last frame came. Milliseconds since 1970. */
  get lastSeen(): number {
    return this.#lastSeen;
  }
  get session(): Session {
    return this.#session;
  }
  get planned(): Session | null {
    return this.#planned;
  }
  /** Null before its CONNECT is accepted; stays to the end of the connection. */
  get client(): Client | null {
    return this.#client;
  }
  /** As the present plan leaves it; null before its CONNECT is accepted. */
  get planningClient(): Client | null {
    return this.#planned?.state === "connected" ? this.#planned.client : this.#client;
  }
  /** Who its CONNECT was found to come from, and the session that it asks for, before it is let in. */
  get admitted(): Admitted {
    return this.#admitted;
  }
  get key(): string {
    return this.#key;
  }
  /** Its session has a row: what a crash must not lose is there, or something of it lies in rows. */
  get recorded(): boolean {
    return this.#recorded;
  }
  /** What of its traffic the meter has; undefined before the first reading. */
  get metered(): Attachment["metered"] {
    return this.#metered;
  }

  plan(session: Session | null): void {
    this.#planned = session;
  }

  commit(): void {
    this.#session = this.#planned as Session;
    this.#planned = null;
  }

  admit(admitted: Admitted): void {
    this.#admitted = admitted;
  }

  begin(client: Client, recorded: boolean): void {
    this.#client = client;
    this.#key = this.#admitted.key;
    this.#recorded = recorded;
  }

  record(): void {
    this.#recorded = true;
  }

  /** It counts as heard at this time; `isNew` where the time to a CONNECT begins anew, too. */
  hear(now: number, isNew = false): void {
    this.#lastSeen = now;
    if (isNew) this.#openedAt = now;
  }

  meter(now: number): void {
    this.#metered = { ...this.traffic, at: now };
  }

  /** What it may do a second, of what its account may. */
  shares(rateLimiter: Pick<RateLimiter, "sharesOf">, now: number): Shares {
    this.#shares ??= rateLimiter.sharesOf(this.#key, now);
    return this.#shares;
  }

  forgetShares(): void {
    this.#shares = null;
  }

  /** What its client does not see of topics. */
  get root(): string {
    return this.planningClient?.root ?? "";
  }

  /** Its client's right to be here ended before its last frame. */
  get isExpired(): boolean {
    return (this.client?.until ?? Infinity) <= this.lastSeen;
  }

  /** A packet as bytes for its client; null where that cannot take it. */
  encoded(packet: Packet): Uint8Array | null {
    return encodedFor(this.planningClient, packet, this.#version);
  }

  push(part: Part): void {
    this.outboundBuffer.spend(lengthOf(part));
    if (isPublish(part)) this.traffic.messagesOut++;
    // who answers what it was sent does not rush
    if (!(part instanceof Uint8Array)) this.frames?.give(ANSWER_FRAMES);
    this.#out.push(part);
  }

  pushDroppable(bytes: Uint8Array): void {
    if (!this.outboundBuffer.refuses(bytes.length)) this.push(bytes);
  }

  close(code: number): void {
    this.#closeCode ??= code;
  }

  enter(now: number): boolean {
    if (this.#entered) return false;
    this.#entered = true;
    this.outboundBuffer.pass(now);
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
    this.#written.arrived += bytes.length;
    this.traffic.bytesIn += bytes.length;
    this.outboundBuffer.heard();
    const received = this.decoder.push(bytes);
    this.#version = this.decoder.version ?? received.failure?.version ?? 4;
    if (this.#session.state === "authenticating") this.early.count(bytes.length);
    return received;
  }

  countMessage(): void {
    this.traffic.messagesIn++;
  }

  get inFragments(): boolean {
    return this.#written.inFragments;
  }

  inPieces = (): boolean => this.#session.state !== "closed" && this.decoder.pendingLength > 0;

  /** What is to be written can wait a little: more of it is about to come, or has come a moment ago. */
  waits(): boolean {
    return this.inPieces() || this.#written.hasFreshSamples(this);
  }

  /** Writes what a nap must not lose, if it has changed. True when it did. */
  save(fragments: Fragments): boolean {
    return this.#written.save(this, fragments);
  }
}
