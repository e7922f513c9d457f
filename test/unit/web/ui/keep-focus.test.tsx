import { act, cleanup, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { afterEach, beforeEach, expect, it } from "vitest";
import { keepFocus } from "../../../../web/src/ui/keep-focus.ts";

let end: () => void;
beforeEach(() => {
  end = keepFocus();
});
afterEach(() => {
  end();
  cleanup();
});

function Lists() {
  const [rows, setRows] = useState(["one", "two"]);
  return (
    <main>
      <h1>Screen</h1>
      <section>
        <h2>List</h2>
        {rows.map((row) => (
          <button key={row} type="button" onClick={() => setRows(rows.filter((other) => other !== row))}>
            {row}
          </button>
        ))}
      </section>
      <p>Beside</p>
      <button type="button" onClick={() => setTimeout(() => setRows([]))}>
        Soon
      </button>
    </main>
  );
}

it("[F390] moves the focus of a removed element to the nearest heading", async () => {
  render(<Lists />);
  await userEvent.click(screen.getByRole("button", { name: "one" }));
  await expect.poll(() => document.activeElement).toBe(screen.getByRole("heading", { name: "List" }));
  await userEvent.tab();
  expect(document.activeElement).toBe(screen.getByRole("button", { name: "two" }));
});

it("does not move a focus that left before", async () => {
  render(<Lists />);
  const two = screen.getByRole("button", { name: "two" });
  act(() => two.focus());
  act(() => two.blur());
  await act(async () => undefined);
  two.remove();
  await act(async () => undefined);
  expect(document.activeElement).toBe(document.body);
});
