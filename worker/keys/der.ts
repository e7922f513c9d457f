/**
 * DER: signatures of P-256 keys, as authenticators send them, and the algorithm of a public key. WebCrypto reads signatures
 * as two numbers side by side.
 */

const NUMBER_BYTES = 32;
const SEQUENCE = 0x30;
const INTEGER = 0x02;

/**
 * Returns r and s with 32 bytes each (RFC 3279, section 2.2.3); null for anything else. Numbers in DER have no leading
 * zeros but the one that keeps them positive, so that they have 1 to 33 bytes.
 */
export function rawSignature(der: Uint8Array): Uint8Array<ArrayBuffer> | null {
  if (der[0] !== SEQUENCE || der[1] !== der.length - 2) return null;
  const raw = new Uint8Array(2 * NUMBER_BYTES);
  let at = 2;
  for (const end of [NUMBER_BYTES, 2 * NUMBER_BYTES]) {
    const length = der[at + 1] ?? 0;
    if (der[at] !== INTEGER || length === 0 || at + 2 + length > der.length) return null;
    const number = der.subarray(at + 2, at + 2 + length);
    const digits = number[0] === 0 ? number.subarray(1) : number;
    if (digits.length > NUMBER_BYTES) return null;
    raw.set(digits, end - digits.length);
    at += 2 + length;
  }
  return at === der.length ? raw : null;
}

/**
 * Returns the AlgorithmIdentifier of a SubjectPublicKeyInfo (RFC 5280, section 4.1); null when the lengths do not fit.
 */
export function algorithmIdentifier(spki: Uint8Array): Uint8Array | null {
  const whole = sequenceAt(spki, 0);
  if (whole === null || whole.end !== spki.length) return null;
  const identifier = sequenceAt(spki, whole.content);
  return identifier === null || identifier.end >= whole.end
    ? null
    : spki.subarray(whole.content, identifier.end);
}

const LONG_LENGTH = 0x80;

/** Where the content of the sequence begins and ends; null when there is no whole one. */
function sequenceAt(der: Uint8Array, at: number): { content: number; end: number } | null {
  if (der[at] !== SEQUENCE) return null;
  const first = der[at + 1] ?? 0;
  const digits = first < LONG_LENGTH ? 0 : first - LONG_LENGTH;
  // two digits are the length of every key that a call can hold
  if (digits > 2) return null;
  const content = at + 2 + digits;
  let length = digits === 0 ? first : 0;
  for (const digit of der.subarray(at + 2, content)) length = length * 256 + digit;
  const end = content + length;
  return end > der.length ? null : { content, end };
}
