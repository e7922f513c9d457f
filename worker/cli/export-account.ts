import { appendFileSync, lstatSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { CALLS } from "../contract/api.ts";
import { VALUES } from "../contract/export-file.ts";
import type { Ask } from "../export/ask.ts";
import { ExportTooLarge, exportFiles, notesOf } from "../export/files.ts";
import { readLists } from "../export/lists.ts";
import { ApiClient } from "./api-client.ts";
import { CliError } from "./cli-error.ts";

// Writes the files of an export into one folder and its subfolder for values, and nowhere else.

// Names of files from names that a server sent: one path level that every file system accepts. The result never
// leaves its folder.

/** Bytes of a name, with room for a number: file systems allow 255. */
const MAX_NAME = 200;

/** Names of devices on Windows, with any extension (learn.microsoft.com, "Naming Files, Paths, and Namespaces"). */
const DEVICE = /^(con|prn|aux|nul|conin\$|conout\$|(com|lpt)[0-9])(\.|$)/i;

/** Writes everything but letters, digits, `.`, `_`, `-` and `%` as escapes of a URL; also a first or last dot. */
export function safeFileName(name: string): string {
  const escaped = name
    .toWellFormed()
    .replace(/[^A-Za-z0-9._%-]/gu, (character) =>
      [...new TextEncoder().encode(character)].map(percent).join(""),
    )
    .replace(/^\.|\.$/g, "%2E")
    .slice(0, MAX_NAME)
    // a cut may have made another last dot
    .replace(/\.$/, "_");
  return escaped === "" || DEVICE.test(escaped) ? `_${escaped}` : escaped;
}

const percent = (byte: number): string => `%${byte.toString(16).toUpperCase().padStart(2, "0")}`;

/** Gives each name once, also where the file system does not distinguish capitals: later ones get a number. */
class FileNames {
  readonly #used = new Set<string>();

  next(name: string): string {
    const safe = safeFileName(name);
    let unique = safe;
    for (let n = 2; this.#used.has(unique.toLowerCase()); n++) unique = `${n}-${safe}`;
    this.#used.add(unique.toLowerCase());
    return unique;
  }
}

export class ExportFolder {
  readonly #path: string;
  readonly #names = new FileNames();
  readonly #valueNames = new FileNames();

  constructor(path: string) {
    this.#path = path;
    mkdirSync(path, { recursive: true, mode: 0o700 });
    const values = join(path, VALUES);
    // a link there could lead anywhere
    if (isThere(values) && !lstatSync(values).isDirectory()) {
      throw new CliError("usage", `${values} is no folder: remove it, or use another folder with --into.`);
    }
    mkdirSync(values, { recursive: true, mode: 0o700 });
  }

  /** Returns the name within the folder. All of the files can contain secrets. */
  async write(name: string, bytes: AsyncIterable<Uint8Array>): Promise<string> {
    const prefix = `${VALUES}/`;
    const written = name.startsWith(prefix)
      ? prefix + this.#valueNames.next(name.slice(prefix.length))
      : this.#names.next(name);
    const file = join(this.#path, written);
    this.#create(file);
    for await (const part of bytes) appendFileSync(file, part);
    return written;
  }

  /** A new file: a link of that name is removed and never followed, and the mode of an older file does not stay. */
  #create(file: string): void {
    try {
      rmSync(file, { force: true });
      writeFileSync(file, "", { flag: "wx", mode: 0o600 });
    } catch (error) {
      throw new CliError("failed", `${file} cannot be written: ${(error as Error).message}`);
    }
  }
}

const isThere = (path: string): boolean => lstatSync(path, { throwIfNoEntry: false }) !== undefined;

interface ExportOptions {
  url: string;
  email: string;
  password: string;
  into: string;
  maxBytes: number;
}

/**
 * Returns what it wrote: file names, and sentences about what the files lack. It has a session of its own: a token may
 * read neither keys nor passwords.
 */
export async function exportAccount(options: ExportOptions, fetching: typeof fetch) {
  const { url, email, password, into, maxBytes } = options;
  const { data } = await new ApiClient({ url, token: null }, fetching).call("login", {
    body: { email, password },
  });
  const api = new ApiClient({ url, token: data.token }, fetching);
  try {
    return await writeFiles(into, asking(api), maxBytes);
  } catch (error) {
    if (error instanceof ExportTooLarge) throw new CliError("failed", error.message);
    throw error;
  } finally {
    await api.open("logout");
  }
}

const asking =
  (api: ApiClient): Ask =>
  (name, { id = "", query = {}, accept = "application/json" } = {}) => {
    const { method, path } = CALLS[name];
    const search = new URLSearchParams(query).toString();
    // a function and an escape: an id from the server changes neither the pattern nor the path
    const filled = path.replace("{id}", () => encodeURIComponent(id));
    return api.send(method, `${filled}${search && `?${search}`}`, { headers: { accept }, waits: true });
  };

/** The server's limit is not known here, and a hostile server would have none: the machine has its own. */
async function writeFiles(into: string, ask: Ask, maxBytes: number) {
  const files: string[] = [];
  const folder = new ExportFolder(into);
  const lists = await readLists(ask);
  for await (const { name, bytes } of exportFiles(lists, { ask, now: Date.now(), maxBytes })) {
    files.push(await folder.write(name, bytes));
  }
  return { files, notes: notesOf(lists) };
}
