/**
 * The session of one connection, as a union of its states; all movement between them is in `step.ts`:
 *
 *   awaiting-connect → authenticating → connected → closed
 *          └──────────────────┴──────────────────────↑
 */

import type { ProfileName } from "../contract/grants.ts";
import type { Phase, Receipt } from "./message.ts";
import type { ConnectPacket, ProtocolVersion } from "./packet.ts";

export interface AwaitingConnect {
  state: "awaiting-connect";
}

export interface Authenticating {
  state: "authenticating";
  /** Holds the password: never leaves memory. */
  connect: ConnectPacket;
  /** The client identifier was left empty, and the broker made one. */
  assigned: boolean;
}

export interface Connected {
  state: "connected";
  client: Client;
  inboundAliases: ReadonlyMap<number, string>;
  outboundAliases: ReadonlyMap<string, number>;
  resumed: boolean;
  /** QoS 2 messages taken and not released by PUBREL. */
  received: ReadonlySet<number>;
  /** Those of them that an earlier connection brought: the receive maximum is this one's alone [MQTT-4.9.0-1]. */
  earlier: ReadonlySet<number>;
  /** Messages sent and not acknowledged, in the order sent. */
  inflight: readonly Inflight[];
  nextPacketId: number;
  /** Messages wait in storage: what comes now waits behind them. */
  backlog: boolean;
}

export interface Closed {
  state: "closed";
}

export type Session = AwaitingConnect | Authenticating | Connected | Closed;

export interface Inflight {
  packetId: number;
  phase: Phase;
  command?: number;
  receipt?: Receipt;
  /** A row holds it, however long the session lives: where it ends another member is given it. */
  shared?: true;
}

/** What was settled at CONNECT and holds until the connection ends. */
export interface Client {
  version: ProtocolVersion;
  sessionId: number;
  principal: string;
  kind: "api-key" | "token" | "credential" | "device";
  /** The row it logged in with; the device's for a device. */
  id: string;
  /** The client identifier as people may see it: an API key in it is hidden. */
  shownClientId: string;
  /** Milliseconds since 1970. */
  since: number;
  /** Seconds; 0 is off. */
  keepAlive: number;
  receiveMaximum: number;
  /** Bytes it takes; 0 is no limit. */
  maximumPacketSize: number;
  topicAliasMaximum: number;
  /** It wants reason strings on acknowledgements [MQTT-3.1.2-29]. */
  problemInformation: boolean;
  /** Seconds that the session outlives the connection; 0 ends it with the connection. */
  sessionExpiry: number;
  /** What it does not see of its topics: the account's prefix in root view; left out in account view. */
  root?: string;
  /** What it sent is not sent back to it, and retain flags are as they were published. */
  bridge?: true;
  /** When its right to be here ends; left out: it does not. Milliseconds since 1970. */
  until?: number;
  profile: ProfileName;
}

export const AWAITING_CONNECT: AwaitingConnect = { state: "awaiting-connect" };
export const CLOSED: Closed = { state: "closed" };
