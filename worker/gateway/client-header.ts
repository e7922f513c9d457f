/**
 * PURE. How the bridge says who its client is, so that the Worker can believe it: signed with a key that both have, for
 * one path and for a minute. A connection without it comes from where it comes from.
 */

import { Buffer } from "node:buffer";
import { createHmac, timingSafeEqual } from "node:crypto";

export const CLIENT_HEADER = "Switchyard-Client";
/** What an upgrade is answered under that name where the bridge was believed; whoever was not is answered as anybody. */
export const BELIEVED = "believed";

/** How old a header may be, and how far ahead the bridge's clock: seconds. */
const TOLERANCE_S = 60;

const HEADER = /^v=1;for=([0-9A-Fa-f:.]{2,45});t=(\d{1,12});sig=([A-Za-z0-9_-]{43})$/;

interface Signed {
  /** As numbers: IPv4, or IPv6 without a zone. */
  address: string;
  /** Of the upgrade's address, without its query. */
  path: string;
  /** Milliseconds. */
  now: number;
}

/** The header's value. */
export function sign(keys: readonly [Uint8Array, ...Uint8Array[]], { address, path, now }: Signed): string {
  const said = `v=1;for=${address};t=${Math.floor(now / 1000)}`;
  return `${said};sig=${mac(keys[0], said, path).toString("base64url")}`;
}

/** The client's address; null where the header is missing, forged, old, or was made for another path. */
export function verified(
  keys: readonly Uint8Array[],
  header: string | null,
  { path, now }: Omit<Signed, "address">,
): string | null {
  const [whole, address = "", time, signature = ""] = HEADER.exec(header ?? "") ?? [];
  if (whole === undefined || Math.abs(Math.floor(now / 1000) - Number(time)) > TOLERANCE_S) return null;
  const said = whole.slice(0, whole.lastIndexOf(";sig="));
  // As text: bytes have several spellings, and one of them was signed.
  const given = Buffer.from(signature);
  // Each key is tried, so that the time does not tell which.
  const fitting = keys.filter((key) =>
    timingSafeEqual(Buffer.from(mac(key, said, path).toString("base64url")), given),
  );
  return fitting.length > 0 ? address : null;
}

const mac = (key: Uint8Array, said: string, path: string) =>
  createHmac("sha256", key).update(`${said};path=${path}`).digest();
