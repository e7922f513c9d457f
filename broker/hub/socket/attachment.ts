/** What of a connection survives hibernation, in the shape in which it lies in the socket's attachment. */

import type { Arrival } from "../../contract/account.ts";
import type { Batch } from "../../history/batch.ts";
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

/** Of the attachment's shape. Sockets outlive a deployment: a change of the shape needs a new number. */
export const VERSION = 1;

export interface Attachment {
  shape: typeof VERSION;
  id: string;
  /** Milliseconds since 1970. */
  openedAt: number;
  lastSeen: number;
  version: ProtocolVersion | null;
  /** `stored`: too large for an attachment, it lies in `fragments`. */
  session: PackedSession | "stored" | Exclude<Session["state"], "connected">;
  fragment: Uint8Array | null;
  parts: number;
  edge: Arrival;
  traffic: Traffic;
  /** What of it the meter has; left out: nothing. */
  metered?: Metered | undefined;
  /** The name of its session; empty before its CONNECT is accepted. */
  key: string;
  recorded: boolean;
  /** Subscriptions that are not in rows, as `small-subscriptions.ts` writes them. */
  filters: string;
  /** Samples that are not written down yet, packed, and when the first of them came. */
  samples?: { packed: Uint8Array; since: number };
}

/** A partial packet up to this size lies in the attachment, a larger one in storage. Bytes. */
export const MAX_ATTACHED_FRAGMENT = 4096;

export const NOWHERE: Arrival = { country: null, colo: null, browser: false, address: null, from: null };

/** What went over a connection; those of a nap's last second may be missing. */
export interface Traffic {
  messagesIn: number;
  messagesOut: number;
  bytesIn: number;
  bytesOut: number;
}

const NO_TRAFFIC: Traffic = { messagesIn: 0, messagesOut: 0, bytesIn: 0, bytesOut: 0 };

/** What had gone over it when the meter was told, and when that was. Milliseconds since 1970. */
type Metered = Traffic & { at: number };

export interface Admitted {
  ref: string;
  key: string;
  deviceId: string | null;
  kept: boolean;
  /** It logged in with the password before the present one. */
  byEarlier: boolean;
}

export const firstAttachment = (now: number, edge: Arrival): Attachment => ({
  ...{ shape: VERSION, id: crypto.randomUUID(), openedAt: now, lastSeen: now, version: null },
  ...{ session: "awaiting-connect", fragment: null, parts: 0, edge, traffic: NO_TRAFFIC },
  ...{ key: "", recorded: false, filters: "" },
});

/** Where a socket has one of another shape: a connection that has ended, so that its client connects again. */
export const attachmentOf = (kept: unknown): Attachment =>
  isAttachment(kept) ? kept : { ...firstAttachment(0, NOWHERE), session: "closed" };

const isAttachment = (kept: unknown): kept is Attachment =>
  typeof kept === "object" && kept !== null && "shape" in kept && kept.shape === VERSION;

export const samplesIn = (batch: Batch): Pick<Attachment, "samples"> =>
  batch.since === null ? {} : { samples: { packed: batch.packed(), since: batch.since } };

const PHASES: readonly Phase[] = ["puback", "pubrec", "pubcomp"];

/** Packet ids under way as id × 4 + phase; lists that are empty are left out. */
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

function unpack(packed: PackedSession): Connected {
  const commands = new Map(packed.commands);
  const shared = new Set(packed.shared);
  return {
    state: "connected",
    client: packed.client,
    inboundAliases: new Map(packed.inboundAliases),
    outboundAliases: new Map(packed.outboundAliases),
    resumed: packed.resumed,
    received: new Set(packed.received),
    earlier: new Set(packed.earlier),
    inflight: packed.inflight.map((each) => inflightOf(each, commands, shared)),
    nextPacketId: packed.nextPacketId,
    backlog: packed.backlog,
  };
}

export function restored(kept: Attachment, fragments: Fragments): Session {
  if (kept.session === "stored") return unpack(connectedColumn.read(fragments.session(kept.id)));
  if (typeof kept.session === "object") return unpack(kept.session);
  // one that was authenticating has lost its CONNECT: the password in it must not be at rest
  return kept.session === "awaiting-connect" ? AWAITING_CONNECT : CLOSED;
}
