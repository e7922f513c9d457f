import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import { LocalhostNote } from "../../../../web/src/ui/messages/localhost-note.tsx";
import { isLoopback } from "../../../../worker/contract/addresses.ts";

afterEach(cleanup);

it.each([
  ["localhost", true],
  ["127.0.0.1", true],
  ["[::1]", true],
  ["192.168.1.7", false],
  ["yard.example", false],
])("other devices cannot reach %s: %s", (host, isLocal) => {
  expect(isLoopback(host)).toBe(isLocal);
});

it("the note names the remedy", () => {
  render(<LocalhostNote host="localhost" />);
  expect(screen.getByText("npm start -- --lan")).toBeTruthy();
});
