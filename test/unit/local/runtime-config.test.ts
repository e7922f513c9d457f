/** The configuration of workerd as text, and what is printed of the runtime's output. */

import { expect, it } from "vitest";
import { bytes, embedded, member, written } from "../../../worker/local/runtime/capnp.ts";
import { environmentName, runtimeConfig } from "../../../worker/local/runtime/config.ts";
import { linesOf, printedLine } from "../../../worker/local/runtime/log-lines.ts";
import { pauseBefore } from "../../../worker/local/runtime/supervisor.ts";

it("quotes all characters of a path and of a text", () => {
  expect(written({ name: 'a"b\\c\nü', list: [1, true, member("proxy")] })).toBe(
    '(name = "a\\"b\\\\c\\x0a\\xc3\\xbc", list = [1, true, proxy])',
  );
  expect(written([embedded('/clones/my "clone"/x.js'), bytes(new Uint8Array([0, 255]))])).toBe(
    '[embed "/clones/my \\"clone\\"/x.js", 0x"00ff"]',
  );
});

const setup: Parameters<typeof runtimeConfig>[0] = {
  bundle: "/w.js",
  services: "/services",
  programs: "/programs",
  stateDirectory: "/state",
  pageFolder: "/page",
  page: { manifest: new Uint8Array(20), places: {} },
  pageRules: "{}",
  variables: ["SEAL_KEYS"],
  http: [
    { host: "127.0.0.1", port: 8787 },
    { host: "::1", port: 8787 },
  ],
  tcp: { address: "::", port: 1883 },
  worker: { compatibilityDate: "2026-11-01", compatibilityFlags: [], databaseId: "0", shield: null },
  supervisor: { port: 1, key: "k" },
  naps: false,
};

it("listens at each of its addresses, and holds names of variables only", () => {
  const { config, sockets } = runtimeConfig(setup);
  expect(sockets).toEqual(["http0", "http1", "jobs", "tcp"]);
  for (const address of ["127.0.0.1:8787", "[::1]:8787", "*:1883"]) expect(config).toContain(`"${address}"`);
  expect(config).toContain(`name = "SEAL_KEYS", fromEnvironment = "${environmentName("SEAL_KEYS")}"`);
  expect(runtimeConfig({ ...setup, naps: true }).sockets).toContain("naps");
});

it("starts again after pauses that double, up to half a minute", () => {
  expect([1, 2, 3, 9, 10, 50].map(pauseBefore)).toEqual([100, 200, 400, 25_600, 30_000, 30_000]);
});

const request = (status: number, path = "/v0/users/", more = {}) =>
  JSON.stringify({ level: "info", event: "request", method: "GET", path, status, ms: 12, ...more });

it.each([
  ["a request in short", request(200), "GET /v0/users/ 200 12 ms"],
  [
    "the reason of a failure",
    request(500, "/v0/users/", { reason: "Error: D1" }),
    "GET /v0/users/ 500 12 ms: Error: D1",
  ],
  ["no health check", request(200, "/v0/health/"), null],
  ["a health check that fails", request(503, "/v0/health"), "GET /v0/health 503 12 ms"],
  ["no ordinary end of a connection", '{"event":"connection_end","code":0}', null],
  ["a refused one", '{"event":"connection_end","code":135}', '{"event":"connection_end","code":135}'],
  ["no run of the jobs without a failure", '{"event":"jobs","failed":[]}', null],
  ["other lines as they are", "A letter was written", "A letter was written"],
  ["text that looks like JSON", "{not JSON", "{not JSON"],
])("prints %s", (_, line, printed) => {
  expect(printedLine(line)).toBe(printed);
});

it("takes the lines of a message out of the runtime's JSON, and drops its notes about itself", () => {
  expect(linesOf('{"timestamp":1,"level":"log","message":"one\\ntwo"}')).toEqual(["one", "two"]);
  expect(linesOf("plain")).toEqual(["plain"]);
  expect(linesOf("Not symbolizing stack traces because …")).toEqual([]);
});
