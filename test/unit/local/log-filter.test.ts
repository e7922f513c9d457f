import { describe, expect, it } from "vitest";
import { errorsIn, logFilter } from "../../../worker/local/development-server.ts";

const told = (lines: string[], ready = true) => {
  const read = logFilter(() => ready);
  return lines.map(read).filter((line) => line !== null);
};

describe("npm start's filter of wrangler's output", () => {
  it("prints API requests in short, and those of page files only when they fail", () => {
    expect(
      told([
        "[wrangler:info] GET /v0/users/ 200 OK (12ms)",
        "[wrangler:info] GET /assets/index-1.js 200 OK (1ms)",
        "[wrangler:info] GET /assets/gone.js 404 Not Found (1ms)",
        "[wrangler:info] GET /mqtt/x 101 Switching Protocols (3ms)",
      ]),
    ).toEqual(["GET /v0/users/ 200 12 ms", "GET /assets/gone.js 404 1 ms", "GET /mqtt/x 101 3 ms"]);
  });

  it("drops a useless message to its last line, and no more", () => {
    expect(
      told([
        "\u001b[33m▲ [WARNING] Scheduled Workers are not automatically triggered during local development.\u001b[0m",
        "",
        "  To manually trigger a scheduled event, run:",
        "A letter was written",
      ]),
    ).toEqual(["A letter was written"]);
  });

  it("prints warnings and errors completely, also before the product is ready", () => {
    const lines = ["▲ [WARNING] Something to know", "", "  in two lines", "env.DB (switchyard) D1 Database"];
    expect(told(lines, false)).toEqual(["▲ [WARNING] Something to know", "  in two lines"]);
  });

  it("drops the tables of a reload", () => {
    expect(
      told(["Your Worker has access to the following bindings:", 'env.THROTTLE ("off")  Variable']),
    ).toEqual([]);
  });
});

it("finds the error in the output before the exit", () => {
  expect(errorsIn(["starting", '✘ [ERROR] Could not resolve "x"', "    worker/index.ts:1"])).toBe(
    'Could not resolve "x"\n    worker/index.ts:1',
  );
});
