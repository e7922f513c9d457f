/** OWASP API Security Top 10 (2023), items 7 to 10, and the entrance to the brokers. */

import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, test, vi } from "vitest";
import { PASSWORD } from "../../../support/golden/world.ts";
import { MAIL_PATH } from "../../../support/mail-key.ts";
import { api, apiWith, rows } from "./client.ts";
import { twoAccounts } from "./two-accounts.ts";

let world: Awaited<ReturnType<typeof twoAccounts>>;

beforeAll(async () => {
  world = await twoAccounts();
});

const failing = (message: string) =>
  apiWith({
    DB: { prepare: (sql: string) => env.DB.prepare(sql), batch: () => Promise.reject(new Error(message)) },
  });

test("API7 server side request forgery: the API fetches no address from a request", async () => {
  const outside = vi.spyOn(globalThis, "fetch");
  await world.owner.call("POST /v0/devices/on-off/", { name: "http://169.254.169.254/latest/meta-data/" });
  await api(
    "POST /v0/forgot-password/",
    { email: world.owner.email },
    { headers: { "X-Forwarded-Host": "evil.example" } },
  );
  // the objects of other tests live on in the same isolate, and may call addresses of their own
  const called = outside.mock.calls.map(([input]) => (input instanceof Request ? input.url : String(input)));
  expect(called.filter((url) => /169\.254|evil/.test(url))).toEqual([]);
  const letters = (await api(`GET ${MAIL_PATH}`)).body as { text: string }[];
  expect(letters.some((letter) => letter.text.includes("evil.example"))).toBe(false);
  outside.mockRestore();
});

/** The objects of other tests live on in the same isolate, and may write lines of connections meanwhile. */
const ofRequests = (lines: readonly string[]) => lines.filter((line) => line.includes('"event":"request"'));

describe("API8 security misconfiguration", () => {
  test("an unexpected error returns a request id only; the log has no secret [T33]", async () => {
    const lines: string[] = [];
    const spies = (["log", "error"] as const).map((name) =>
      vi.spyOn(console, name).mockImplementation((line: string) => void lines.push(line)),
    );
    const broken = failing("no such column: nonsense");
    const answer = await broken("GET /v0/users/?search=canary-search", undefined, {
      token: world.owner.token,
    });
    await api("POST /v0/login/", { email: world.owner.email, password: PASSWORD });
    for (const spy of spies) spy.mockRestore();
    expect(answer.status).toBe(500);
    expect(answer.body).toEqual({
      detail: "A server error occurred.",
      request_id: answer.headers.get("X-Request-Id"),
    });
    const requests = ofRequests(lines).map((line) => JSON.parse(line));
    expect(requests.map(({ status }) => status)).toEqual([500, 200]);
    expect(requests[0].request_id).toBe(answer.body.request_id);
    for (const secret of [world.owner.token, world.owner.email, PASSWORD, "canary-search"]) {
      expect(lines.join().includes(secret)).toBe(false);
    }
  });

  test("a failing database is 503, a missing key, too [F38]", async () => {
    const lost = failing("D1_ERROR: Network connection lost.");
    expect((await lost("GET /v0/users/", undefined, { token: world.owner.token })).status).toBe(503);
    const keyless = apiWith({ SEAL_KEYS: "" });
    expect((await keyless("GET /v0/api-keys/", undefined, { token: world.owner.token })).status).toBe(503);
    expect((await keyless("GET /v0/mqtt/channels/", undefined, { token: world.owner.token })).status).toBe(
      200,
    );
  });

  test("an invalid variable is named in the log, and answered 500", async () => {
    const lines: string[] = [];
    const spy = vi.spyOn(console, "error").mockImplementation((line: string) => void lines.push(line));
    const { status, body } = await apiWith({ MAX_DEVICES: "many" })("GET /v0/health/");
    spy.mockRestore();
    expect([status, body.detail]).toEqual([500, "A server error occurred."]);
    expect(lines.join()).toContain('MAX_DEVICES must be a whole number of 0 or more, not \\"many\\".');
  });

  test("behind a logging proxy only failures are logged", async () => {
    const lines: string[] = [];
    const spy = vi.spyOn(console, "log").mockImplementation((line: string) => void lines.push(line));
    await apiWith({ LOG_REQUESTS: "failures" })("GET /v0/health/");
    await apiWith({})("GET /v0/health/");
    spy.mockRestore();
    expect(ofRequests(lines)).toHaveLength(1);
  });

  const LISTED = apiWith({ ALLOWED_ORIGINS: "https://app.example, https://staging.app.example" });
  const origins: readonly (readonly [string, boolean])[] = [
    ["https://app.example", true],
    ["https://staging.app.example", true],
    ["https://APP.example", false],
    ["http://app.example", false],
    ["https://app.example.evil.example", false],
    ["https://sub.app.example", false],
    ["https://app.example:8443", false],
    ["null", false],
  ];
  for (const [origin, allowed] of origins) {
    test(`an app at ${origin} may ${allowed ? "" : "not "}read answers [T6]`, async () => {
      const { headers } = await LISTED("GET /v0/users/", undefined, { headers: { Origin: origin } });
      expect(headers.get("Access-Control-Allow-Origin")).toBe(allowed ? origin : null);
      expect(headers.get("Access-Control-Allow-Credentials")).toBeNull();
      expect(headers.get("Vary")).toContain("Origin");
      const preflight = await LISTED("OPTIONS /v0/users/", undefined, {
        headers: { Origin: origin, "Access-Control-Request-Method": "PUT" },
      });
      expect(preflight.status).toBe(204);
      expect(preflight.headers.get("Access-Control-Allow-Methods")).toBe(
        allowed ? "GET, POST, PUT, DELETE" : null,
      );
    });
  }
});

describe("API9 improper inventory management", () => {
  test("there is one version, and calls outside the table do not exist", async () => {
    for (const path of ["/v0//users/", "/v0/v0/users/", "/v0/Users/"]) {
      expect((await world.owner.call(`GET ${path}`)).status, path).toBe(404);
    }
    const page = { fetch: async () => Response.json("a file of the page") };
    for (const path of ["/v1/users/", "/users/", "/api/v0/users/", "/V0/users/", "/v00/users/"]) {
      const { body } = await apiWith({ ASSETS: page })(`GET ${path}`, undefined, {
        token: world.owner.token,
      });
      expect(body, path).toBe("a file of the page");
    }
  });
});

test("API10 unsafe consumption of APIs: foreign text is never a statement [T11]", async () => {
  const nasty = [
    "'; DROP TABLE users; --",
    '" OR ""="',
    "<script>alert(1)</script>",
    "\u202e\u{1f4a3}",
    "%00",
    "{{7*7}}",
  ];
  for (const text of nasty) {
    const { body, status } = await world.owner.call(`PUT /v0/mqtt/channels/${world.ids.channel}/`, {
      name: text,
      topic: "t",
      description: text,
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({ name: text, description: text });
    const query = encodeURIComponent(text);
    expect((await world.owner.call(`GET /v0/events/devices/on-off/?search=${query}`)).status).toBe(200);
  }
  expect(await rows("SELECT 1 FROM users LIMIT 1")).toHaveLength(1);
});

describe("an upgrade to a broker", () => {
  const upgrade = (path: string, headers: Record<string, string> = {}, through = api) =>
    through(`GET ${path}`, undefined, {
      headers: { Upgrade: "websocket", "Sec-WebSocket-Protocol": "mqtt", ...headers },
    });

  test("without upgrade: 426; without mqtt: 400; from a foreign page: 403; without an account: 404 [T7]", async () => {
    const path = `/mqtt/${world.owner.id}`;
    const plain = await api(`GET ${path}`);
    expect([plain.status, plain.headers.get("Upgrade")]).toEqual([426, "websocket"]);
    expect((await upgrade(path, { "Sec-WebSocket-Protocol": "chat, mqttv3" })).status).toBe(400);
    expect((await upgrade(path, { Origin: "https://evil.example" })).status).toBe(403);
    expect((await upgrade(path, { Origin: "null" })).status).toBe(403);
    expect((await upgrade("/mqtt/nothing")).status).toBe(404);
    const local = { Origin: "http://localhost:5173" };
    expect((await upgrade(path, local, apiWith({ ENVIRONMENT: "production" }))).status).toBe(403);
  });

  test("accepts the product's own origin with its default port, as Paho sends it", async () => {
    const deployed = apiWith({
      ENVIRONMENT: "production",
      THROTTLE: "on",
      APP_URL: "https://switchyard.example",
    });
    const nobody = `/mqtt/${crypto.randomUUID()}`;
    for (const [port, status] of [
      [":443", 404],
      ["", 404],
      [":80", 403],
      [":8443", 403],
    ] as const) {
      const headers = { Origin: `https://switchyard.example${port}` };
      expect((await upgrade(nobody, headers, deployed)).status).toBe(status);
    }
  });

  test("an id without an account leaves no row, and an address with many attempts is refused [T24]", async () => {
    const guess = crypto.randomUUID();
    expect((await upgrade(`/mqtt/${guess}`)).status).toBe(404);
    const tables = await runInDurableObject(env.BROKER.getByName(guess) as never, (_, { storage }) =>
      storage.sql.exec("SELECT name FROM sqlite_master WHERE name NOT LIKE '\\_%' ESCAPE '\\'").toArray(),
    );
    expect(tables).toEqual([]);
    const throttling = apiWith({ THROTTLE: "on" });
    const statuses: number[] = [];
    const headers = { "CF-Connecting-IP": "192.0.2.77" };
    for (let n = 0; n < 13; n++) {
      statuses.push((await upgrade(`/mqtt/${crypto.randomUUID()}`, headers, throttling)).status);
    }
    expect(statuses).toEqual([...Array.from({ length: 11 }, () => 404), 429, 429]);
  });
});
