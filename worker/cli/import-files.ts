/** The files that an import reads: the archive or the folder of an export, or those of a Mosquitto. */

import {
  closeSync,
  constants,
  existsSync,
  fstatSync,
  lstatSync,
  opendirSync,
  openSync,
  readdirSync,
  readFileSync,
  statSync,
} from "node:fs";
import { dirname, join, resolve } from "node:path";
import { VALUES } from "../contract/export-file.ts";
import { ImportError, readAccountFile } from "../import/account-file.ts";
import { ACCOUNT, filesOf, MAX_FILES, readArchive, textOf } from "../import/archive.ts";
import { mosquittoUsers } from "../import/mosquitto.ts";
import { readConfiguration } from "../import/mosquitto-configuration.ts";
import type { ImportSource } from "../import/plan.ts";
import { lost } from "../import/planned.ts";
import type { ImportResult } from "../import/run.ts";
import { writeSecretFile } from "../local/secret-file.ts";
import { CliError } from "./cli-error.ts";
import type { CliRun } from "./command.ts";

export interface ReadSource extends ImportSource {
  /** Sentences about what is not taken over. */
  notes: string[];
}

export interface ImportFileOptions {
  /** Of all files together; 0: no limit. */
  maxBytes: number;
  /** Users of Mosquitto whose rights no file says get all topics. */
  withoutAcl?: boolean;
}

export function readImportFile(
  file: string,
  { maxBytes, withoutAcl = false }: ImportFileOptions,
): ReadSource {
  const most = maxBytes === 0 ? Number.MAX_SAFE_INTEGER : maxBytes;
  try {
    if (isFolder(file)) return ofExport(filesOf(folderFiles(file, most)));
    const bytes = bytesOf(file, most);
    const isZip = bytes[0] === 0x50 && bytes[1] === 0x4b;
    return isZip || file.endsWith(".zip")
      ? ofExport(readArchive(bytes, most))
      : ofMosquitto(file, bytes, withoutAcl);
  } catch (error) {
    if (error instanceof ImportError) throw new CliError("usage", error.message);
    throw error;
  }
}

const ofExport = ({ account, values, unknown }: ReturnType<typeof readArchive>): ReadSource => ({
  from: "export",
  account: readAccountFile(account),
  lost: [],
  values,
  unknown,
  notes: [],
});

function ofMosquitto(file: string, bytes: Uint8Array, withoutAcl: boolean): ReadSource {
  const notes: string[] = [];
  const beside = (name: string): string => besideConfiguration(file, name, notes);
  const configuration = readConfiguration(text(bytes), (folder) => configurationsIn(beside(folder)));
  const read = (name: string): string => text(bytesOf(beside(name), MAX_TEXT));
  const { password_file, acl_file, unreadable } = configuration;
  const users = mosquittoUsers(
    { passwords: read(password_file), acl: acl_file === null || unreadable !== null ? null : read(acl_file) },
    configuration,
    withoutAcl,
  );
  return {
    from: "mosquitto",
    account: users.account,
    lost: users.lost.map(({ username, why }) => lost(`user "${username}" of Mosquitto`, why)),
    values: [],
    unknown: [],
    notes: [...notes, ...configuration.notes, ...users.notes],
  };
}

/**
 * Returns the path of a file that a configuration names. The path may be that of a container: where it does not
 * exist here, the file of the same name beside the configuration is taken.
 */
function besideConfiguration(configuration: string, name: string, notes: string[]): string {
  const folder = dirname(configuration);
  const named = resolve(folder, name);
  if (existsSync(named)) return named;
  const beside = join(folder, name.split(/[\\/]/).findLast((part) => part !== "") ?? name);
  if (!existsSync(beside)) return named;
  notes.push(`${name} is not there: ${beside} is read instead.`);
  return beside;
}

/** The files that Mosquitto reads of an `include_dir`. */
function configurationsIn(folder: string): { name: string; text: string }[] | null {
  if (!isFolder(folder)) return null;
  const names = readdirSync(folder).filter((name) => name.endsWith(".conf"));
  if (names.length > MAX_INCLUDED) {
    throw new ImportError(
      `${folder} has ${names.length} configurations: an import reads up to ${MAX_INCLUDED}.`,
    );
  }
  return names.map((name) => ({ name, text: text(bytesOf(join(folder, name), MAX_TEXT)) }));
}

const MAX_INCLUDED = 100;
/** Bytes of a file of Mosquitto. */
const MAX_TEXT = 16_777_216;
const text = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);

function isFolder(file: string): boolean {
  return statSync(file, { throwIfNoEntry: false })?.isDirectory() === true;
}

interface FolderFiles {
  folder: string;
  texts: Map<string, string>;
  maxBytes: number;
  entries: number;
  bytes: number;
}

/** The files of an export by name. */
function folderFiles(folder: string, maxBytes: number): Map<string, string> {
  const files: FolderFiles = { folder, texts: new Map(), maxBytes, entries: 0, bytes: 0 };
  for (const name of [ACCOUNT, VALUES]) addEntry(files, name);
  return files.texts;
}

/** A symbolic link could name any file of this machine: it is refused, and never followed. */
function addEntry(files: FolderFiles, name: string): void {
  const { folder, texts, maxBytes } = files;
  const path = join(folder, name);
  const entry = lstatSync(path, { throwIfNoEntry: false });
  if (entry === undefined) return;
  if (entry.isSymbolicLink()) {
    throw new ImportError(`${path} is a symbolic link, which no export has: put the file itself there.`);
  }
  files.entries += 1;
  if (files.entries > MAX_FILES) {
    throw new ImportError(`${folder} has more than ${MAX_FILES} files: it is no export of Switchyard.`);
  }
  if (entry.isDirectory()) {
    eachEntry(path, (each) => addEntry(files, `${name}/${each}`));
    return;
  }
  if (!entry.isFile()) throw new ImportError(`${path} is no file, and an export has only files.`);
  files.bytes += entry.size;
  if (files.bytes > maxBytes) {
    throw new ImportError(
      `The files of ${folder} have more than ${maxBytes} bytes: it is no export of this size.`,
    );
  }
  texts.set(name, exportText(path, entry.size));
}

/** One entry after the other: a folder may have any number of them. */
function eachEntry(folder: string, use: (name: string) => void): void {
  const entries = opendirSync(folder);
  try {
    for (let entry = entries.readSync(); entry !== null; entry = entries.readSync()) use(entry.name);
  } finally {
    entries.closeSync();
  }
}

/** The file may have been replaced or may have grown since it was looked at: that is refused, too. */
function exportText(path: string, size: number): string {
  let file: number;
  try {
    file = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  } catch (error) {
    throw new CliError("usage", `${path} cannot be read: ${(error as Error).message}`);
  }
  try {
    const now = fstatSync(file);
    if (!now.isFile() || now.size !== size)
      throw new ImportError(`${path} changes while it is read: try again.`);
    return textOf(path, readFileSync(file));
  } finally {
    closeSync(file);
  }
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
