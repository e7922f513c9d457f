import { renameSync, writeFileSync } from "node:fs";

/** A file of secrets, half written, would lose them: written beside it, for its owner's eyes only, then swapped. */
export function replaceFile(file: string, text: string): void {
  writeFileSync(`${file}.new`, text, { mode: 0o600 });
  renameSync(`${file}.new`, file);
}
