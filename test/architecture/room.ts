/** A room of the house, and what it may take from others. */
export interface Room {
  /** The room's files. A file belongs to the first room that it fits. */
  room: RegExp;
  /** What it may import besides itself. */
  may: RegExp[];
  /** Packages, where only these are allowed. */
  packages?: RegExp;
}

export const CONTRACTS = /^(worker|broker)\/contract\//;
