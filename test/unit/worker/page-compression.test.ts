import { expect, it } from "vitest";
import { compressed } from "../../../worker/desk/page-compression.ts";

const TEXT = "text/html; charset=utf-8";
const get = (accepted: string, method = "GET") =>
  new Request("https://desk.example/", { method, headers: { "Accept-Encoding": accepted } });
const answer = (type = TEXT, init: ResponseInit = {}) =>
  new Response("a".repeat(2000), {
    ...init,
    headers: { "Content-Type": type, ETag: '"t"', ...init.headers },
  });

it.each(["gzip", "br, gzip;q=0.5", "deflate, x-gzip"])("compresses a text for %s", (accepted) => {
  const { headers } = compressed(get(accepted), answer());
  expect([headers.get("Content-Encoding"), headers.get("ETag")]).toEqual(["gzip", 'W/"t"']);
  expect(headers.get("Vary")).toBe("Accept-Encoding");
});

it.each(["", "br", "gzip;q=0", "gzipped"])("sends it as it is for %j", async (accepted) => {
  const response = compressed(get(accepted), answer());
  expect([response.headers.get("Content-Encoding"), response.headers.get("ETag")]).toEqual([null, '"t"']);
  expect(response.headers.get("Vary")).toBe("Accept-Encoding");
  expect(await response.text()).toHaveLength(2000);
});

it.each([
  ["an image", answer("image/png")],
  ["JSON", answer("application/json")],
  ["events, which must not wait for a full block", answer("text/event-stream")],
  ["an error", answer(TEXT, { status: 404 })],
  ["what is compressed", answer(TEXT, { headers: { "Content-Encoding": "br" } })],
])("leaves %s", (_, given) => {
  expect(compressed(get("gzip"), given)).toBe(given);
});

it("leaves the answer to HEAD", () => {
  const given = answer();
  expect(compressed(get("gzip", "HEAD"), given)).toBe(given);
});
