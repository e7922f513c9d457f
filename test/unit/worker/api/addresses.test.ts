/** Absolute addresses come from the configuration only. */

import { describe, expect, test, vi } from "vitest";
import { MAIL_PATH } from "../../../support/mail-key.ts";
import { api, apiWith, newAccount } from "./client.ts";

const YARD = "https://yard.example";
/** Headers that name another host. */
const FOREIGN = {
  "X-Original-URL": "https://evil.example/v0/",
  "X-Forwarded-Host": "evil.example",
  "X-Forwarded-Proto": "https",
  Forwarded: "host=evil.example;proto=https",
  Origin: "https://evil.example",
};
const letters = async (email: string) =>
  (
    (await apiWith()(`GET ${MAIL_PATH}`)).body as { to: string; kind: string; text: string; html: string }[]
  ).filter(({ to }) => to === email);

describe("an email", () => {
  test("links to the configured address, whatever headers its request has [T51]", async () => {
    const call = apiWith({ APP_URL: `${YARD}/` });
    const { email } = await newAccount(call);
    await call("POST /v0/forgot-password/", { email }, { headers: FOREIGN });
    const [reset, verify] = await letters(email);
    expect(reset?.text).toContain(`${YARD}/reset-password?token=`);
    expect(verify?.text).toContain(`${YARD}/verify-email?token=`);
    expect(JSON.stringify([reset, verify])).not.toMatch(/evil\.example|api\.test/);
  });

  test("is not sent without a configured address, and the responses stay the same [T51]", async () => {
    const call = apiWith({ APP_URL: "" });
    const { email } = await newAccount(call);
    const known = await call("POST /v0/forgot-password/", { email });
    const unknown = await call("POST /v0/forgot-password/", { email: `nobody-${email}` });
    expect([known.status, known.body]).toEqual([unknown.status, unknown.body]);
    expect(await letters(email)).toEqual([]);
  });
});

test("a device link leads to the configured address, or reports that none is set [T51]", async () => {
  const owner = await newAccount();
  await owner.call("POST /v0/api-keys/");
  const { id } = (await owner.call("POST /v0/devices/on-off/", { name: "Lamp" })).body;
  const link = async (APP_URL: string) => {
    const options = { token: owner.token, headers: FOREIGN };
    return (await apiWith({ APP_URL })(`POST /v0/devices/on-off/${id}/link/`, {}, options)).body;
  };
  const { url, token } = await link(YARD);
  expect(url).toBe(`${YARD}/device#${token}`);
  expect((await link("")).url).toBeNull();
});

describe("a request for a foreign host [T52]", () => {
  const WHAT_TO_DO =
    'This service does not answer for "evil.example". If it is this machine, start it with npm start -- --host evil.example.';
  const nobody = crypto.randomUUID();

  test.each([
    "GET /v0/broker/",
    "GET /v0/users/",
    "POST /v0/login/",
    "OPTIONS /v0/users/",
    "GET /v0/openapi.json",
    "GET /v0/reference",
    "GET /v0/nothing/",
    "GET /mqtt",
    `GET /mqtt/${nobody}`,
    "GET /dev/mail",
    "GET /dev/mail/1",
    "GET /",
    "GET /docs",
    "GET /privacy",
    "GET /assets/none.js",
  ])("is answered 421 before any work: %s", async (line) => {
    // no database and no object: each access throws
    const call = apiWith({ DB: null, BROKER: null, ASSETS: null });
    const { status, body, headers } = await call(line, undefined, {
      host: "evil.example:8787",
      headers: FOREIGN,
    });
    expect([status, body]).toEqual([421, { detail: WHAT_TO_DO }]);
    expect(headers.get("X-Content-Type-Options")).toBe("nosniff");
  });

  test("is answered 421 for a WebSocket of a page of that host", async () => {
    const headers = { Upgrade: "websocket", "Sec-WebSocket-Protocol": "mqtt", Origin: "http://evil.example" };
    expect((await api(`GET /mqtt/${nobody}`, undefined, { host: "evil.example", headers })).status).toBe(421);
    expect((await api(`GET /mqtt/${nobody}`, undefined, { headers })).status).toBe(403);
  });

  test("names the variable for hosts in production", async () => {
    const deployed = apiWith({ ENVIRONMENT: "production", THROTTLE: "on", APP_URL: YARD, HOSTS: "" });
    const { status, body } = await deployed("GET /v0/broker/", undefined, { host: "localhost" });
    expect([status, body.detail]).toEqual([
      421,
      'This service does not answer for "localhost". If it is its own, name it in APP_URL or HOSTS.',
    ]);
    const taken = await deployed("GET /v0/broker/", undefined, { host: "yard.example" });
    expect([taken.status, taken.body.url_template]).toEqual([200, "wss://yard.example/mqtt/{userId}"]);
  });
});

test("without configuration only the health check responds, with the missing settings [F60]", async () => {
  const lines: string[] = [];
  const spy = vi.spyOn(console, "error").mockImplementation((line: string) => void lines.push(line));
  const bare = apiWith({ ENVIRONMENT: "production", THROTTLE: "on", APP_URL: "", HOSTS: "" });
  const { status, body } = await bare("GET /v0/health/", undefined, { host: "any.workers.example" });
  await bare("GET /v0/health");
  expect((await bare("GET /v0/broker/")).status).toBe(421);
  spy.mockRestore();
  const problems = [
    "APP_URL is not set, so no e-mails are sent.",
    "Neither APP_URL nor HOSTS names a host, so only /v0/health/ is answered.",
  ];
  expect([status, body]).toMatchObject([200, { status: "ok", problems }]);
  const reasons = lines.map((line) => JSON.parse(line).reason);
  // others that live on in the same isolate may write errors, too
  expect(reasons.filter((reason) => problems.includes(reason))).toEqual(problems);
});

test("an unconfigured service reveals no address, and never repeats the requested one", async () => {
  const unknown = apiWith({ APP_URL: "", MQTT_TCP_PORT: "1883" });
  expect((await unknown("GET /v0/broker/")).body).toMatchObject({ url_template: null, tcp: null });
  const apart = apiWith({
    APP_URL: "https://pages.example",
    API_URL: `${YARD}:8443/`,
    MQTT_TCP_PORT: "1883",
  });
  expect((await apart("GET /v0/broker/", undefined, { headers: FOREIGN })).body).toMatchObject({
    url_template: "wss://yard.example:8443/mqtt/{userId}",
    tcp: { host: "yard.example", port: 1883 },
  });
});
