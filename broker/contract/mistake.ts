/** Why an event says that a device made an error. */

export interface Mistake {
  /** One sentence. */
  reason: string;
  /** What to do, in one sentence; null when nothing is known that would help. */
  remedy: string | null;
  /** The key at fault. */
  key?: string;
  /** The byte at fault: 1 is the first of the message. */
  byte?: number;
}

export const isMistake = <T>(value: T | Mistake): value is Mistake =>
  typeof value === "object" && value !== null && "reason" in value;

/** The reason, and what to do. */
export const sentence = ({ reason, remedy }: Mistake): string =>
  remedy === null ? reason : `${reason} ${remedy}`;

const MAX_QUOTED = 40;

/** A part of a message as it may stand in a sentence: bounded, and without control characters. */
export function quoted(text: string): string {
  const shown = [...text.slice(0, MAX_QUOTED + 1)].slice(0, MAX_QUOTED).join("").toWellFormed();
  const visible = shown.replace(/\p{C}/gu, "\u{fffd}");
  return `\`${visible}${shown.length < text.length ? "…" : ""}\``;
}

/** What a JSON value is called in a sentence. */
export function kindOf(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "a list";
  if (typeof value === "string") return "a text";
  return typeof value === "object" ? "an object" : `a ${typeof value}`;
}

/**
 * A reason without the parts that quote the message and without numbers: the same text for the same mistake in another
 * message. A counter sent as plain text to a topic for JSON makes one mistake, not one a value.
 */
export const sameReason = (reason: string): string => reason.replace(/`[^`]*`|\d+/g, "");
