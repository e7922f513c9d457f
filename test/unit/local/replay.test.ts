/** What a replay publishes, and when. */

import { expect, test } from "vitest";
import { type HistoryRow, replayPlan } from "../../../worker/cli/replay.ts";

const START = Date.parse("2026-03-01T00:00:00.000Z");
const row = (ms: number, more: Partial<HistoryRow> = {}): HistoryRow => ({
  topic: "lamp/state",
  payload: "on",
  encoding: "utf-8",
  qos: 1,
  retain: false,
  at: new Date(START + ms).toISOString(),
  by: null,
  ...more,
});
const how = { onto: "", speed: 1, withControl: false, withRetain: false };

test("keeps order and distances, divided by the speed, also where a clock was set back", () => {
  const rows = [row(0), row(1000), row(1000), row(-60_000), row(-59_000), row(2000)];
  const { messages } = replayPlan(rows, { ...how, speed: 2 });
  expect(messages.map(({ atMs }) => atMs)).toEqual([0, 500, 500, 500, 1000, 31_500]);
});

test("puts the prefix in front of each topic, and keeps bytes and QoS", () => {
  const rows = [row(0, { payload: "AP8=", encoding: "base64", qos: 2 }), row(1, { topic: "" })];
  for (const onto of ["copy", "copy/"]) {
    expect(replayPlan(rows, { ...how, onto }).messages).toEqual([
      { topic: "copy/lamp/state", payload: Buffer.from([0, 255]), qos: 2, retain: false, atMs: 0 },
      { topic: "copy/", payload: Buffer.from("on"), qos: 1, retain: false, atMs: 1 },
    ]);
  }
});

test("leaves out what switches a device, as the topic is published, unless that is asked for", () => {
  const id = "0e1b3c5a-1111-4222-8333-444455556666";
  const rows = [row(0, { topic: `devices/${id}/control` }), row(1, { topic: "control" }), row(2)];
  expect(replayPlan(rows, how)).toMatchObject({ skipped: 1, messages: [{ topic: "control" }, {}] });
  expect(replayPlan(rows, { ...how, onto: `devices/${id}` })).toMatchObject({ skipped: 1 });
  expect(replayPlan(rows, { ...how, onto: "copy" }).skipped).toBe(0);
  expect(replayPlan(rows, { ...how, withControl: true })).toMatchObject({
    skipped: 0,
    messages: [{}, {}, {}],
  });
});

test("leaves out topics on which only the broker publishes", () => {
  const status = "devices/0e1b3c5a-1111-4222-8333-444455556666/status";
  const rows = [row(0, { topic: status }), row(1)];
  expect(replayPlan(rows, how)).toMatchObject({ skipped: 0, messages: [{ topic: "lamp/state" }] });
  expect(replayPlan(rows, { ...how, onto: "copy" }).messages[0]?.topic).toBe(`copy/${status}`);
});

test("replaces no retained message, unless that is asked for", () => {
  const rows = [row(0, { retain: true }), row(1)];
  const retained = (withRetain: boolean) =>
    replayPlan(rows, { ...how, withRetain }).messages.map(({ retain }) => retain);
  expect(retained(false)).toEqual([false, false]);
  expect(retained(true)).toEqual([true, false]);
});

test("of nothing is nothing", () => {
  expect(replayPlan([], how)).toEqual({ messages: [], skipped: 0 });
});
