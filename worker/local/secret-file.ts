/**
 * Files with keys, tokens or passwords. A reader finds the old file or the whole new one, also after a crash or on a
 * full disk: the text is written beside the file, and a rename replaces it. Only the owner may read it.
 */

import {
  chmodSync,
  closeSync,
  existsSync,
  fchmodSync,
  fchownSync,
  fsyncSync,
  openSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  type Stats,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname } from "node:path";

const OWNER_ONLY = 0o600;

/** Null without the file. */
const statOf = (file: string): Stats | null => statSync(file, { throwIfNoEntry: false }) ?? null;

/** A symbolic link stays: the file that it names is replaced. */
const targetOf = (file: string): string => (statOf(file) === null ? file : realpathSync(file));

export function writeSecretFile(file: string, text: string): void {
  const target = targetOf(file);
  const temporary = writeBeside(target, text);
  try {
    renameSync(temporary, target);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
  syncFolder(dirname(target));
}

/** Renames a file that `writeSecretFile` wrote, for a text that is in force later. */
export function replaceSecretFile(from: string, file: string): void {
  const target = targetOf(file);
  renameSync(from, target);
  syncFolder(dirname(target));
}

/** Takes the rights of group and others from an existing file, such as one that was written by hand. */
export function tightenSecretFile(file: string): void {
  const stats = statOf(file);
  if (stats !== null && (stats.mode & 0o077) !== 0) chmodSync(file, OWNER_ONLY);
}

function writeBeside(target: string, text: string): string {
  const temporary = `${target}.${process.pid}.tmp`;
  // left by a process that ended in between
  rmSync(temporary, { force: true });
  const descriptor = openSync(temporary, "wx", OWNER_ONLY);
  try {
    // the umask may have taken a right, and root must leave the file to its owner
    fchmodSync(descriptor, OWNER_ONLY);
    const owner = statOf(target);
    if (owner !== null && process.getuid?.() === 0) fchownSync(descriptor, owner.uid, owner.gid);
    writeFileSync(descriptor, text);
    fsyncSync(descriptor);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  } finally {
    closeSync(descriptor);
  }
  return temporary;
}

/** The rename survives a power failure. Windows opens no folder. */
function syncFolder(folder: string): void {
  if (process.platform === "win32") return;
  const descriptor = openSync(folder, "r");
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/** Returns the stored secret if a failed run made it. Stored before the upload, after which it cannot be read. */
export function storeSecret(name: string, secret: string, file: string): string {
  const text = existsSync(file) ? readFileSync(file, "utf8") : "";
  const existing = new RegExp(`^${name}=(.+)$`, "m").exec(text)?.[1];
  if (existing !== undefined) {
    tightenSecretFile(file);
    return existing;
  }
  const before = text === "" || text.endsWith("\n") ? text : `${text}\n`;
  writeSecretFile(file, `${before}${name}=${secret}\n`);
  return secret;
}
