/** Writes the attachment of a socket, and fragments that do not fit into it, when something has changed. */

import type { PacketDecoder } from "../../codec/decoder.ts";
import type { SampleBatch } from "../../history/batch.ts";
import type { Session } from "../../session/session.ts";
import type { Fragments } from "../../storage/fragments.ts";
import { connectedColumn } from "../../storage/shapes.ts";
import { type Attachment, MAX_ATTACHED_FRAGMENT, pack, samplesIn, VERSION } from "./attachment.ts";
import type { SmallSubscriptions } from "./small-subscriptions.ts";

/** The time of the last packet is written at most this often. Milliseconds. */
export const SEEN_RESOLUTION = 1000;

interface Attached
  extends Pick<Attachment, "id" | "openedAt" | "lastSeen" | "edge" | "traffic" | "key" | "recorded"> {
  readonly socket: WebSocket;
  readonly decoder: PacketDecoder;
  readonly session: Session;
  readonly subscriptions: SmallSubscriptions;
  readonly samples: SampleBatch;
  readonly metered: Attachment["metered"];
  readonly stepsBehind: number;
}

/** What the attachment was written from. `pending`: bytes of an incomplete packet. */
const stateOf = (
  { session, lastSeen, recorded, metered, subscriptions, samples, stepsBehind }: Attached,
  pending: number,
) => ({
  session,
  lastSeen,
  recorded,
  metered,
  pending,
  stepsBehind,
  subscriptions: subscriptions.changes,
  samples: samples.changes,
});

export class AttachmentWriter {
  /** Bytes received since the last write. */
  arrived = 0;
  #saved: ReturnType<typeof stateOf>;
  #parts: number;
  #isStored: boolean;

  constructor(connection: Attached, { parts, session }: Attachment, pending: number) {
    this.#parts = parts;
    this.#isStored = session === "stored";
    this.#saved = stateOf(connection, pending);
  }

  get inFragments(): boolean {
    return this.#parts > 0 || this.#isStored;
  }

  /** Samples arrived, and the attachment was written less than `SEEN_RESOLUTION` before. */
  hasFreshSamples({ samples, lastSeen }: Attached): boolean {
    const saved = this.#saved;
    return saved.samples !== samples.changes && !samples.empty && lastSeen - saved.lastSeen < SEEN_RESOLUTION;
  }

  /** Returns whether something had changed. */
  save(connection: Attached, fragments: Fragments): boolean {
    const { session, decoder, lastSeen } = connection;
    const before = this.#saved;
    const hasPieces = this.arrived > 0 && (decoder.pendingLength > 0 || before.pending > 0);
    const isChanged =
      hasPieces ||
      session !== before.session ||
      connection.recorded !== before.recorded ||
      connection.metered !== before.metered ||
      connection.stepsBehind !== before.stepsBehind ||
      connection.samples.changes !== before.samples ||
      connection.subscriptions.changes !== before.subscriptions;
    if (!isChanged && lastSeen - before.lastSeen < SEEN_RESOLUTION) return false;
    // an ended connection leaves no row
    const pending = session.state === "closed" ? new Uint8Array(0) : decoder.pending;
    this.#saveFragment(connection.id, fragments, pending);
    this.arrived = 0;
    this.#attach(connection, fragments, pending);
    this.#saved = stateOf(connection, pending.length);
    return true;
  }

  #attach(connection: Attached, fragments: Fragments, pending: Uint8Array): void {
    const { id, openedAt, lastSeen, edge, traffic, key, recorded, metered, session } = connection;
    const kept: Attachment = {
      id,
      openedAt,
      lastSeen,
      edge,
      traffic,
      key,
      recorded,
      metered,
      shape: VERSION,
      version: connection.decoder.version,
      session: session.state === "connected" ? pack(session) : session.state,
      fragment: this.#parts === 0 && pending.length > 0 ? pending.slice() : null,
      parts: this.#parts,
      filters: connection.subscriptions.text,
      ...samplesIn(connection.samples),
      ...(connection.stepsBehind > 0 && { stepsBehind: connection.stepsBehind }),
    };
    try {
      connection.socket.serializeAttachment(kept);
    } catch (error) {
      if (typeof kept.session === "string") throw error;
      // too large for an attachment: many aliases, or many messages in flight
      fragments.putSession(id, connectedColumn.write(kept.session));
      this.#isStored = true;
      connection.socket.serializeAttachment({ ...kept, session: "stored" });
    }
  }

  /** Writes only new bytes, so that a packet in many pieces costs its length once. */
  #saveFragment(id: string, fragments: Fragments, pending: Uint8Array): void {
    const before = this.#saved.pending;
    if (pending.length <= MAX_ATTACHED_FRAGMENT) {
      if (this.#parts > 0) fragments.remove(id);
      this.#parts = 0;
    } else if (this.#parts > 0 && pending.length === before + this.arrived) {
      if (this.arrived > 0) fragments.append(id, this.#parts++, pending.subarray(before));
    } else {
      fragments.remove(id);
      fragments.append(id, 0, pending);
      this.#parts = 1;
    }
  }
}
