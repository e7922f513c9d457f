/** The files that an import reads: the archive or the folder of an export, or those of a Mosquitto. */

import { readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { VALUES } from "../contract/export-file.ts";
import { ImportError, readAccountFile } from "../import/account-file.ts";
import { filesOf, readArchive } from "../import/archive.ts";
import { mosquittoUsers, namedFiles } from "../import/mosquitto.ts";
import type { ImportSource } from "../import/plan.ts";
import type { ImportResult } from "../import/run.ts";
import { writeSecretFile } from "../local/secret-file.ts";
import { CliError } from "./cli-error.ts";
import type { CliRun } from "./command.ts";

export interface ReadSource extends ImportSource {
  /** Sentences about what is not taken over. */
  notes: string[];
}

/** `maxBytes`: of all files together; 0: no limit. */
export function readImportFile(file: string, maxBytes: number): ReadSource {
  const most = maxBytes === 0 ? Number.MAX_SAFE_INTEGER : maxBytes;
  try {
    if (isFolder(file)) return ofExport(filesOf(folderFiles(file)));
    const bytes = bytesOf(file, most);
    const isZip = bytes[0] === 0x50 && bytes[1] === 0x4b;
    return isZip || file.endsWith(".zip") ? ofExport(readArchive(bytes, most)) : ofMosquitto(file, bytes);
  } catch (error) {
    if (error instanceof ImportError) throw new CliError("usage", error.message);
    throw error;
  }
}

const ofExport = ({ account, values, unknown }: ReturnType<typeof readArchive>): ReadSource => ({
  from: "export",
  account: readAccountFile(account),
  values,
  unknown,
  notes: [],
});

function ofMosquitto(file: string, bytes: Uint8Array): ReadSource {
  const { password_file, acl_file, notes } = namedFiles(text(bytes));
  const read = (name: string | null) =>
    name === null ? null : text(bytesOf(resolve(dirname(file), name), MAX_TEXT));
  const users = mosquittoUsers({ passwords: read(password_file), acl: read(acl_file) });
  return {
    from: "mosquitto",
    account: users.account,
    values: [],
    unknown: [],
    notes: [...notes, ...users.notes],
  };
}

/** Bytes of a file of Mosquitto. */
const MAX_TEXT = 16_777_216;
const text = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);

function isFolder(file: string): boolean {
  return statSync(file, { throwIfNoEntry: false })?.isDirectory() === true;
}

function folderFiles(folder: string): Map<string, string> {
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" }).map((name) =>
    name.replaceAll("\\", "/"),
  );
  const wanted = names.filter((name) => name === "account.json" || name.startsWith(`${VALUES}/`));
  return new Map(wanted.map((name) => [name, text(bytesOf(join(folder, name), Number.MAX_SAFE_INTEGER))]));
}

function bytesOf(file: string, most: number): Uint8Array {
  try {
    const { size } = statSync(file);
    if (size > most)
      throw new ImportError(`${file} has more than ${most} bytes: it is no file of this kind.`);
    return readFileSync(file);
  } catch (error) {
    if (error instanceof ImportError) throw error;
    throw new CliError("usage", `${file} cannot be read: ${(error as Error).message}`);
  }
}

/** Once, and only for their owner: the service shows them to a login session only. */
export function writePasswords(run: CliRun, file: string, { outcomes }: ImportResult): void {
  const made = outcomes.flatMap(({ item, outcome, json }) =>
    outcome === "done" && item.call?.name === "createCredential" ? [loginIn(json)] : [],
  );
  if (made.length === 0) return;
  writeSecretFile(file, made.map(({ username, password }) => `${username}:${password}\n`).join(""));
  run.print(`The new passwords of ${made.length} users are in ${file}, which only you can read.`);
}

const loginIn = (json: unknown) => json as { username: string; password: string };
