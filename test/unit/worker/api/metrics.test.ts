/** Metrics from a socket and a call to the text that Prometheus reads. */

import { createExecutionContext, runInDurableObject, waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import worker from "../../../../worker/development.ts";
import type { Env } from "../../../../worker/env.ts";
import { accountName } from "../../../../worker/keys/digest.ts";
import type { MeterTable } from "../../../../worker/observability/meter-table.ts";
import { brokerPoint } from "../../../../worker/observability/point.ts";
import { queryAnalytics, sqlOf, writePoints } from "../../../../worker/observability/store.ts";
import { parsePrometheus } from "../../../support/prometheus.ts";
import { newAccount } from "./client.ts";
import { connected } from "./connected.ts";
import { KEY, operator, withKeys } from "./operator.ts";

const NOON = Date.UTC(2027, 2, 4, 12);

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"] });
  vi.setSystemTime(NOON);
});
afterEach(() => void vi.useRealTimers());

async function scrape(
  overrides: Record<string, unknown> = {},
  headers: HeadersInit = { Authorization: `Bearer ${KEY}` },
) {
  const context = createExecutionContext();
  const request = new Request<unknown, IncomingRequestCfProperties>("http://api.test/v0/metrics", {
    headers,
  });
  const response = await worker.fetch(request, { ...env, ...withKeys, ...overrides } as Env, context);
  const text = await response.text();
  await waitOnExecutionContext(context);
  return { status: response.status, type: response.headers.get("Content-Type"), text };
}

const value = (text: string, name: string, labels: Record<string, string> = {}): number =>
  parsePrometheus(text)
    .get(name)
    ?.samples.filter((sample) => Object.entries(labels).every(([key, is]) => sample.labels[key] === is))
    .reduce((sum, sample) => sum + sample.value, 0) ?? 0;

test("a client's traffic and HTTP calls are counted, in Prometheus' format", async () => {
  const before = (await scrape()).text;
  const { id, call } = await newAccount();
  const { key } = (await call("POST /v0/api-keys/")).body;
  const client = await connected(id, { clientId: `${key}__page` });
  for (let n = 0; n < 3; n++) client.publish(`${id}/t`, "x");
  await client.all();
  client.disconnect();
  await client.end();
  await vi.waitFor(async () => {
    vi.setSystemTime(Date.now() + 10_000);
    const { status, type, text } = await scrape();
    expect([status, type]).toEqual([200, "text/plain; version=0.0.4; charset=utf-8"]);
    const grown = (name: string, labels?: Record<string, string>) =>
      value(text, name, labels) - value(before, name, labels);
    // of all accounts, which may be active
    expect(grown("switchyard_disconnections_total")).toBeGreaterThanOrEqual(1);
    expect(grown("switchyard_connections_total")).toBeGreaterThanOrEqual(1);
    expect(grown("switchyard_messages_total", { direction: "in" })).toBeGreaterThanOrEqual(3);
    const made = { route: "/v0/api-keys", method: "POST", status: "2xx" };
    expect(grown("switchyard_http_requests_total", made)).toBeGreaterThanOrEqual(1);
    expect(grown("switchyard_accounts")).toBeGreaterThanOrEqual(1);
  });
  const { body } = await operator("GET /v0/operator/top/");
  const own = body.find((row: { log_name: string }) => row.log_name === accountName(id));
  expect(own).toMatchObject({ connections: 1, disconnections: 1, messages_in: 3, failures: 0 });
});

test("counters start again at midnight, without the days before", async () => {
  const text = async () => (await scrape()).text;
  vi.setSystemTime(NOON + 86_400_000);
  const reading = {
    begun: 1000,
    ended: 0,
    messagesIn: 0,
    messagesOut: 0,
    bytesIn: 0,
    bytesOut: 0,
    failures: 0,
  };
  const refused = { connect: 0, publish: 0, subscribe: 0, limit: 0 };
  const point = brokerPoint({
    account: "a",
    ...reading,
    refused,
    answers: { counts: [], seconds: 0, note: () => {} },
  });
  await writePoints(env, [point]);
  // accounts of other tests may add their few
  const first = value(await text(), "switchyard_connections_total");
  expect(first).toBeGreaterThanOrEqual(1000);
  expect(first).toBeLessThan(2000);
  vi.setSystemTime(NOON + 2 * 86_400_000);
  expect(value(await text(), "switchyard_connections_total")).toBeLessThan(1000);
  vi.setSystemTime(NOON + 5 * 86_400_000);
  await writePoints(env, [point]);
  const kept = await runInDurableObject(
    env.METER_TABLE?.getByName("all") as DurableObjectStub<MeterTable>,
    (_, { storage }) => storage.sql.exec("SELECT DISTINCT minute / 1440 AS day FROM points").toArray(),
  );
  // other tests, whose clocks are ahead, may add theirs
  expect(Math.min(...kept.map(({ day }) => Number(day)))).toBe(Math.floor(NOON / 86_400_000) + 5);
});

test("reading them needs an operator's key; without a configured key the path does not exist [T207]", async () => {
  const { token } = await newAccount();
  expect((await scrape({}, {})).status).toBe(401);
  expect((await scrape({}, { Authorization: `Bearer ${token}` })).status).toBe(401);
  expect((await scrape({}, { Authorization: `Token ${token}` })).status).toBe(401);
  const unknown = await scrape({ OPERATOR_KEYS: "" });
  expect([unknown.status, unknown.text]).toEqual([404, '{"detail":"Not found."}']);
});

test("an account appears by its log name, and a path without ids [T208]", async () => {
  const { id, email, call } = await newAccount();
  await call(`DELETE /v0/api-keys/${crypto.randomUUID()}/`);
  await call(`GET /v0/${crypto.randomUUID()}/`);
  vi.setSystemTime(Date.now() + 20_000);
  await call("GET /v0/users/");
  const { text } = await scrape();
  expect(text).toContain('route="/v0/api-keys/{id}"');
  expect(text).toContain('route="other"');
  expect(text).not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}-/);
  for (const secret of [id, email]) expect(text).not.toContain(secret);
});

test("a failing store affects no response [F211]", async () => {
  const broken = { getByName: () => ({ add: () => Promise.reject(new Error("away")) }) };
  await expect(writePoints({ METER_TABLE: broken as never }, [])).resolves.toBeUndefined();
  const full = {
    writeDataPoint: () => {
      throw new Error("too many");
    },
  };
  await expect(writePoints({ METRICS: full }, [pointLike()])).resolves.toBeUndefined();
});

const pointLike = () => ({ kind: "http", subject: "/v0/a", method: "GET", values: [1] }) as const;

test("deployed, a point goes to Analytics Engine, and sums are read by SQL", async () => {
  const written: unknown[] = [];
  const METRICS = { writeDataPoint: (point: unknown) => void written.push(point) };
  await writePoints({ METRICS }, [pointLike()]);
  expect(written).toEqual([{ indexes: ["/v0/a"], blobs: ["http", "/v0/a", "GET"], doubles: [1] }]);
  const asked: [string, RequestInit][] = [];
  const answer = { data: [{ subject: "/v0/a", method: "GET", v1: "0", v2: 7.5 }] };
  const request = async (url: string, init: RequestInit) => {
    asked.push([url, init]);
    return Response.json(answer);
  };
  const env = { METRICS, METRICS_ACCOUNT: "acc", METRICS_TOKEN: "tok" };
  const [row] = await queryAnalytics(env, { kind: "http", since: NOON }, request as typeof fetch);
  expect(row).toMatchObject({ subject: "/v0/a", method: "GET" });
  expect(row?.values.slice(0, 3)).toEqual([0, 7.5, 0]);
  const wrong = async () => Response.json({ data: [{ subject: {} }] });
  const misread = queryAnalytics(env, { kind: "http", since: NOON }, wrong as typeof fetch);
  await expect(misread).rejects.toThrow();
  const [url, init] = asked[0] ?? [];
  expect(url).toBe("https://api.cloudflare.com/client/v4/accounts/acc/analytics_engine/sql");
  expect(init).toMatchObject({ method: "POST", headers: { Authorization: "Bearer tok" } });
  expect(String(init?.body)).toContain(`timestamp >= toDateTime(${NOON / 1000})`);
  expect(sqlOf({ kind: "broker", since: NOON, ungrouped: true })).not.toContain("GROUP BY");
});

test("where reading fails the response names the missing setting, without a token [F212]", async () => {
  const METER_TABLE = undefined;
  const none = await scrape({ METER_TABLE });
  expect([none.status, none.text]).toEqual([503, expect.stringContaining("--metrics")]);
  const METRICS = { writeDataPoint: () => {} };
  const unread = await scrape({ METER_TABLE, METRICS });
  expect([unread.status, unread.text]).toEqual([503, expect.stringContaining("METRICS_ACCOUNT")]);
  const env = { METRICS, METRICS_ACCOUNT: "acc", METRICS_TOKEN: "s3cret" };
  const refused = async () => new Response("no such token s3cret", { status: 403 });
  const failing = queryAnalytics(env, { kind: "http", since: 0 }, refused as typeof fetch);
  await expect(failing).rejects.toThrow(/^Analytics Engine answered 403: check METRICS_ACCOUNT/);
});
