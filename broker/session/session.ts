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
  /** Contains the password: it never leaves memory. */
  connect: ConnectPacket;
  /** The client identifier was empty: the broker assigned one. */
  assigned: boolean;
}

export interface Connected {
  state: "connected";
  client: ConnectedClient;
  inboundAliases: ReadonlyMap<number, string>;
  outboundAliases: ReadonlyMap<string, number>;
  resumed: boolean;
  /** QoS 2 messages between PUBLISH and PUBREL. */
  received: ReadonlySet<number>;
  /** Those received on an earlier connection: the Receive Maximum counts this connection only [MQTT-4.9.0-1]. */
  earlier: ReadonlySet<number>;
  /** Messages sent and not acknowledged, in the order sent. */
  inflight: readonly Inflight[];
  nextPacketId: number;
  /** Messages wait in storage: new ones wait behind them. */
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
  /** Its queue keeps it whatever the session's life: when the session ends another member of the group receives it. */
  shared?: true;
}

/** Settled at CONNECT, until the connection ends. */
export interface ConnectedClient {
  version: ProtocolVersion;
  sessionId: number;
  principal: string;
  kind: "api-key" | "token" | "credential" | "device";
  /** Id of the login's row; of a device, the device's id. */
  id: string;
  /** The client identifier for people: an API key in it is hidden. */
  shownClientId: string;
  /** Milliseconds since 1970. */
  since: number;
  /** Seconds; 0 is off. */
  keepAlive: number;
  receiveMaximum: number;
  /** Largest packet it accepts, in bytes; 0 for no limit. */
  maximumPacketSize: number;
  topicAliasMaximum: number;
  /** It wants reason strings in acknowledgements [MQTT-3.1.2-29]. */
  problemInformation: boolean;
  /** Seconds that the session outlives the connection; 0: it ends with the connection. */
  sessionExpiry: number;
  /** The prefix of its topics that it does not see, in root view; omitted in account view. */
  root?: string;
  /** Its own messages are not sent back to it, and retain flags are kept as published. */
  bridge?: true;
  /** When its right to be connected ends; omitted when it does not. Milliseconds since 1970. */
  until?: number;
  profile: ProfileName;
}

export const AWAITING_CONNECT: AwaitingConnect = { state: "awaiting-connect" };
export const CLOSED: Closed = { state: "closed" };
