import { expect, test } from "vitest";
import type { DataPoint } from "../../../../worker/observability/point.ts";
import { RequestCounter } from "../../../../worker/observability/requests.ts";

const said = { method: "GET", path: "/v0/a", status: 200, milliseconds: 3 };
const count = (points: DataPoint[]) =>
  points.reduce((all, { values }) => all + values.slice(0, 5).reduce((a, b) => a + b, 0), 0);

test("reports the first call at once, then those of ten seconds together, each once", () => {
  const requests = new RequestCounter();
  let told = count(requests.note(said, 0));
  expect(told).toBe(1);
  for (let at = 1; at < 100; at++) told += count(requests.note(said, at * 100));
  expect(told).toBe(1);
  told += count(requests.note(said, 10_000));
  expect(told).toBe(101);
});

test("reports a failed call within a second, with the earlier ones", () => {
  const requests = new RequestCounter();
  requests.note(said, 0);
  expect(requests.note(said, 900)).toEqual([]);
  expect(requests.note({ ...said, status: 503 }, 999)).toEqual([]);
  expect(count(requests.note({ ...said, status: 500 }, 1000))).toBe(3);
});

test("reports many paths in several batches without loss", () => {
  const requests = new RequestCounter();
  requests.note(said, 0);
  for (let n = 0; n < 49; n++) requests.note({ ...said, path: `/v0/${n}` }, 1);
  const goes = [1, 2, 3].map((n) => requests.note(said, n * 10_000));
  expect(goes.map((points) => points.length)).toEqual([20, 20, 10]);
  expect(count(goes.flat())).toBe(52);
});

test("counts unknown methods as one [T206]", () => {
  const requests = new RequestCounter();
  requests.note(said, 0);
  for (let n = 0; n < 50; n++) requests.note({ ...said, method: `M${n}` }, 1);
  expect(
    requests
      .note(said, 10_000)
      .map(({ method }) => method)
      .sort(),
  ).toEqual(["GET", "other"]);
});

test("continues after the clock jumped back", () => {
  const requests = new RequestCounter();
  requests.note(said, 1_000_000);
  expect(count(requests.note(said, 0))).toBe(1);
});
