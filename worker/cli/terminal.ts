/** PURE. Text for people: names and payloads were written by others, and must not control the terminal. */

import { once } from "node:events";
import { createInterface } from "node:readline";
import { Writable } from "node:stream";
import { arrayBuffer, text } from "node:stream/consumers";
import { styleText } from "node:util";
import { CliError } from "./cli-error.ts";
import type { CliStream } from "./context.ts";

/**
 * Control characters, line separators and invisible format characters, such as marks that reverse the direction of text.
 * They could move the cursor, hide a line, or show a name as another one. Joiners stay: emoji and scripts need them.
 */
const UNSAFE = /[[\p{Cc}\p{Zl}\p{Zp}\p{Cs}\p{Cf}\u{e0000}-\u{e007f}]--[\u200c\u200d]]/gv;

const SHORT: Record<string, string> = { "\n": "\\n", "\r": "\\r", "\t": "\\t" };

/** Writes such characters as escapes, as in `\n` and `\x1b`. */
export const visible = (text: string): string =>
  text.replace(UNSAFE, (character) => SHORT[character] ?? escaped(character.codePointAt(0) ?? 0));

/** A text of several lines: its line breaks stay. */
export const visibleLines = (text: string): string =>
  text
    .split(/(\r?\n)/)
    .map(visibleLine)
    .join("");

/** `split` with a group returns the breaks at odd places. */
const visibleLine = (text: string, at: number): string => (at % 2 === 0 ? visible(text) : text);

const escaped = (code: number): string =>
  code < 0x100 ? `\\x${code.toString(16).padStart(2, "0")}` : `\\u{${code.toString(16)}}`;

/** JSON with the same characters as `\\uXXXX`, so that it is safe on a terminal and still the same JSON. */
export const safeJson = (data: unknown, indent?: number): string =>
  (JSON.stringify(data, null, indent) ?? "null").replace(UNSAFE, (character) =>
    // line breaks are those of the indentation: JSON has none in its texts
    character === "\n" ? character : inUtf16(character),
  );

const inUtf16 = (character: string): string =>
  character
    .split("")
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`)
    .join("");

type CellStyle = Parameters<typeof styleText>[0];
export interface Cell {
  text: string;
  style?: CellStyle;
}

const ASCII = /^[ -~]*$/;
let segmenter: Intl.Segmenter | undefined;

/** Columns that a terminal needs: East Asian wide characters and emoji take two. */
function widthOf(text: string): number {
  if (ASCII.test(text)) return text.length;
  // loading its data takes longer than a command
  segmenter ??= new Intl.Segmenter();
  return [...segmenter.segment(text)].reduce(
    (sum, { segment }) =>
      sum +
      (/[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|\p{Emoji_Presentation}/u.test(
        segment,
      )
        ? 2
        : 1),
    0,
  );
}

/** Lines of a table with aligned columns. */
export function tableLines(
  header: readonly string[],
  rows: readonly (readonly Cell[])[],
  hasColours: boolean,
): string[] {
  const safe = [header.map((text): Cell => ({ text, style: "dim" })), ...rows].map((row) =>
    row.map((cell) => ({ ...cell, text: visible(cell.text) })),
  );
  const widths = header.map((_, at) => Math.max(...safe.map((row) => widthOf(row[at]?.text ?? ""))));
  const padded = ({ text, style }: Cell, width: number) =>
    (hasColours && style !== undefined ? styleText(style, text, { validateStream: false }) : text) +
    " ".repeat(Math.max(0, width - widthOf(text)));
  return safe.map((row) =>
    row.map((cell, at) => padded(cell, at === row.length - 1 ? 0 : (widths[at] ?? 0))).join("  "),
  );
}

/** Everything on standard input. */
export const restOf = (stdin: NodeJS.ReadStream): Promise<string> => text(stdin);

export const bytesOf = async (stdin: NodeJS.ReadStream): Promise<Uint8Array<ArrayBuffer>> =>
  new Uint8Array(await arrayBuffer(stdin));

/** A line from the terminal, without an echo. */
export function hiddenAnswer(question: string, stdin: NodeJS.ReadStream, stderr: CliStream): Promise<string> {
  return answer(question, stdin, stderr, () => {});
}

/** A line from the terminal, which shows it while it is typed. */
export function shownAnswer(question: string, stdin: NodeJS.ReadStream, stderr: CliStream): Promise<string> {
  return answer(question, stdin, stderr, (chunk) => void stderr.write(chunk));
}

async function answer(
  question: string,
  stdin: NodeJS.ReadStream,
  stderr: CliStream,
  echo: (chunk: string) => void,
): Promise<string> {
  stderr.write(visible(question));
  const output = new Writable({
    write(chunk, _encoding, done) {
      echo(String(chunk));
      done();
    },
  });
  const lines = createInterface({ input: stdin, output, terminal: true });
  const ended = Promise.race([once(lines, "line"), once(lines, "SIGINT"), once(lines, "close")]);
  const [line] = await ended;
  lines.close();
  stderr.write("\n");
  if (typeof line !== "string") throw new CliError("failed", "Nothing was entered: nothing was changed.");
  return line;
}
