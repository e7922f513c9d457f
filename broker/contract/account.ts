/** What the account's object answers to the worker, beside the sockets it serves. */

import type { SwitchState } from "./control.ts";

export interface LiveClient {
  /** Stable for the life of the connection; names it in `disconnectClient`. */
  connectionId: string;
  kind: "api-key" | "credential" | "device";
  /** The row that it logged in with; the device's for a device. */
  id: string;
  /** The client id, with an API key in it hidden. */
  clientId: string;
  protocol: 4 | 5;
  /** Milliseconds since 1970. */
  since: number;
}

export interface AccountBroker {
  /**
   * Before rights change in the database. From the answer on the object knows, durably, that the rights it holds
   * may be old; unless `applyRights` follows within 2 s it reads them again by itself. After a restart in between
   * it lets nothing pass until it has. So an answer of `applyRights`, or its loss, never leaves old rights in force.
   */
  announceChange(userId: string): Promise<void>;
  /** After the commit: read the rights again; drop, narrow or widen every live client and kept session; then answer. */
  applyRights(userId: string): Promise<void>;
  /** Publish the control message of a device and answer when its event and its state stand in the database. */
  switchDevice(userId: string, deviceId: string, state: SwitchState): Promise<void>;
  clients(userId: string): Promise<LiveClient[]>;
  /** False when there is no such connection. */
  disconnectClient(userId: string, connectionId: string): Promise<boolean>;
  /** The account is gone: close every socket, forget everything. */
  erase(userId: string): Promise<void>;
}
