/** The files of an export in memory, from its zip archive. Nothing of the archive is written anywhere. */

// this build runs on Node, too, and needs none of its modules
import { unzipSync } from "fflate/browser";
import { VALUES, valuesFileOwner } from "../contract/export-file.ts";
import { ImportError } from "./account-file.ts";

export interface ExportFiles {
  /** The text of `account.json`. */
  account: string;
  values: ValuesFile[];
  /** Files of values whose names are not those of an export. */
  unknown: string[];
}

export interface ValuesFile {
  /** The id of the device or channel in the export. */
  id: string;
  /** Null for a channel that is one series. */
  key: string | null;
  csv: string;
}

/** More than the largest account has. */
export const MAX_FILES = 10_000;
export const ACCOUNT = "account.json";

const notAZip = () => new ImportError("This file is not a whole zip archive: export the account again.");
const notAnExport = () =>
  new ImportError(`This is no export of Switchyard: it has no ${ACCOUNT} with an account.`);

/** `maxBytes`: how many bytes the files may have when they are unpacked. Throws an `ImportError`. */
export function readArchive(zip: Uint8Array, maxBytes: number): ExportFiles {
  const files = unpacked(zip, maxBytes);
  return filesOf(new Map(Object.entries(files).map(([name, bytes]) => [name, textOf(name, bytes)])));
}

/** The files by name, with `/` between folders. */
export function filesOf(files: ReadonlyMap<string, string>): ExportFiles {
  const account = files.get(ACCOUNT);
  if (account === undefined) throw notAnExport();
  const read: ExportFiles = { account, values: [], unknown: [] };
  for (const [name, csv] of files) {
    if (!isValues(name)) continue;
    const owner = valuesFileOwner(name.slice(VALUES.length + 1));
    if (owner === null) read.unknown.push(name);
    else read.values.push({ ...owner, csv });
  }
  return read;
}

const isValues = (name: string): boolean => name.startsWith(`${VALUES}/`) && !name.endsWith("/");

/** Only the files that an import needs. */
function unpacked(zip: Uint8Array, maxBytes: number): Record<string, Uint8Array> {
  let [count, bytes] = [0, 0];
  try {
    return unzipSync(zip, {
      filter({ name, size, originalSize }) {
        if (++count > MAX_FILES) {
          throw new ImportError(
            `This archive has more than ${MAX_FILES} files: it is no export of Switchyard.`,
          );
        }
        refusePath(name);
        if (name !== ACCOUNT && !isValues(name)) return false;
        // entries may share their bytes, and an entry never becomes larger than its declared size
        bytes += Math.max(size, originalSize);
        if (bytes > maxBytes) {
          throw new ImportError(
            `The files of this archive have more than ${maxBytes} bytes: it is no export of this size.`,
          );
        }
        return true;
      },
    });
  } catch (error) {
    throw error instanceof ImportError ? error : notAZip();
  }
}

/** An export has no such names, so another program made or changed the archive. */
function refusePath(name: string): void {
  const isPlain = !/^[/\\]|^[a-z]:|\\|\0/i.test(name) && !name.split("/").includes("..");
  if (!isPlain) {
    throw new ImportError(
      `This archive has a file named ${JSON.stringify(name)}, which no export has: another program changed it.`,
    );
  }
}

export function textOf(name: string, bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: false }).decode(bytes);
  } catch {
    throw new ImportError(`${name} is damaged: it is no text in UTF-8.`);
  }
}
