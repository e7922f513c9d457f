/** Secrets that the product makes. */

import { Buffer } from "node:buffer";

const BASE62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
/** The largest multiple of 62 in a byte: bytes from here on would favour the first letters. */
const UNBIASED = 248;
const KEY_LENGTH = 40;

/** A session or reset token: 256 bits. */
export function randomToken(): string {
  return Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString("base64url");
}

/** An API key: "sw" and 40 letters and digits (238 bits), so that `__` always ends it inside a client id. */
export function newApiKey(): string {
  let key = "";
  while (key.length < KEY_LENGTH) {
    for (const byte of crypto.getRandomValues(new Uint8Array(64))) {
      if (byte < UNBIASED && key.length < KEY_LENGTH) key += BASE62[byte % BASE62.length];
    }
  }
  return `sw${key}`;
}
