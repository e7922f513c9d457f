/** PURE. Writes a value in the text form of Cap'n Proto, the language of the runtime's configuration. */

export type Value =
  | string
  | number
  | boolean
  | Verbatim
  | readonly Value[]
  | { readonly [name: string]: Value };

/** Text that is written as it is. */
class Verbatim {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** A member of an enumeration. */
export const member = (name: string): Value => new Verbatim(name);
/** The content of a file, which the runtime maps into its memory. */
export const embedded = (path: string): Value => new Verbatim(`embed ${quoted(path)}`);
export const bytes = (data: Uint8Array): Value => new Verbatim(`0x"${Buffer.from(data).toString("hex")}"`);

/** Quotes, backslashes and each byte that is no printable ASCII character are escaped. */
const quoted = (text: string): string =>
  `"${Buffer.from(text, "utf8")
    .toString("latin1")
    .replace(/["\\]/g, "\\$&")
    .replace(/[^ -~]/g, (byte) => `\\x${byte.charCodeAt(0).toString(16).padStart(2, "0")}`)}"`;

export function written(value: Value): string {
  if (value instanceof Verbatim) return value.text;
  if (typeof value === "string") return quoted(value);
  if (typeof value !== "object") return String(value);
  if (isList(value)) return `[${value.map(written).join(", ")}]`;
  return `(${Object.entries(value)
    .map(([name, each]) => `${name} = ${written(each)}`)
    .join(", ")})`;
}

const isList = (value: object): value is readonly Value[] => Array.isArray(value);
