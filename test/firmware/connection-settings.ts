/** Where a program is told to connect to, and whose account that is. */

/** What is typed in, and nothing else. */
export interface ConnectionSettings {
  host: string;
  port: number;
  username: string;
  password: string;
}

/** A person's account, and what its one credential is typed in with. */
export interface FirmwareAccount extends ConnectionSettings {
  /** The port of the WebSocket; `port` is that of TCP. */
  webPort: number;
}

export interface Broker {
  newHome(): Promise<FirmwareAccount>;
  restart(): Promise<void>;
  stop(): Promise<void>;
}
