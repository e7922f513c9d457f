/** PURE. Changes of the list of keys, as text. */

/** The new key first: the first one seals. */
export function rotated(keys: string, newKey: string): string {
  return [newKey, ...listed(keys)].join(",");
}

/** Only the current key. Values that still need another one would be lost: ask the cron's `reseal_left` first. */
export function retired(keys: string): string {
  return listed(keys)[0] ?? "";
}

/** The variables file with its `SEAL_KEYS` changed and every other line as it was. */
export function withSealKeys(file: string, change: (keys: string) => string): string {
  let found = false;
  const lines = file.split("\n").map((line) => {
    const match = /^(\s*SEAL_KEYS\s*=\s*)(["']?)(.*?)\2\s*$/.exec(line);
    if (match === null) return line;
    found = true;
    const [, name = "", quote = "", keys = ""] = match;
    return `${name}${quote}${change(keys)}${quote}`;
  });
  if (!found) throw new Error("The file has no line SEAL_KEYS=….");
  return lines.join("\n");
}

function listed(keys: string): string[] {
  const entries = keys
    .split(",")
    .map((entry) => entry.trim())
    .filter((entry) => entry !== "");
  if (entries.length === 0) throw new Error("SEAL_KEYS is empty: there is nothing to rotate.");
  return entries;
}
