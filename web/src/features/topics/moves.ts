/** PURE. The keyboard in a tree, by the ARIA Authoring Practices. */

import type { TreeRow } from "./tree.ts";

/** What a key does: the row that becomes active, or a node that opens or closes. */
export type Move =
  | { to: number }
  | { open: readonly string[] }
  | { close: string }
  | { choose: number }
  | { remove: number };

/** Rows of a press of Page Up or Page Down. */
const PAGE = 10;

/** Null for a key that does nothing here. `at`: the active row. */
export function moveOf(rows: readonly TreeRow[], at: number, key: string): Move | null {
  const row = rows[at];
  if (row === undefined) return null;
  const within = (index: number): Move => ({ to: Math.max(0, Math.min(rows.length - 1, index)) });
  switch (key) {
    case "ArrowDown":
      return within(at + 1);
    case "ArrowUp":
      return within(at - 1);
    case "PageDown":
      return within(at + PAGE);
    case "PageUp":
      return within(at - PAGE);
    case "Home":
      return within(0);
    case "End":
      return within(rows.length - 1);
    case "ArrowRight":
      if (row.isOpen === null) return null;
      return row.isOpen ? within(at + 1) : { open: [row.key] };
    case "ArrowLeft":
      return row.isOpen ? { close: row.key } : { to: parentOf(rows, at) };
    case "Enter":
    case " ":
      return { choose: at };
    case "Delete":
      return { remove: at };
    case "*":
      return { open: siblingsOf(rows, at) };
    default:
      return null;
  }
}

/** The row itself on the first level. */
function parentOf(rows: readonly TreeRow[], at: number): number {
  const level = rows[at]?.level ?? 1;
  for (let index = at - 1; index >= 0; index--) if ((rows[index]?.level ?? 0) < level) return index;
  return at;
}

/** The closed nodes beside a row, and the row itself. */
function siblingsOf(rows: readonly TreeRow[], at: number): string[] {
  const level = rows[at]?.level ?? 1;
  const isAbove = (index: number) => (rows[index]?.level ?? 0) < level;
  let [first, last] = [at, at];
  while (first > 0 && !isAbove(first - 1)) first--;
  while (last < rows.length - 1 && !isAbove(last + 1)) last++;
  return rows
    .slice(first, last + 1)
    .filter((row) => row.level === level && row.isOpen === false)
    .map(({ key }) => key);
}

/** The next row whose name begins with the typed letters; the active one as long as it fits more letters. */
export function typedRow(rows: readonly TreeRow[], at: number, letters: string): number | null {
  const wanted = letters.toLowerCase();
  const start = letters.length > 1 ? at : at + 1;
  for (let step = 0; step < rows.length; step++) {
    const index = (start + step) % rows.length;
    if (rows[index]?.name.toLowerCase().startsWith(wanted)) return index;
  }
  return null;
}
