/** PURE. Text of people and devices, in a message of another service. */

/** Line ends, and what no font shows. */
const BREAKS = /[\p{Cc}\p{Zl}\p{Zp}]+/gu;
/** Embeddings, overrides and isolates of direction (UAX 9): an unclosed one turns the words after it around. */
const DIRECTIONS = /[\u202a-\u202e\u2066-\u2069]/g;
/** Right-to-left scripts: Hebrew, Arabic and related ones. */
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;
/** Begins a line in the direction of its sentence, whose first word may be a right-to-left name. */
const LEFT_TO_RIGHT_MARK = "\u200e";

/** One line of well-formed text, of at most `max` characters. */
export function plainText(text: string, max = Number.POSITIVE_INFINITY): string {
  const line = text.toWellFormed().replace(DIRECTIONS, "").replace(BREAKS, " ").trim();
  const cut = line.length <= max ? line : `${line.slice(0, max).toWellFormed()}…`;
  return RIGHT_TO_LEFT.test(cut) ? LEFT_TO_RIGHT_MARK + cut : cut;
}

interface Measure {
  size: (text: string) => number;
  escape: (character: string) => string;
}

/** The escaped text, cut after a whole character where it has no room. A character may be a family of emoji. */
export function cutText(text: string, { size, escape: escaped }: Measure, room: number): string {
  const pieces = Array.from(new Intl.Segmenter().segment(text), ({ segment }) => escaped(segment));
  const whole = pieces.join("");
  if (size(whole) <= room) return whole;
  let left = room - size("…");
  const end = pieces.findIndex((piece) => {
    left -= size(piece);
    return left < 0;
  });
  return `${pieces.slice(0, end).join("")}…`;
}
