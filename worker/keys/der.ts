/** Signatures of P-256 keys: DER, as authenticators send them, and the two numbers side by side, as WebCrypto reads them. */

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
