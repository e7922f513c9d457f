import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import {
  PART_OUT_OF_REACH,
  reloadIfOvertaken,
  watchForStaleChunks,
} from "../../../../web/src/lib/stale-chunk.ts";

const index = (name: string) => `<!doctype html><script type="module" src="/assets/${name}.js"></script>`;
let deployed: () => Promise<Response>;
const reload = vi.fn();

beforeAll(() => watchForStaleChunks(reload));
beforeEach(() => {
  document.head.innerHTML = `<script type="text/plain" src="/assets/index-1.js"></script>`;
  vi.stubGlobal("fetch", () => deployed());
});
afterEach(() => {
  vi.unstubAllGlobals();
  sessionStorage.clear();
  document.head.innerHTML = "";
  reload.mockClear();
});

/** The bundler's event for a file that could not be fetched. */
async function loseFile(): Promise<Error> {
  const payload = new TypeError("Failed to fetch dynamically imported module: /assets/profile-1.js");
  window.dispatchEvent(Object.assign(new Event("vite:preloadError", { cancelable: true }), { payload }));
  // The notice in place of the part looks, too: that reloads no second time.
  await reloadIfOvertaken(reload);
  return payload;
}

describe("a page file that cannot be fetched", () => {
  it("reloads the page once when the deployed index names other files, and not again [F41]", async () => {
    deployed = async () => new Response(index("index-2"));
    await loseFile();
    expect(reload).toHaveBeenCalledTimes(1);
    await loseFile();
    expect(reload).toHaveBeenCalledTimes(1);
  });

  it.each([
    ["without a network", () => Promise.reject(new TypeError("Failed to fetch"))],
    ["while the server is away", async () => new Response("Bad gateway", { status: 502 })],
    ["behind somebody else's page", async () => new Response("<h1>Welcome to the hotel</h1>")],
    ["of the release that is deployed", async () => new Response(index("index-1"))],
  ])("never reloads the page %s, and throws an error that routers ignore [F86]", async (_, answer) => {
    deployed = answer;
    const error = await loseFile();
    expect(reload).not.toHaveBeenCalled();
    expect(error.message).toBe(PART_OUT_OF_REACH);
  });
});
