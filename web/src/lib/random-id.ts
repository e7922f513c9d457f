const BYTES = 4;

/**
 * Eight characters of chance. Not `crypto.randomUUID`: a page without TLS has none, unless it is on `localhost`, and a
 * phone in the same network opens such a page.
 */
export const randomId = (): string =>
  [...crypto.getRandomValues(new Uint8Array(BYTES))]
    .map((byte) => byte.toString(16).padStart(2, "0"))
    .join("");
