/** The part of a connection that survives hibernation, in the shape of the socket's attachment. */

import type { Arrival } from "../../contract/account.ts";
import { readable } from "../../contract/json.ts";
import type { SampleBatch } from "../../history/batch.ts";
import type { Phase } from "../../session/message.ts";
import type { ProtocolVersion } from "../../session/packet.ts";
import {
  AWAITING_CONNECT,
  CLOSED,
  type Connected,
  type Inflight,
  type Session,
} from "../../session/session.ts";
import type { Fragments } from "../../storage/fragments.ts";
import { connectedColumn, type PackedSession } from "../../storage/shapes.ts";

/** The shape of the attachment. Sockets survive a deployment: a changed shape needs a new number. */
export const VERSION = 1;

export interface Attachment {
  shape: typeof VERSION;
  id: string;
  /** Milliseconds since 1970. */
  openedAt: number;
  lastSeen: number;
  version: ProtocolVersion | null;
  /** `stored`: too large for an attachment, it is in `fragments`. */
  session: PackedSession | "stored" | Exclude<Session["state"], "connected">;
  fragment: Uint8Array | null;
  parts: number;
  edge: Arrival;
  traffic: Traffic;
  /** The counts that the meter has; undefined before the first reading. */
  metered?: Metered | undefined;
  /** The key of its session; empty before CONNECT is accepted. */
  key: string;
  recorded: boolean;
  /** Subscriptions without a row, encoded by `small-subscriptions.ts`. */
  filters: string;
  /** Samples that are not in rows yet, packed, and when the first of them arrived. */
  samples?: { packed: Uint8Array; since: number };
  /** Of a stream whose reader is behind. */
  stepsBehind?: number;
}

/** A partial packet up to this size is in the attachment, a larger one in storage. Bytes. */
export const MAX_ATTACHED_FRAGMENT = 4096;

export const NOWHERE: Arrival = { country: null, colo: null, browser: false, address: null, from: null };

/** Totals of a connection. Those of the last second before hibernation may be missing. */
export interface Traffic {
  messagesIn: number;
  messagesOut: number;
  bytesIn: number;
  bytesOut: number;
}

const NO_TRAFFIC: Traffic = { messagesIn: 0, messagesOut: 0, bytesIn: 0, bytesOut: 0 };

/** The totals at the last reading of the meter, and its time. Milliseconds since 1970. */
type Metered = Traffic & { at: number };

export interface Admitted {
  ref: string;
  key: string;
  deviceId: string | null;
  kept: boolean;
  /** It logged in with the previous password, within the overlap. */
  byEarlier: boolean;
}

export const firstAttachment = (now: number, edge: Arrival): Attachment => ({
  shape: VERSION,
  id: crypto.randomUUID(),
  openedAt: now,
  lastSeen: now,
  version: null,
  session: "awaiting-connect",
  fragment: null,
  parts: 0,
  edge,
  traffic: NO_TRAFFIC,
  key: "",
  recorded: false,
  filters: "",
});

/** An attachment of another shape becomes a closed connection, so that its client connects again. */
export const attachmentOf = (kept: unknown): Attachment =>
  isAttachment(kept) ? kept : { ...firstAttachment(0, NOWHERE), session: "closed" };

const isAttachment = (kept: unknown): kept is Attachment =>
  typeof kept === "object" && kept !== null && "shape" in kept && kept.shape === VERSION;

export const samplesIn = (batch: SampleBatch): Pick<Attachment, "samples"> =>
  batch.since === null ? {} : { samples: { packed: batch.packed(), since: batch.since } };

const PHASES: readonly Phase[] = ["puback", "pubrec", "pubcomp"];

/** Packet ids in flight as id × 4 + phase. Empty lists are omitted. */
export function pack(session: Connected): PackedSession {
  const commands = session.inflight.flatMap(({ packetId, command }): [number, number][] =>
    command === undefined ? [] : [[packetId, command]],
  );
  const shared = session.inflight.flatMap((each) => (each.shared ? [each.packetId] : []));
  const { client, inboundAliases, outboundAliases, inflight, nextPacketId, backlog } = session;
  return {
    client,
    inboundAliases: [...inboundAliases],
    outboundAliases: [...outboundAliases],
    resumed: session.resumed,
    received: [...session.received],
    ...(session.earlier.size > 0 && { earlier: [...session.earlier] }),
    inflight: inflight.map(({ packetId, phase }) => packetId * 4 + PHASES.indexOf(phase)),
    ...(commands.length > 0 && { commands }),
    ...(shared.length > 0 && { shared }),
    nextPacketId,
    backlog,
  };
}

function inflightOf(
  packed: number,
  commands: ReadonlyMap<number, number>,
  shared: ReadonlySet<number>,
): Inflight {
  const packetId = packed >> 2;
  const command = commands.get(packetId);
  const phase = PHASES[packed & 3] ?? "puback";
  return {
    packetId,
    phase,
    ...(command !== undefined && { command }),
    ...(shared.has(packetId) && { shared: true }),
  };
}

// most sessions have no entries in most of these: an object that wakes would create thousands of empty collections
const NO_NUMBERS: ReadonlySet<number> = new Set();
const NO_ENTRIES: ReadonlyMap<unknown, unknown> = new Map();
const setOf = (numbers: readonly number[] = []): ReadonlySet<number> =>
  numbers.length === 0 ? NO_NUMBERS : new Set(numbers);
const mapOf = <K, V>(entries: readonly (readonly [K, V])[] = []): ReadonlyMap<K, V> =>
  entries.length === 0 ? (NO_ENTRIES as ReadonlyMap<K, V>) : new Map(entries);

function unpack(packed: PackedSession): Connected {
  const commands = mapOf(packed.commands);
  const shared = setOf(packed.shared);
  return {
    state: "connected",
    client: packed.client,
    inboundAliases: mapOf(packed.inboundAliases),
    outboundAliases: mapOf(packed.outboundAliases),
    resumed: packed.resumed,
    received: setOf(packed.received),
    earlier: setOf(packed.earlier),
    inflight: packed.inflight.map((each) => inflightOf(each, commands, shared)),
    nextPacketId: packed.nextPacketId,
    backlog: packed.backlog,
  };
}

export function restored(kept: Attachment, fragments: Fragments): Session {
  if (kept.session === "stored") {
    const packed = readable(connectedColumn, fragments.session(kept.id));
    return packed === null ? CLOSED : unpack(packed);
  }
  if (typeof kept.session === "object") return unpack(kept.session);
  // a CONNECT that was being authenticated is lost: its password must not be stored
  return kept.session === "awaiting-connect" ? AWAITING_CONNECT : CLOSED;
}
