/** UTF-8 as MQTT wants it: how it is read and measured, here and nowhere else. */

/** All that the pure core takes of the platform: values in, values out, and fifty times as fast on a long text. */
declare const TextDecoder: new (
  label: "utf-8",
  options: { fatal: true; ignoreBOM: true },
) => { decode(bytes: Uint8Array): string };

// a leading U+FEFF is a character of the text [MQTT-1.5.4-3]
const platform = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** Bytes up to which building the text here beats a call to the platform. */
const SHORT_TEXT = 128;

/** The text of these bytes, or null where they are not well-formed: no overlong form, no surrogate [MQTT-1.5.4-1]. */
export function decodeUtf8(bytes: Uint8Array, from = 0, to = bytes.length): string | null {
  return (to - from > SHORT_TEXT ? null : shortAscii(bytes, from, to)) ?? decodeAny(bytes, from, to);
}

function shortAscii(bytes: Uint8Array, from: number, to: number): string | null {
  for (let at = from; at < to; at++) if ((bytes[at] as number) >= 0x80) return null;
  // in one call: added one by one they make a rope, which the first look into a map has to flatten
  return String.fromCharCode.apply(null, bytes.subarray(from, to) as unknown as number[]);
}

function decodeAny(bytes: Uint8Array, from: number, to: number): string | null {
  try {
    return platform.decode(bytes.subarray(from, to));
  } catch {
    return null;
  }
}

export const isUtf8 = (bytes: Uint8Array): boolean => decodeUtf8(bytes) !== null;

/** Bytes of a text, without encoding it. */
export function utf8Length(text: string): number {
  let bytes = text.length;
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit > 0x7ff) bytes += 2;
    else if (unit > 0x7f) bytes += 1;
    // a pair of surrogates is four bytes: two units, and two more for the first of them
    if (unit >= 0xd800 && unit <= 0xdbff && (text.charCodeAt(at + 1) & 0xfc00) === 0xdc00) at++;
  }
  return bytes;
}
