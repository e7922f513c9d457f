import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import { Table } from "../../../../web/src/ui/table.tsx";

afterEach(cleanup);

it("a card omits empty cells, and a table keeps them", () => {
  const columns = [
    { title: "Name", cell: ({ name }: { name: string }) => name },
    { title: "Note", cell: ({ note }: { note: string | null }) => note },
  ];
  const rows = [
    { name: "porch", note: null },
    { name: "fan", note: "loud" },
  ];
  render(<Table label="Things" columns={columns} rows={rows} rowKey={({ name }) => name} />);
  const hidden = screen.getAllByRole("cell").map(({ className }) => className.includes("@max-md:hidden!"));
  expect(hidden).toEqual([false, true, false, false]);
});
