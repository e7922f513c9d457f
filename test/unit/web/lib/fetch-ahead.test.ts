import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

const idle = (then: () => void) => then();

describe("code for later presses", () => {
  beforeEach(() => {
    vi.resetModules();
    vi.useFakeTimers();
    vi.stubGlobal("requestIdleCallback", idle);
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });
  const ahead = () => import("../../../../web/src/lib/fetch-ahead.ts");

  it("is fetched after the first screen, one file after the other", async () => {
    const { fetchAhead, startFetchingAhead } = await ahead();
    const begun: string[] = [];
    let come = () => {};
    fetchAhead(() => {
      begun.push("first");
      return new Promise<void>((resolve) => {
        come = resolve;
      });
    });
    fetchAhead(async () => begun.push("second"));
    await vi.advanceTimersByTimeAsync(60_000);
    expect(begun).toEqual([]);
    startFetchingAhead();
    startFetchingAhead();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(begun).toEqual(["first"]);
    come();
    await vi.advanceTimersByTimeAsync(0);
    expect(begun).toEqual(["first", "second"]);
    fetchAhead(async () => begun.push("of the next screen"));
    await vi.advanceTimersByTimeAsync(0);
    expect(begun).toEqual(["first", "second", "of the next screen"]);
  });

  it("that fails stops no other, and reloads no page [F350]", async () => {
    const { fetchAhead, startFetchingAhead } = await ahead();
    const lost = () => {
      const event = Object.assign(new Event("vite:preloadError"), { payload: new Error("Failed to fetch") });
      window.dispatchEvent(event);
      return Promise.reject(event.payload);
    };
    const watcher = vi.fn();
    window.addEventListener("vite:preloadError", watcher);
    const next = vi.fn(() => Promise.resolve());
    fetchAhead(lost);
    fetchAhead(next);
    startFetchingAhead();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(next).toHaveBeenCalledOnce();
    expect(watcher).not.toHaveBeenCalled();
    // A press still reports the failure.
    await lost().catch(() => undefined);
    expect(watcher).toHaveBeenCalledOnce();
    window.removeEventListener("vite:preloadError", watcher);
  });
});
