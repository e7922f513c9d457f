/** Secrets that the product makes. */

import { Buffer } from "node:buffer";
import { bearerOf } from "../../broker/contract/token.ts";

const BASE62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const KEY_LENGTH = 40;
const LETTERS = "abcdefghijklmnopqrstuvwxyz";
/** Nothing in them looks like anything else: they are typed from a screen into a device. */
const NAME = `${LETTERS}234567`;
const PASSWORD = BASE62.replace(/[01lIO]/g, "");

/** A token of a letter or a link: 256 bits. */
export function randomToken(): string {
  return Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString("base64url");
}

/** An API key: "sw" and 40 letters and digits (238 bits), so that `__` always ends it inside a client id. */
export const newApiKey = (): string => `sw${drawn(BASE62, KEY_LENGTH)}`;

/** A token of an account: a secret of 27 letters and digits (160 bits) in the form that tokens have. */
export const newToken = (userId: string): string => bearerOf("token", userId, drawn(BASE62, 27));

/** A ticket of a stream, in the same form. */
export const newTicket = (userId: string): string => bearerOf("ticket", userId, drawn(BASE62, 27));

/** A login session, in the same form: what it opens is checked by the account's object. */
export const newSession = (userId: string): string => bearerOf("session", userId, drawn(BASE62, 27));

/** A user name that nobody has chosen, within what firmware has room for. Whether it is drawn twice the database sees. */
export const newUsername = (): string => drawn(LETTERS, 1) + drawn(NAME, 9);

/** 20 characters, 116 bits. */
export const newPassword = (): string => drawn(PASSWORD, 20);

/** Each letter as likely as any other: bytes beyond the last whole alphabet would favour the first ones. */
function drawn(alphabet: string, length: number): string {
  const unbiased = 256 - (256 % alphabet.length);
  let text = "";
  while (text.length < length) {
    for (const byte of crypto.getRandomValues(new Uint8Array(64))) {
      if (byte < unbiased && text.length < length) text += alphabet[byte % alphabet.length];
    }
  }
  return text;
}
