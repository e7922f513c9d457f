/** What of a connection survives hibernation, in the shape in which it lies in the socket's attachment. */

import type { Phase } from "./protocol/message.ts";
import type { ProtocolVersion } from "./protocol/packet.ts";
import type { Client, Connected, Inflight, Session } from "./protocol/session.ts";

export interface Attachment {
  id: string;
  /** Milliseconds since 1970. */
  openedAt: number;
  lastSeen: number;
  version: ProtocolVersion | null;
  /** `stored`: too large for an attachment, it lies in `fragments`. */
  session: Packed | "stored" | Exclude<Session["state"], "connected">;
  /** The beginning of a packet, when it is small. */
  fragment: Uint8Array | null;
  /** Rows of a larger one. */
  parts: number;
}

/** A connected session as plain values, for structured clone and JSON alike. */
export interface Packed {
  client: Client;
  inboundAliases: [number, string][];
  outboundAliases: [string, number][];
  received: number[];
  /** Packet id × 4 + phase. */
  inflight: number[];
  nextPacketId: number;
  backlog: boolean;
}

const PHASES: readonly Phase[] = ["puback", "pubrec", "pubcomp"];

export function pack(session: Connected): Packed {
  const { client, inboundAliases, outboundAliases, received, inflight, nextPacketId, backlog } = session;
  return {
    client,
    inboundAliases: [...inboundAliases],
    outboundAliases: [...outboundAliases],
    received: [...received],
    inflight: inflight.map(({ packetId, phase }) => packetId * 4 + PHASES.indexOf(phase)),
    nextPacketId,
    backlog,
  };
}

const inflightOf = (packed: number): Inflight => ({
  packetId: packed >> 2,
  phase: PHASES[packed & 3] ?? "puback",
});

export function unpack(packed: Packed): Connected {
  return {
    state: "connected",
    client: packed.client,
    inboundAliases: new Map(packed.inboundAliases),
    outboundAliases: new Map(packed.outboundAliases),
    received: new Set(packed.received),
    inflight: packed.inflight.map(inflightOf),
    nextPacketId: packed.nextPacketId,
    backlog: packed.backlog,
  };
}
