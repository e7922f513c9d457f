/** PURE. The header in which the bridge states a client's address, signed for one path and one minute. */

import { Buffer } from "node:buffer";
import { createHmac, timingSafeEqual } from "node:crypto";

export const CLIENT_HEADER = "Switchyard-Client";
/** The header's value in the response if the signature was accepted. Otherwise the response has no such header. */
export const SIGNATURE_ACCEPTED = "believed";

/** Maximum age of a header, and how far the bridge's clock may be ahead: seconds. */
const TOLERANCE_S = 60;

const HEADER = /^v=1;for=([0-9A-Fa-f:.]{2,45});t=(\d{1,12});sig=([A-Za-z0-9_-]{43})$/;

interface SignedContent {
  /** IPv4, or IPv6 without a zone. */
  address: string;
  path: string;
  /** Milliseconds since 1970. */
  now: number;
}

/** Returns the header's value, signed with the first key. */
export function signClientHeader(
  keys: readonly [Uint8Array, ...Uint8Array[]],
  { address, path, now }: SignedContent,
): string {
  const content = `v=1;for=${address};t=${Math.floor(now / 1000)}`;
  return `${content};sig=${mac(keys[0], content, path).toString("base64url")}`;
}

/** Returns the client's address, or null if the header is missing, forged, expired or made for another path. */
export function verifyClientHeader(
  keys: readonly Uint8Array[],
  header: string | null,
  { path, now }: Omit<SignedContent, "address">,
): string | null {
  const [whole, address = "", time, signature = ""] = HEADER.exec(header ?? "") ?? [];
  if (whole === undefined || Math.abs(Math.floor(now / 1000) - Number(time)) > TOLERANCE_S) return null;
  const content = whole.slice(0, whole.lastIndexOf(";sig="));
  // Compared as text, because base64url spells the same bytes in several ways.
  const received = Buffer.from(signature);
  // All keys are compared, so that the time does not reveal which one matches.
  const matches = keys.filter((key) =>
    timingSafeEqual(Buffer.from(mac(key, content, path).toString("base64url")), received),
  );
  return matches.length > 0 ? address : null;
}

const mac = (key: Uint8Array, content: string, path: string) =>
  createHmac("sha256", key).update(`${content};path=${path}`).digest();
