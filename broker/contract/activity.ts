/** Current activity of an account, for the operator. */
export interface Activity {
  connections: number;
  /** Sessions stored without a connection. */
  resting: number;
  /** Messages that clients published per second, over the last ten seconds. */
  messagesRate: number;
  bytesRate: number;
  keptOut: KeptOut[];
}

/** An entry of the block list, with where the client came from. */
export interface KeptOut {
  /** An address; a name or client identifier; a client that logged in; or clients held back after a restart. */
  what: "address" | "name" | "client" | "restart";
  /** The row that the client logged in with; for a device the device's id. */
  id: string | null;
  /** Milliseconds since 1970. */
  until: number;
  times: number;
  why: string;
}
