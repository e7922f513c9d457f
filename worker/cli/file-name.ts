/**
 * PURE. Names of files from names that a server sent: one path level that every file system accepts. The result never
 * leaves its folder.
 */

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
export class FileNames {
  readonly #used = new Set<string>();

  next(name: string): string {
    const safe = safeFileName(name);
    let unique = safe;
    for (let n = 2; this.#used.has(unique.toLowerCase()); n++) unique = `${n}-${safe}`;
    this.#used.add(unique.toLowerCase());
    return unique;
  }
}
