/** Finds the place at which a message stops being JSON. Used only when JSON.parse has failed. */

import { type Mistake, quoted } from "./mistake.ts";
import { decodeUtf8, utf8Length } from "./utf8.ts";

const SPACE = /[\t\n\r ]*/y;
/** A mark, a text, a number or a word; what follows a number or word must not belong to it. */
const TOKEN =
  /[{}[\],:]|"(?:[ !#-[\]-\u{10ffff}]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"|(?:-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)(?![\w.+-])/uy;
/** What stands there instead. */
const WORD = /[\w.+-]+|./suy;

function matchAt(pattern: RegExp, text: string, at: number): string {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0] ?? "";
}

type Expected = "value" | "first" | "key" | "colon" | "next";

interface Fault {
  at: number;
  expected: Expected | "end";
  /** The token there, which is JSON, but not in this place; empty when it is no token. */
  token: string;
  /** The key whose value is at fault. */
  key: string;
}

/** Null for a text that is JSON. */
function faultIn(text: string): Fault | null {
  const open: ("{" | "[")[] = [];
  let [expected, at, key]: [Expected, number, string] = ["value", 0, ""];
  for (;;) {
    at += matchAt(SPACE, text, at).length;
    const token = matchAt(TOKEN, text, at);
    if (expected === "next" && open.length === 0) {
      return at === text.length ? null : { at, expected: "end", token, key: "" };
    }
    const next = follow(expected, token, open);
    if (next === null) return { at, expected, token, key: expected === "value" ? key : "" };
    if (next === "colon") key = token.slice(1, -1);
    expected = next;
    at += token.length;
  }
}

/** What may follow a token; null when the token may not stand there. `open` gains and loses what it opens and closes. */
function follow(expected: Expected, token: string, open: ("{" | "[")[]): Expected | null {
  const inside = open.at(-1);
  const closes = (inside === "{" && token === "}") || (inside === "[" && token === "]");
  if (closes && (expected === "next" || expected === "first")) {
    open.pop();
    return "next";
  }
  if (expected === "next") {
    if (token !== ",") return null;
    return inside === "{" ? "key" : "value";
  }
  if (expected === "colon") return token === ":" ? "value" : null;
  if (inside === "{" && expected !== "value") return token.startsWith('"') ? "colon" : null;
  if (token === "{" || token === "[") {
    open.push(token);
    return "first";
  }
  return token === "" || /^[\]},:]/.test(token) ? null : "next";
}

/** The good part of a text that is not closed, or has a character that JSON does not allow there. */
const GOOD_TEXT = /"(?:[ !#-[\]-\u{10ffff}]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*/uy;
const MAX_KEY = 64;
const END_MARK = "Send the text without its end mark: pass its length, not the size of its buffer.";
const OTHER_WORD = "Write texts in double quotes, and the words true, false and null in small letters.";

/** The mistake of a text that is not JSON. */
export function jsonMistake(text: string): Mistake {
  if (text.trim() === "") return { reason: "The message is empty.", remedy: null };
  const fault = faultIn(text);
  if (fault === null) return { reason: "The message is not JSON.", remedy: null };
  const mayBeText = fault.token === "" && ["value", "first", "key"].includes(fault.expected);
  const good = mayBeText ? matchAt(GOOD_TEXT, text, fault.at) : "";
  const at = fault.at + good.length;
  const rest = text.slice(at);
  const key = fault.key === "" ? {} : { key: fault.key.slice(0, MAX_KEY) };
  const byte = utf8Length(text.slice(0, at)) + 1;
  // an escape sequence may be cut, too
  if (rest === "" || (good !== "" && /^\\(?:u[0-9a-fA-F]{0,3})?$/.test(rest))) {
    const last = utf8Length(text);
    const reason = `The message ends after byte ${last}, inside its JSON.`;
    const remedy = "Send the whole text: a buffer or a length is too small.";
    return { reason, remedy, ...key, byte: last };
  }
  return {
    ...(inMark(rest, byte) ?? (good === "" ? inPlace(fault, text, byte) : inText(rest, byte))),
    ...key,
    byte,
  };
}

/** Characters that are a mistake wherever they are. */
function inMark(rest: string, byte: number): Mistake | null {
  if (rest.startsWith("\0")) return { reason: `Byte ${byte} of the message is 0x00.`, remedy: END_MARK };
  if (rest.startsWith("\ufeff")) {
    return {
      reason: `Byte ${byte} of the message begins a byte order mark.`,
      remedy: "Send the text without it.",
    };
  }
  return null;
}

function inText(rest: string, byte: number): Mistake {
  const code = rest.charCodeAt(0).toString(16).padStart(2, "0");
  return rest.startsWith("\\")
    ? {
        reason: `Byte ${byte} of the message is a \\ that JSON does not have.`,
        remedy: "Write a \\ as \\\\.",
      }
    : {
        reason: `Byte ${byte} of the message is 0x${code}, inside a text.`,
        remedy: `Write it as \\u00${code}.`,
      };
}

function inPlace({ at, expected, token }: Fault, text: string, byte: number): Mistake {
  const word = token || matchAt(WORD, text, at);
  const shown = quoted(word);
  if (word === "'") {
    const reason = `Byte ${byte} of the message is ', and JSON has no single quotes.`;
    return { reason, remedy: "Write texts and keys in double quotes." };
  }
  if (expected === "end") {
    const reason = `Byte ${byte} of the message is ${shown}, after the end of its JSON.`;
    return { reason, remedy: "Send one JSON value alone." };
  }
  if (token === "" && /^[-+]?(?:nan|inf|infinity)$/i.test(word)) {
    return { reason: `${shown} is not JSON.`, remedy: "Leave a key out while it has no number." };
  }
  if (token === "" && /^[-+.]*\d/.test(word)) {
    const remedy = "Write a number with digits on both sides of the point, and no plus or zeros before it.";
    return { reason: `${shown} is not a JSON number.`, remedy };
  }
  if (token === "" && /^\w/.test(word)) return { reason: `${shown} is not JSON.`, remedy: OTHER_WORD };
  const reason = `Byte ${byte} of the message is ${shown}, which JSON does not have there.`;
  const isAfterComma = /^[\]}]/.test(token) && /,[\t\n\r ]*$/.test(text.slice(0, at));
  return { reason, remedy: isAfterComma ? "Leave out the comma before it." : null };
}

/** The mistake of bytes that are not UTF-8. */
export function utf8Mistake(bytes: Uint8Array): Mistake {
  let at = 0;
  while (at < bytes.length) {
    const lead = bytes[at] ?? 0;
    const length = lead < 0x80 ? 1 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
    if (at + length > bytes.length || decodeUtf8(bytes, at, at + length) === null) break;
    at += length;
  }
  const code = `0x${(bytes[at] ?? 0).toString(16).padStart(2, "0")}`;
  const remedy = "Send JSON in UTF-8, without an end mark or a header before it.";
  return { reason: `Byte ${at + 1} of the message is ${code}, which is not UTF-8.`, remedy, byte: at + 1 };
}
