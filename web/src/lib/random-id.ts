const BYTES = 4;

/**
 * Eight random characters. `crypto.randomUUID` needs a secure context, and a phone may open the page over plain HTTP.
 */
export const randomId = (): string =>
  [...crypto.getRandomValues(new Uint8Array(BYTES))]
    .map((byte) => byte.toString(16).padStart(2, "0"))
    .join("");
