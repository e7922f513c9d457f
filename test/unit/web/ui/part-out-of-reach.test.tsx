import { act, cleanup, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { part } from "../../../../web/src/ui/loading/part.tsx";

const INDEX = '<script type="module" src="/assets/page-1.js"></script>';

let isThere: boolean;
const fetches = vi.fn(async () => {
  if (!isThere) throw new TypeError("Failed to fetch");
  return new Response(INDEX);
});
const load = vi.fn(async () => {
  if (!isThere) throw new TypeError("Failed to fetch dynamically imported module");
  return { default: () => <p>The part</p> };
});

beforeEach(() => {
  isThere = false;
  vi.useFakeTimers();
  vi.stubGlobal("fetch", fetches);
  document.head.innerHTML = INDEX;
});
afterEach(() => {
  cleanup();
  document.head.innerHTML = "";
  vi.clearAllMocks();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const after = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

test("loads by itself when the network is back [F86]", async () => {
  const Part = part(load);
  render(<Part />);
  await after(100);
  expect(screen.getByText("You are offline")).toBeDefined();
  isThere = true;
  await after(5_000);
  expect(screen.getByText("The part")).toBeDefined();
});

test("is requested at a moderate rate while it fails, and not after its removal", async () => {
  const Part = part(load);
  const { unmount } = render(<Part />);
  await after(100);
  await after(5 * 60_000);
  expect(fetches.mock.calls.length).toBeGreaterThan(50);
  expect(fetches.mock.calls.length).toBeLessThan(65);
  unmount();
  const asked = fetches.mock.calls.length;
  await after(5 * 60_000);
  expect(fetches.mock.calls.length).toBe(asked);
});
