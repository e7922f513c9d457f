import { afterEach, expect, it, vi } from "vitest";
import { reloadOnStaleChunk } from "../../../../web/src/lib/stale-chunk.ts";

afterEach(() => sessionStorage.clear());

it("reloads once for a file that is gone, and shows the error when that did not help [F41]", () => {
  const reload = vi.fn();
  reloadOnStaleChunk(reload);
  const first = new Event("vite:preloadError", { cancelable: true });
  window.dispatchEvent(first);
  expect(reload).toHaveBeenCalledTimes(1);
  expect(first.defaultPrevented).toBe(true);
  const second = new Event("vite:preloadError", { cancelable: true });
  window.dispatchEvent(second);
  expect(reload).toHaveBeenCalledTimes(1);
  expect(second.defaultPrevented).toBe(false);
});
