/** A module: the files that a rule covers, and what they may import. */
export interface ImportRule {
  /** The module's files. The first rule that matches a file applies. */
  files: RegExp;
  /** Files that it may import besides its own. */
  mayImport: RegExp[];
  /** Allowed packages; all where it is left out. */
  packages?: RegExp;
}

export const CONTRACTS = /^(worker|broker)\/contract\//;
