/** The settings that a user types into a program, and their account. */

export interface ConnectionSettings {
  host: string;
  port: number;
  username: string;
  password: string;
}

/** An account, with the settings of its one credential. */
export interface FirmwareAccount extends ConnectionSettings {
  /** The port of the WebSocket; `port` is that of TCP. */
  webPort: number;
}

export interface Broker {
  newHome(): Promise<FirmwareAccount>;
  /** The AsyncAPI documents, one per view, of an account with a device, series and root view. */
  documents(): Promise<string[]>;
  restart(): Promise<void>;
  stop(): Promise<void>;
}
