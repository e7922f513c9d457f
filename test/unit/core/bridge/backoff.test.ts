import { expect, it } from "vitest";
import { Backoff } from "../../../../worker/bridge/broker-connector.ts";

const steady = () => new Backoff(() => 0.5);

it("delays no attempt while all succeed", () => {
  const backoff = steady();
  expect([backoff.reserve(0), backoff.reserve(0), backoff.reserve(1)]).toEqual([0, 0, 0]);
});

it("makes single attempts with growing pauses after a failure, and rejects the others [F132]", () => {
  const backoff = steady();
  backoff.failed(0, 0);
  expect([backoff.reserve(0), backoff.reserve(0), backoff.reserve(0)]).toEqual([100, 200, 300]);
  for (let at = 1000; at <= 10_000; at += 1000) backoff.failed(at, at);
  const waits = Array.from({ length: 1000 }, () => backoff.reserve(10_000));
  expect(waits.filter((wait) => wait !== null)).toEqual([5000, 10_000]);
});

it("counts many failures of one moment as one", () => {
  const backoff = steady();
  for (let each = 0; each < 100; each++) backoff.failed(0, 10);
  expect(backoff.reserve(10)).toBe(100);
});

it("is never in step with another bridge", () => {
  const [early, late] = [new Backoff(() => 0), new Backoff(() => 1)];
  for (const backoff of [early, late]) backoff.failed(0, 0);
  expect([early.reserve(0), late.reserve(0)]).toEqual([50, 150]);
});

it("lets all waiting attempts through after one success", async () => {
  const backoff = steady();
  const long = performance.now() + 9000;
  backoff.failed(0, long);
  const waiting = [backoff.wait(), backoff.wait()];
  backoff.succeeded();
  expect(await Promise.all(waiting)).toEqual([true, true]);
  expect(backoff.reserve(0)).toBe(0);
});
