import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import { LocalhostNote } from "../../../../web/src/ui/localhost-note.tsx";

afterEach(cleanup);

it.each([
  ["localhost", 1],
  ["127.0.0.1", 1],
  ["[::1]", 1],
  ["192.168.1.7", 0],
  ["yard.example", 0],
])("beside a program for %s there are %i warnings", (host, count) => {
  render(<LocalhostNote host={host} />);
  expect(screen.queryAllByText("npm start -- --lan")).toHaveLength(count);
});
