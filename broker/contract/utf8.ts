/** Decodes and measures UTF-8 by the rules of MQTT; the only place that does. */

/** The pure core's only use of the platform: it has no side effects, and is fifty times as fast on long texts. */
declare const TextDecoder: new (
  label: "utf-8",
  options: { fatal: true; ignoreBOM: true },
) => { decode(bytes: Uint8Array): string };

// a leading U+FEFF is part of the text [MQTT-1.5.4-3]
const platform = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** Bytes up to which building the text here is faster than the platform. */
const SHORT_TEXT = 128;

/** Returns the text, or null for malformed UTF-8: overlong forms, surrogates [MQTT-1.5.4-1]. */
export function decodeUtf8(bytes: Uint8Array, from = 0, to = bytes.length): string | null {
  return (to - from > SHORT_TEXT ? null : shortAscii(bytes, from, to)) ?? decodeAny(bytes, from, to);
}

function shortAscii(bytes: Uint8Array, from: number, to: number): string | null {
  for (let at = from; at < to; at++) if ((bytes[at] as number) >= 0x80) return null;
  // one call: appending single characters makes a rope, which the first map lookup has to flatten
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

/** Returns the number of UTF-8 bytes without encoding the text. */
export function utf8Length(text: string): number {
  let bytes = text.length;
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit > 0x7ff) bytes += 2;
    else if (unit > 0x7f) bytes += 1;
    // a surrogate pair is four bytes: two units here, two more for the first of them
    if (unit >= 0xd800 && unit <= 0xdbff && (text.charCodeAt(at + 1) & 0xfc00) === 0xdc00) at++;
  }
  return bytes;
}
