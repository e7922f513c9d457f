/** PURE. The content of a message as text, JSON or bytes, and what is said about it. */

import type { RetainedMessage } from "../../../../worker/contract/messages.ts";

export function bytesOf({ payload, encoding }: Pick<RetainedMessage, "payload" | "encoding">): Uint8Array {
  return encoding === "utf-8"
    ? new TextEncoder().encode(payload)
    : Uint8Array.from(atob(payload), (char) => char.charCodeAt(0));
}

/** The parsed payload in an object of its own, because JSON may be `null`; null for a payload that is no JSON. */
export function jsonOf({
  payload,
  encoding,
}: Pick<RetainedMessage, "payload" | "encoding">): { value: unknown } | null {
  if (encoding !== "utf-8") return null;
  try {
    const value: unknown = JSON.parse(payload);
    // a number or a word is read more easily as it is
    return typeof value === "object" && value !== null ? { value } : null;
  } catch {
    return null;
  }
}

const LINE = 16;

/** Bytes as lines of an editor for bytes: offset, sixteen bytes in hexadecimal, and their ASCII characters. */
export function hexLines(bytes: Uint8Array): string {
  const lines: string[] = [];
  for (let from = 0; from < bytes.length; from += LINE) {
    const line = [...bytes.subarray(from, from + LINE)];
    const hex = line.map((byte) => byte.toString(16).padStart(2, "0")).join(" ");
    const ascii = line
      .map((byte) => (byte >= 0x20 && byte < 0x7f ? String.fromCharCode(byte) : "."))
      .join("");
    lines.push(`${from.toString(16).padStart(6, "0")}  ${hex.padEnd(LINE * 3 - 1)}  ${ascii}`);
  }
  return lines.join("\n");
}

/** Control characters as their pictures (U+2400 and on), so that no text hides what it contains. */
export const visibleText = (text: string): string =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these characters are the matter
  text.replace(/[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]/g, (char) =>
    String.fromCharCode(char === "\x7f" ? 0x2421 : 0x2400 + char.charCodeAt(0)),
  );

type Writer = RetainedMessage["by"];

const KINDS: Record<NonNullable<Writer>["kind"], string> = {
  credential: "credential",
  device: "device",
  token: "token",
  app: "app",
  "api-key": "API key",
  session: "you, on this page or another one",
  guest: "guest",
  watch: "watch",
  schedule: "schedule",
  notice: "an answer to a notice",
  broker: "the broker",
};

/** `credential kitchen, deleted`. */
export function writerText(by: Writer): string {
  if (by === null) return "not known: it was written before this was stored";
  const named = by.name === null ? KINDS[by.kind] : `${KINDS[by.kind]} ${by.name}`;
  return by.exists ? named : `${named}, deleted`;
}

/** On one line, for a row of the tree. */
export const lineOf = ({ payload, encoding, bytes }: Beginning): string =>
  encoding === "base64" ? `${bytes} bytes` : visibleText(payload.replace(/\s+/g, " ")).slice(0, 80);

export type Beginning = Pick<RetainedMessage, "payload" | "encoding" | "bytes">;
