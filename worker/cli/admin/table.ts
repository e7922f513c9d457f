/** PURE. Tables, sizes and times for a terminal. */

type Cell = string | number | null;

/** Aligns columns, numbers to the right. Null is a dash. */
export function table(heads: readonly string[], rows: readonly (readonly Cell[])[]): string {
  if (rows.length === 0) return "None.\n";
  const cells = [heads, ...rows.map((row) => row.map(textOf))];
  const widths = heads.map((_, at) => Math.max(...cells.map((row) => row[at]?.length ?? 0)));
  const isNumber = heads.map((_, at) => rows.every((row) => typeof row[at] === "number"));
  return cells
    .map((row) =>
      row
        .map((cell, at) => (isNumber[at] ? cell.padStart(widths[at] ?? 0) : cell.padEnd(widths[at] ?? 0)))
        .join("  ")
        .trimEnd(),
    )
    .map((line) => `${line}\n`)
    .join("");
}

export function keyValueLines(lines: Readonly<Record<string, Cell>>): string {
  const width = Math.max(...Object.keys(lines).map((name) => name.length));
  return Object.entries(lines)
    .map(([name, value]) => `${name.padEnd(width)}  ${textOf(value)}\n`)
    .join("");
}

/** Replaces control characters: foreign text must not move the cursor. */
const textOf = (cell: Cell): string =>
  cell === null ? "-" : typeof cell === "number" ? cell.toLocaleString("en-US") : printable(cell);

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it takes out
const printable = (text: string): string => text.replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]/g, "?");

const UNITS = ["B", "kB", "MB", "GB", "TB"];

export function formatBytes(count: number): string {
  const step = count < 1000 ? 0 : Math.min(UNITS.length - 1, Math.floor(Math.log10(count) / 3));
  const value = count / 1000 ** step;
  return `${value >= 100 || step === 0 ? Math.round(value) : value.toFixed(1)} ${UNITS[step]}`;
}

/** Returns UTC, as in the log: `2026-11-22 13:05:01`. */
export const formatTime = (iso: string | null): string | null =>
  iso === null ? null : iso.slice(0, 19).replace("T", " ");
