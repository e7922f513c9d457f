import { expect, it } from "vitest";
import { Pace } from "../../../../worker/bridge/pace.ts";

const steady = () => new Pace(() => 0.5);

it("holds nobody back while all is well", () => {
  const pace = steady();
  expect([pace.claim(0), pace.claim(0), pace.claim(1)]).toEqual([0, 0, 0]);
});

it("tries one after the other when the broker fails, ever further apart, and sends the rest away [F132]", () => {
  const pace = steady();
  pace.failed(0, 0);
  expect([pace.claim(0), pace.claim(0), pace.claim(0)]).toEqual([100, 200, 300]);
  for (let at = 1000; at <= 10_000; at += 1000) pace.failed(at, at);
  const waits = Array.from({ length: 1000 }, () => pace.claim(10_000));
  expect(waits.filter((wait) => wait !== null)).toEqual([5000, 10_000]);
});

it("takes many failures of one moment as one", () => {
  const pace = steady();
  for (let each = 0; each < 100; each++) pace.failed(0, 10);
  expect(pace.claim(10)).toBe(100);
});

it("is never in step with another bridge", () => {
  const [early, late] = [new Pace(() => 0), new Pace(() => 1)];
  for (const pace of [early, late]) pace.failed(0, 0);
  expect([early.claim(0), late.claim(0)]).toEqual([50, 150]);
});

it("opens the way to all who wait when one try works", async () => {
  const pace = steady();
  const long = performance.now() + 9000;
  pace.failed(0, long);
  const waiting = [pace.turn(), pace.turn()];
  pace.worked();
  expect(await Promise.all(waiting)).toEqual([true, true]);
  expect(pace.claim(0)).toBe(0);
});
