/** An answer that needs no body does not wait for its end, on `npm start` and on the runtime alone. */

import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startBare } from "../bench/targets/product.ts";
import { endlessPost, FORMS } from "../support/endless-post.ts";
import { type RunningProduct, startProductProcess } from "../support/product-process.ts";

const ID = "00000000-0000-4000-8000-000000000001";
const JSON_TYPE = { "Content-Type": "application/json" };
const FORGED = { ...JSON_TYPE, Authorization: "Token made-up" };

/** Every kind of answer that is made before a body is read. */
const REQUESTS: readonly [line: string, status: number, headers?: Record<string, string>][] = [
  ["POST /v0/nothing", 404],
  ["POST /v0/devices/on-off/", 401],
  ["POST /v0/devices/on-off/", 401, FORGED],
  [`POST /v0/devices/on-off/${ID}/switch/`, 401, FORGED],
  ["POST /v0/messages/lamp/set", 401, FORGED],
  ["PUT /v0/login/", 405],
  ["GET /v0/health/", 200],
  ["POST /v0/health/", 405],
  ["POST /v0/broker/", 421, { Host: "other.example" }],
  ["POST /v0/login/", 406, { ...JSON_TYPE, Accept: "image/png" }],
  ["POST /v0/operator/accounts/", 401],
  ["POST /v0/operator/nothing/", 401],
  ["POST /mcp", 401, JSON_TYPE],
  ["PUT /mcp", 405],
  ["POST /mcp", 403, { Origin: "https://other.example" }],
  [`POST /mqtt/${ID}`, 426],
  ["POST /mqtt", 426],
  ["POST /privacy", 404],
  ["POST /v0/stream/?token=swt_x", 401],
];
const OF_THE_PAGE = ["POST /", "POST /dashboard", "POST /assets/none.js"];

const statusesOf = async (url: string, rows: typeof REQUESTS) =>
  Promise.all(
    FORMS.flatMap((form) =>
      rows.map(async ([line, , headers]) => {
        const { socket, status } = endlessPost(url, line, form, headers);
        const answer = await status;
        socket.destroy();
        return `${line}, ${form}: ${answer}`;
      }),
    ),
  );

const expected = (rows: typeof REQUESTS) =>
  FORMS.flatMap((form) => rows.map(([line, status]) => `${line}, ${form}: ${status}`));

describe("npm start", () => {
  let product: RunningProduct;
  beforeAll(async () => {
    product = await startProductProcess();
  }, 90_000);
  afterAll(() => product.stop());

  test("answers a body that never ends", async () => {
    const rows = [...REQUESTS, ...OF_THE_PAGE.map((line) => [line, 405] as const)] as typeof REQUESTS;
    expect(await statusesOf(product.url, rows)).toEqual(expected(rows));
  }, 60_000);

  test("answers whole bodies that nobody reads, and does not end their connections", async () => {
    const statuses = new Set<number>();
    const send = async (path: string) => {
      const body = new Uint8Array(1_000_000);
      const answer = await fetch(product.url + path, { method: "POST", headers: FORGED, body });
      await answer.text();
      statuses.add(answer.status);
    };
    for (let n = 0; n < 10; n++) await Promise.all(["/v0/messages/a", "/v0/nothing", "/"].map(send));
    expect([...statuses].sort()).toEqual([401, 404, 405]);
  }, 60_000);

  test("serves others while 300 bodies wait", async () => {
    const posts = Array.from({ length: 300 }, (_, n) =>
      endlessPost(product.url, n % 2 === 0 ? "POST /mcp" : "POST /v0/nothing", FORMS[n % 3] ?? FORMS[0]),
    );
    expect((await fetch(`${product.url}/v0/health/`)).status).toBe(200);
    const statuses = await Promise.all(posts.map(({ status }) => status));
    expect(statuses).toEqual(posts.map((_, n) => (n % 2 === 0 ? 401 : 404)));
    for (const { socket } of posts) socket.destroy();
  }, 60_000);
});

test("the runtime alone answers a body that never ends", async () => {
  const product = await startBare({ THROTTLE: "off" });
  try {
    expect(await statusesOf(`http://127.0.0.1:${product.said.port}`, REQUESTS)).toEqual(expected(REQUESTS));
  } finally {
    await product.stop();
  }
}, 120_000);
