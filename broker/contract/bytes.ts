/** PURE. Joins byte arrays. `length`: the sum of theirs, if it is known. A single part is returned as it is. */
export function joined(
  parts: readonly Uint8Array[],
  length: number = parts.reduce((sum, part) => sum + part.length, 0),
): Uint8Array {
  const [only] = parts;
  if (only !== undefined && parts.length === 1) return only;
  const all = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}
