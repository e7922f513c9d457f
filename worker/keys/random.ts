import { randomBytes, randomInt } from "node:crypto";
import { bearerOf } from "../../broker/contract/token.ts";

const BASE62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const LETTERS = "abcdefghijklmnopqrstuvwxyz";
/** Without characters that look alike: people type them from a screen into a device. */
const NAME_ALPHABET = `${LETTERS}234567`;
const PASSWORD_ALPHABET = BASE62.replace(/[01lIO]/g, "");

/** A token for a link in an e-mail: 256 bits. */
export const randomToken = (): string => randomBytes(32).toString("base64url");

/** An API key: "sw" and 40 letters and digits (238 bits). It has no `_`, so `__` always ends it in a client id. */
export const newApiKey = (): string => `sw${randomText(BASE62, 40)}`;

/** A token, session or ticket of an account: 27 letters and digits (160 bits) after the account's id. */
export const newBearer = (kind: Parameters<typeof bearerOf>[0], userId: string): string =>
  bearerOf(kind, userId, randomText(BASE62, 27));

/**
 * A refresh token of an app. Its first 13 secret digits (77 bits) name the login and stay; the other 14 change with each
 * use, so a used one is recognised without a list of them.
 */
export const newRefreshToken = (userId: string, login = randomText(BASE62, LOGIN_DIGITS)): string =>
  bearerOf("refresh", userId, login + randomText(BASE62, 27 - LOGIN_DIGITS));

const LOGIN_DIGITS = 13;
/** Prefix and account id come before the secret. */
const LOGIN_AT = 26;

/** The digits of a refresh token that stay. */
export const loginDigits = (token: string): string => token.slice(LOGIN_AT, LOGIN_AT + LOGIN_DIGITS);

/** A user name of 10 characters, which fits into common firmware. The database rejects duplicates. */
export const newUsername = (): string => randomText(LETTERS, 1) + randomText(NAME_ALPHABET, 9);

/** 20 characters, 116 bits. */
export const newPassword = (): string => randomText(PASSWORD_ALPHABET, 20);

/** Returns characters with equal probability. */
const randomText = (alphabet: string, length: number): string =>
  Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join("");
