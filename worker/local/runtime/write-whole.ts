import { renameSync, writeFileSync } from "node:fs";

/** Writes a file under another name first, so that no reader finds half of it. */
export function writeWhole(file: string, content: string | Buffer, mode = 0o644): void {
  const unfinished = `${file}.${process.pid}`;
  writeFileSync(unfinished, content, { mode });
  renameSync(unfinished, file);
}
