/** What happens in the account now, for whoever runs the service. */
export interface Activity {
  connections: number;
  /** Sessions that are kept while nobody has them. */
  resting: number;
  /** What its clients publish a second, over the last ten. */
  messagesRate: number;
  bytesRate: number;
  keptOut: KeptOut[];
}

/** Who is not let in for a while, where it came from. */
export interface KeptOut {
  /** An address; a name, or a client identifier; a client that logged in; or the broker keeps from restarting. */
  what: "address" | "name" | "client" | "restart";
  /** The row that the client logged in with; the device's for a device. */
  id: string | null;
  /** Milliseconds since 1970. */
  until: number;
  times: number;
  why: string;
}
