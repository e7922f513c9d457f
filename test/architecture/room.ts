/** A module: the files that a rule covers, and what they may import. */
export interface Room {
  /** The module's files. The first rule that matches a file applies. */
  room: RegExp;
  /** Files that it may import besides its own. */
  may: RegExp[];
  /** Allowed packages; all where it is left out. */
  packages?: RegExp;
}

export const CONTRACTS = /^(worker|broker)\/contract\//;
