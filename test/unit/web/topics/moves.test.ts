import { expect, it } from "vitest";
import { moveOf, typedRow } from "../../../../web/src/features/topics/moves.ts";
import { rowsOf, sortedKeys } from "../../../../web/src/features/topics/tree.ts";

const keys = sortedKeys(["a/1", "a/2/x", "b", "c/1"]);
/** a, 1, 2 (closed), b, c (closed) */
const rows = rowsOf(keys, (key) => key === "a", 100);

it("moves by arrows, pages, Home and End, and stays within the tree", () => {
  expect(rows.map(({ name }) => name)).toEqual(["a", "1", "2", "b", "c"]);
  expect(moveOf(rows, 0, "ArrowDown")).toEqual({ to: 1 });
  expect(moveOf(rows, 4, "ArrowDown")).toEqual({ to: 4 });
  expect(moveOf(rows, 0, "ArrowUp")).toEqual({ to: 0 });
  expect(moveOf(rows, 2, "Home")).toEqual({ to: 0 });
  expect(moveOf(rows, 2, "End")).toEqual({ to: 4 });
  expect(moveOf(rows, 1, "PageDown")).toEqual({ to: 4 });
  expect(moveOf(rows, 3, "PageUp")).toEqual({ to: 0 });
});

it("opens and enters a node to the right, closes and leaves it to the left", () => {
  expect(moveOf(rows, 0, "ArrowRight")).toEqual({ to: 1 });
  expect(moveOf(rows, 1, "ArrowRight")).toBeNull();
  expect(moveOf(rows, 4, "ArrowRight")).toEqual({ open: ["c"] });
  expect(moveOf(rows, 0, "ArrowLeft")).toEqual({ close: "a" });
  expect(moveOf(rows, 2, "ArrowLeft")).toEqual({ to: 0 });
  expect(moveOf(rows, 3, "ArrowLeft")).toEqual({ to: 3 });
});

it("chooses by Enter and Space, removes by Delete, opens all siblings by an asterisk, and ignores other keys", () => {
  expect(moveOf(rows, 3, "Enter")).toEqual({ choose: 3 });
  expect(moveOf(rows, 3, " ")).toEqual({ choose: 3 });
  expect(moveOf(rows, 3, "*")).toEqual({ open: ["c"] });
  expect(moveOf(rows, 1, "*")).toEqual({ open: ["a\u00002"] });
  expect(moveOf(rows, 3, "Delete")).toEqual({ remove: 3 });
  expect(moveOf(rows, 0, "Escape")).toBeNull();
  expect(moveOf([], 0, "ArrowDown")).toBeNull();
});

it("finds the next name that begins with the typed letters, in a circle", () => {
  const names = rowsOf(sortedKeys(["lamp", "lift", "pump", "plug"]), () => true, 10);
  expect(names.map(({ name }) => name)).toEqual(["lamp", "lift", "plug", "pump"]);
  expect(typedRow(names, 0, "l")).toBe(1);
  expect(typedRow(names, 1, "l")).toBe(0);
  expect(typedRow(names, 0, "li")).toBe(1);
  expect(typedRow(names, 1, "li")).toBe(1);
  expect(typedRow(names, 3, "P")).toBe(2);
  expect(typedRow(names, 0, "x")).toBeNull();
});
