/** One socket: bytes in and out, its part that survives hibernation, its close code. */

import { PacketDecoder } from "../../codec/decoder.ts";
import type { Arrival } from "../../contract/account.ts";
import type { TokenBucket } from "../../contract/token-bucket.ts";
import { SampleBatch } from "../../history/batch.ts";
import type { Packet, ProtocolVersion } from "../../session/packet.ts";
import type { ConnectedClient, Session } from "../../session/session.ts";
import type { Fragments } from "../../storage/fragments.ts";
import type { RateLimiter, Shares } from "../limits/rate-limiter.ts";
import type { Part, Peer } from "../turn/peer.ts";
import type { Plan } from "../turn/plan.ts";
import { type Admitted, type Attachment, attachmentOf, restored } from "./attachment.ts";
import { AttachmentWriter } from "./attachment-writer.ts";
import { ANSWER_FRAMES, type Bounds, EarlyPackets } from "./frame-size.ts";
import type { OutboundBuffer } from "./outbound-buffer.ts";
import { encodedFor, isPublish, lengthOf, OutboundPackets } from "./outbound-packets.ts";
import { SmallSubscriptions } from "./small-subscriptions.ts";

export type TurnPlan = Plan<Connection>;

// read before every frame; the class's own constant is a call into the platform
const { OPEN } = WebSocket;
const NO_BYTES = new Uint8Array(0);

export class Connection implements Peer {
  readonly id: string;
  readonly socket: WebSocket;
  readonly decoder: PacketDecoder;
  /** Subscriptions of a session that ends with its connection, as far as the attachment has room. */
  readonly subscriptions: SmallSubscriptions;
  /** Rate limiter of its frames; null when they are not limited. */
  readonly frames: TokenBucket | null;
  readonly early = new EarlyPackets();
  readonly outboundBuffer: OutboundBuffer;
  readonly edge: Arrival;
  readonly traffic: Attachment["traffic"];
  /** Samples in the attachment. The samples of all connections are written to rows together. */
  readonly samples: SampleBatch;
  /** How far the reader of a stream is behind, as the worker reports it. */
  stepsBehind: number;
  #openedAt: number;
  #session: Session;
  #planned: Session | null = null;
  #client: ConnectedClient | null = null;
  #lastSeen: number;
  #admitted: Admitted = { ref: "", key: "", deviceId: null, kept: false, byEarlier: false };
  #key: string;
  #recorded: boolean;
  #version: ProtocolVersion;
  #shares: Shares | null = null;
  #metered: Attachment["metered"];
  readonly #out = new OutboundPackets();
  /** Text frames of a stream that are to be sent. */
  #texts: string[] | null = null;
  #entered = false;
  #closing: { code: number; words: string } | null = null;
  readonly #written: AttachmentWriter;

  constructor(
    socket: WebSocket,
    fragments: Fragments,
    { maximumPacketSize, outboundBuffer, frames }: Bounds,
  ) {
    const kept = attachmentOf(socket.deserializeAttachment());
    this.socket = socket;
    this.id = kept.id;
    this.#openedAt = kept.openedAt;
    this.#lastSeen = kept.lastSeen;
    this.#version = kept.version ?? 4;
    this.outboundBuffer = outboundBuffer;
    this.frames = frames;
    this.edge = kept.edge;
    this.#key = kept.key;
    this.#recorded = kept.recorded;
    this.subscriptions = new SmallSubscriptions(kept.filters);
    this.samples = new SampleBatch(kept.samples?.packed, kept.samples?.since);
    this.stepsBehind = kept.stepsBehind ?? 0;
    this.traffic = kept.traffic;
    this.#metered = kept.metered;
    const pending = kept.parts > 0 ? fragments.read(kept.id) : (kept.fragment ?? NO_BYTES);
    this.decoder = new PacketDecoder({ maximumPacketSize, version: kept.version, pending });
    this.#session = restored(kept, fragments);
    if (this.#session.state === "connected") this.#client = this.#session.client;
    this.#written = new AttachmentWriter(this, kept, pending.length);
  }

  get version(): ProtocolVersion {
    return this.#version;
  }
  /** When the time until CONNECT began. Milliseconds since 1970. */
  get openedAt(): number {
    return this.#openedAt;
  }
  /** When its last frame arrived. Milliseconds since 1970. */
  get lastSeen(): number {
    return this.#lastSeen;
  }
  get session(): Session {
    return this.#session;
  }
  get planned(): Session | null {
    return this.#planned;
  }
  /** Null before CONNECT is accepted; stays until the end of the connection. */
  get client(): ConnectedClient | null {
    return this.#client;
  }
  /** As the present plan leaves it; null before CONNECT is accepted. */
  get planningClient(): ConnectedClient | null {
    return this.#planned?.state === "connected" ? this.#planned.client : this.#client;
  }
  /** The authenticated principal and the session key of its CONNECT, before the session begins. */
  get admitted(): Admitted {
    return this.#admitted;
  }
  get key(): string {
    return this.#key;
  }
  /** Its session has a row, so that a crash loses nothing that it must not lose. */
  get recorded(): boolean {
    return this.#recorded;
  }
  /** What the meter has read; undefined before the first reading. */
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

  begin(client: ConnectedClient, recorded: boolean): void {
    this.#client = client;
    this.#key = this.#admitted.key;
    this.#recorded = recorded;
  }

  record(): void {
    this.#recorded = true;
  }

  /** Sets the time of the last frame. `isNew`: the time until CONNECT begins again, too. */
  noteFrame(now: number, isNew = false): void {
    this.#lastSeen = now;
    if (isNew) this.#openedAt = now;
  }

  meter(now: number): void {
    this.#metered = { ...this.traffic, at: now };
  }

  /** Its rate limiter, a share of the account's. */
  shares(rateLimiter: Pick<RateLimiter, "sharesOf">, now: number): Shares {
    this.#shares ??= rateLimiter.sharesOf(this.#key, now);
    return this.#shares;
  }

  forgetShares(): void {
    this.#shares = null;
  }

  /** The prefix of topics that its client does not see (root view). */
  get root(): string {
    return this.planningClient?.root ?? "";
  }

  /** The client's right to be connected ended before its last frame. */
  get isExpired(): boolean {
    return (this.client?.until ?? Infinity) <= this.lastSeen;
  }

  /** Returns the packet as bytes; null when the client cannot receive it. */
  encoded(packet: Packet): Uint8Array | null {
    return encodedFor(this.planningClient, packet, this.#version);
  }

  push(part: Part): void {
    this.outboundBuffer.spend(lengthOf(part));
    if (isPublish(part)) this.traffic.messagesOut++;
    // acknowledgements of these packets are not limited
    if (!(part instanceof Uint8Array)) this.frames?.give(ANSWER_FRAMES);
    this.#out.push(part);
  }

  pushDroppable(bytes: Uint8Array): void {
    if (!this.drops(bytes.length)) this.push(bytes);
  }

  /** Counts the message and returns true when the message must be dropped. */
  drops(bytes: number): boolean {
    if (this.edge.stream === undefined) return this.outboundBuffer.refuses(bytes);
    const { hasDropped } = this.outboundBuffer;
    // a stream loses everything until the worker has read the notice: one gap stands for all lost messages
    if (hasDropped || !this.outboundBuffer.refuses(bytes)) return hasDropped;
    this.#addText(String(this.outboundBuffer.at));
    return true;
  }

  /** For a stream: dropped when its outbound buffer is full. */
  pushText(text: string): void {
    if (!this.outboundBuffer.refusesText(text.length)) this.#addText(text);
  }

  #addText(text: string): void {
    this.outboundBuffer.spend(text.length);
    this.#texts ??= [];
    this.#texts.push(text);
  }

  close(code: number, words = ""): void {
    this.#closing ??= { code, words };
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

  /** Sends all collected packets as one frame, then the texts. Returns false when there was nothing. */
  flush(): boolean {
    const bytes = this.#out.take();
    if (bytes !== null) {
      this.traffic.bytesOut += bytes.length;
      if (this.socket.readyState === OPEN) this.socket.send(bytes);
    }
    if (this.#texts !== null) this.#flushTexts(this.#texts);
    if (this.#closing !== null && this.socket.readyState === OPEN) {
      this.socket.close(this.#closing.code, this.#closing.words);
    }
    return bytes !== null;
  }

  #flushTexts(texts: readonly string[]): void {
    this.#texts = null;
    for (const text of texts) {
      this.traffic.bytesOut += text.length;
      if (this.socket.readyState === OPEN) this.socket.send(text);
    }
  }

  /** Decodes a frame; its last packet may be incomplete. */
  receive(bytes: Uint8Array): ReturnType<PacketDecoder["push"]> {
    this.#written.arrived += bytes.length;
    this.traffic.bytesIn += bytes.length;
    this.outboundBuffer.clientResponded();
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

  /** Writing the attachment can wait: more of it is about to arrive, or has arrived a moment ago. */
  waits(): boolean {
    return this.inPieces() || this.#written.hasFreshSamples(this);
  }

  /** Writes what must survive hibernation, if it has changed. Returns whether it had. */
  save(fragments: Fragments): boolean {
    return this.#written.save(this, fragments);
  }
}
