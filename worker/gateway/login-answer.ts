/** Reads the account's answer to a CONNECT from its first bytes, which it passes on. */

import type { ByteStream } from "./byte-stream.ts";

const CONNACK = 0x20;
/** Return codes of 3.1.1, and reason codes of MQTT 5: accepted, and a wrong user name or password. */
const ACCEPTED = 0;
const WRONG: readonly (number | undefined)[] = [4, 0x86];

/** Returns whether the login was right; null where the answer is another one. */
export function isLoginRight(bytes: Uint8Array): boolean | null {
  if (bytes[0] !== CONNACK) return null;
  // behind the Remaining Length, whose bytes but the last have their highest bit set, and one byte of flags
  const at = bytes.findIndex((byte, index) => index > 0 && byte < 0x80) + 2;
  const code = bytes[at];
  return code === ACCEPTED ? true : WRONG.includes(code) ? false : null;
}

/** Calls `record` at the first answer of the account's side of a connection, once. */
export function answering(object: ByteStream, record: (isRight: boolean) => void): void {
  const { read } = object;
  object.read = async () => {
    object.read = read;
    const bytes = await object.read();
    const isRight = bytes === null ? null : isLoginRight(bytes);
    if (isRight !== null) record(isRight);
    return bytes;
  };
}
