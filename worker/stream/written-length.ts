/** PURE. The length of a payload as the stream writes it, from its bytes alone: a text is decoded only for room. */

/** The bytes of each byte of a text in JSON (RFC 8259, 7): controls are `\u0001` or `\n`. */
const COSTS = new Uint8Array(256).map((_, byte) => {
  if (byte === 0x22 || byte === 0x5c || (byte >= 0x08 && byte <= 0x0d && byte !== 0x0b)) return 2;
  return byte < 0x20 ? 6 : 1;
});

/** Shorter payloads are text even where base64 is shorter: people read them. Bytes. */
const SHORT = 64;

const base64Length = (payload: Uint8Array): number => 4 * Math.ceil(payload.length / 3);

/** The bytes of a text as JSON without its quotes. A line separator of two or three bytes is escaped in six. */
export function escapedLength(text: Uint8Array): number {
  let length = 0;
  for (let at = 0; at < text.length; at++) {
    const byte = text[at] as number;
    length += COSTS[byte] as number;
    // U+0085 is C2 85, U+2028 and U+2029 are E2 80 A8 and E2 80 A9
    if (byte === 0x85 && text[at - 1] === 0xc2) length += 4;
    else if ((byte === 0xa8 || byte === 0xa9) && text[at - 1] === 0x80 && text[at - 2] === 0xe2) length += 3;
  }
  return length;
}

export const isWrittenAsBase64 = (payload: Uint8Array): boolean =>
  payload.length > SHORT && base64Length(payload) < escapedLength(payload);

/** The least bytes that the payload has in the stream: what is no UTF-8 has more, in base64. */
export const writtenLength = (payload: Uint8Array): number =>
  isWrittenAsBase64(payload) ? base64Length(payload) : escapedLength(payload);
