/** The size limit of a packet's user properties. */

import { utf8Length } from "./utf8.ts";

type Pairs = readonly (readonly [name: string, value: string])[];

/** Bytes. A message is one row of at most 2 MB, and JSON escapes some characters as six bytes. */
export const MAX_USER_PROPERTY_BYTES = 65_536;

export const USER_PROPERTIES_TOO_LARGE =
  "The user properties of a packet have at most 65,536 bytes: send fewer, or put them into the payload.";

/** Whether names and values exceed the limit together. */
export function areUserPropertiesTooLarge(pairs: Pairs = []): boolean {
  let bytes = 0;
  for (const [name, value] of pairs) bytes += utf8Length(name) + utf8Length(value);
  return bytes > MAX_USER_PROPERTY_BYTES;
}
