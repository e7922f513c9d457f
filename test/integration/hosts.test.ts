/** Host names that the started product accepts. */

import { describe, expect, inject, it } from "vitest";
import { rawRequest, UPGRADE } from "../support/raw-request.ts";

const baseUrl = inject("baseUrl");
const port = new URL(baseUrl).port;

describe("the product on this machine", () => {
  it.each([
    "/v0/broker/",
    "/v0/no-such-call/",
    "/mqtt",
    "/dev/mail",
    "/",
    "/docs",
    "/docs.md",
    "/icon.svg",
    "/assets/none.js",
  ])("answers 421 to a foreign name that requests %s [T52]", async (path) => {
    const { status, body } = await rawRequest(baseUrl, path, { Host: `evil.example:${port}` });
    expect([status, JSON.parse(body).detail]).toEqual([
      421,
      'This service does not answer for "evil.example". If it is this machine, start it with npm start -- --host evil.example.',
    ]);
  });

  it.each(["a b", "["])("answers 400 to the host %j", async (Host) => {
    for (const path of ["/", "/v0/health/", "/v0/stream/", "/mqtt"]) {
      const { status, body } = await rawRequest(baseUrl, path, { Host });
      expect([status, JSON.parse(body)]).toEqual([400, { detail: "The Host header is no host name." }]);
    }
  });

  it("ignores a URL that a client sends beside its host [T52]", async () => {
    const rebound = { Host: `evil.example:${port}`, "MF-Original-URL": "http://localhost/v0/broker/" };
    expect((await rawRequest(baseUrl, "/v0/broker/", rebound)).status).toBe(421);
    expect((await rawRequest(baseUrl, "/mqtt", { ...UPGRADE, ...rebound })).status).toBe(421);
  });

  it("opens no WebSocket for a page of a foreign name, even one equal to the host [T7] [T52]", async () => {
    const foreign = { ...UPGRADE, Host: `evil.example:${port}`, Origin: `http://evil.example:${port}` };
    expect((await rawRequest(baseUrl, "/mqtt", foreign)).status).toBe(421);
    const origin = { ...UPGRADE, Host: `localhost:${port}`, Origin: `http://evil.example:${port}` };
    expect((await rawRequest(baseUrl, "/mqtt", origin)).status).toBe(403);
    const own = { ...UPGRADE, Host: `localhost:${port}`, Origin: `http://localhost:${port}` };
    expect((await rawRequest(baseUrl, "/mqtt", own)).status).toBe(101);
  });

  it.each(["localhost", "app.localhost", "127.0.0.1", "127.0.0.2", "[::1]"])("accepts %s", async (host) => {
    expect((await rawRequest(baseUrl, "/v0/broker/", { Host: `${host}:${port}` })).status).toBe(200);
  });

  it("returns the printed address, by whatever name it was called", async () => {
    const { body } = await rawRequest(baseUrl, "/v0/broker/", { Host: `127.0.0.1:${port}` });
    expect(JSON.parse(body).url_template).toBe(`ws://localhost:${port}/mqtt/{userId}`);
  });
});
