/** Writes the files of an export into one folder and its subfolder for values, and nowhere else. */

import { appendFileSync, lstatSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { VALUES } from "../export/files.ts";
import { CliError } from "./cli-error.ts";
import { FileNames } from "./file-name.ts";

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
  async write(name: string, text: AsyncIterable<string>): Promise<string> {
    const prefix = `${VALUES}/`;
    const written = name.startsWith(prefix)
      ? prefix + this.#valueNames.next(name.slice(prefix.length))
      : this.#names.next(name);
    const file = join(this.#path, written);
    this.#create(file);
    for await (const part of text) appendFileSync(file, part);
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
