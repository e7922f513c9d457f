/** UTF-8 without the platform: the pure core has no TextDecoder. For short texts. */

/** The text, or null where the bytes are not well-formed UTF-8. A byte order mark is kept. */
export function decodeUtf8(bytes: Uint8Array): string | null {
  let text = "";
  let at = 0;
  while (at < bytes.length) {
    const lead = bytes[at] as number;
    const size = lead < 0x80 ? 1 : lead < 0xc2 ? 0 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : lead < 0xf5 ? 4 : 0;
    if (size === 0 || at + size > bytes.length) return null;
    let point = size === 1 ? lead : lead & (0xff >> (size + 1));
    for (let next = at + 1; next < at + size; next++) {
      const byte = bytes[next] as number;
      if ((byte & 0xc0) !== 0x80) return null;
      point = (point << 6) | (byte & 0x3f);
    }
    // overlong forms, surrogates, beyond Unicode
    if (size === 3 && (point < 0x800 || (point >= 0xd800 && point <= 0xdfff))) return null;
    if (size === 4 && (point < 0x10000 || point > 0x10ffff)) return null;
    text += String.fromCodePoint(point);
    at += size;
  }
  return text;
}

/** Whether a text comes after another in the order of their bytes, which is that of storage. */
export function isBehind(text: string, other: string): boolean {
  const points = [...text];
  for (const [at, each] of [...other].entries()) {
    const point = points[at];
    if (point === undefined) return false;
    if (point !== each) return (point.codePointAt(0) as number) > (each.codePointAt(0) as number);
  }
  return points.length > [...other].length;
}
