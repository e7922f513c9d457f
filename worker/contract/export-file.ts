/** What an export and an import agree on: the version of `account.json`, and the names of files with values. */

/** Format 1, of release 0.1.0, has no number. An import reads this format and older ones. */
export const EXPORT_FORMAT = 2;

/** The folder of files with values. */
export const VALUES = "values";

/** The file of a series of a device or channel; key null: of a channel that is one series. The key is escaped. */
export const valuesFileName = (id: string, key: string | null): string =>
  key === null ? `${id}.csv` : `${id}.${encodeURIComponent(key)}.csv`;

/** Returns whose values a file of `VALUES` has, or null for another file. */
export function valuesFileOwner(name: string): { id: string; key: string | null } | null {
  const [, id, key] = /^([0-9a-f-]{36})(?:\.(.+))?\.csv$/i.exec(name) ?? [];
  if (id === undefined) return null;
  try {
    return { id, key: key === undefined ? null : decodeURIComponent(key) };
  } catch {
    return null;
  }
}
