const BYTES = 4;

/**
 * Eight random characters. `crypto.randomUUID` needs a secure context, and a phone may open the page over plain HTTP.
 */
export const randomId = (): string =>
  [...crypto.getRandomValues(new Uint8Array(BYTES))]
    .map((byte) => byte.toString(16).padStart(2, "0"))
    .join("");

const VIRTUAL = "virtual-";

/** The client id of a virtual device, by which the page tells it from a board. */
export const virtualClientId = (): string => VIRTUAL + randomId();
export const isVirtualClientId = (clientId: string): boolean => clientId.startsWith(VIRTUAL);

// A password of letters, digits and symbols, each character equally likely.

const GENERATED_LENGTH = 12;
const CHARACTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789!@#$%^&*()-_=+";

export function generatedPassword(length: number = GENERATED_LENGTH): string {
  // Bytes above the largest multiple would make the first characters more likely.
  const limit = 256 - (256 % CHARACTERS.length);
  let password = "";
  while (password.length < length) {
    for (const byte of crypto.getRandomValues(new Uint8Array(length))) {
      if (byte < limit && password.length < length) password += CHARACTERS[byte % CHARACTERS.length];
    }
  }
  return password;
}
