/** Counting messages before a history keeps them. */

import { expect, it, vi } from "vitest";
import { CostMeter, isFilter } from "../../../../web/src/features/channels/cost-meter.ts";
import type { ConnectionHandlers } from "../../../../web/src/live/connection.ts";

class Line {
  closed = false;
  subscribed: unknown[] = [];
  readonly handlers: ConnectionHandlers;
  constructor(handlers: ConnectionHandlers) {
    this.handlers = handlers;
  }
  async subscribe(...how: unknown[]): Promise<string[]> {
    this.subscribed = how;
    const [filters] = how as [string[]];
    if (filters.includes("secret")) throw new Error("Unauthorized");
    return filters;
  }
  close(): void {
    this.closed = true;
  }
  say(bytes: number, qos: 0 | 1 | 2 = 0): void {
    this.handlers.onMessage({ topic: "t", payload: "", bytes, qos, retain: false });
  }
}

function bench() {
  const lines: Line[] = [];
  let now = 1_000;
  const open = async (_: unknown, handlers: ConnectionHandlers) => {
    if (lines.length === 1 && lines[0]?.closed === false) throw new Error("refused");
    const line = new Line(handlers);
    lines.push(line);
    return line;
  };
  const meter = new CostMeter({ url: "ws://broker", clientId: "c" }, open, () => now);
  return { meter, lines, pass: (ms: number) => (now += ms) };
}

it("counts from the moment of the subscription, without retained messages, at the QoS of each", async () => {
  const { meter, lines, pass } = bench();
  expect(meter.view.phase).toBe("off");
  await meter.measure(["a/#", "b"]);
  expect(meter.view.phase).toBe("counting");
  expect(lines[0]?.subscribed).toEqual([["a/#", "b"], 2, false]);
  lines[0]?.say(84);
  pass(5_000);
  lines[0]?.say(84, 1);
  pass(3_640);
  const daily = meter.view.counter.daily(meter.view.begun + 8_640);
  expect(daily?.messages).toBeCloseTo(20_000);
  expect(daily?.bytes).toBeCloseTo(2_000_000);
});

it("counts anew with other filters, and closes the connection without any", async () => {
  const { meter, lines } = bench();
  await meter.measure(["a"]);
  lines[0]?.say(1);
  await meter.measure(["b"]);
  expect(lines.map(({ closed }) => closed)).toEqual([true, false]);
  expect(meter.view.counter.messages).toBe(0);
  lines[0]?.say(1);
  expect(meter.view.counter.messages).toBe(0);
  await meter.measure([]);
  expect(lines[1]?.closed).toBe(true);
  expect(meter.view.phase).toBe("off");
});

it("says that topics are refused, and does not try them again", async () => {
  vi.useFakeTimers();
  const { meter, lines } = bench();
  await meter.measure(["secret"]);
  expect(meter.view.phase).toBe("refused");
  await vi.advanceTimersByTimeAsync(60_000);
  expect(lines.length).toBe(1);
  vi.useRealTimers();
});

it("counts again after the connection was lost, until it is stopped", async () => {
  vi.useFakeTimers();
  const { meter, lines } = bench();
  await meter.measure(["a"]);
  lines[0]?.handlers.onLost("gone");
  expect(meter.view.phase).toBe("lost");
  lines[0]?.close();
  await vi.advanceTimersByTimeAsync(5_000);
  expect(meter.view.phase).toBe("counting");
  lines[1]?.handlers.onLost("gone");
  meter.stop();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(lines.length).toBe(2);
  vi.useRealTimers();
});

it("subscribes to no filter that is still typed", () => {
  const good = ["#", "a/#", "+/b", "a//b", "/", "$own/x"];
  const bad = ["", "a/#/b", "a#", "a+", "+b/c", "#/a", "a\0"];
  expect(good.filter(isFilter)).toEqual(good);
  expect(bad.filter(isFilter)).toEqual([]);
});
