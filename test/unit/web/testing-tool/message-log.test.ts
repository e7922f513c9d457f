import { afterEach, beforeEach, expect, it, vi } from "vitest";
import {
  asText,
  createMessageLog,
  filtered,
  LOG_LIMIT,
  type LogEntry,
  pretty,
} from "../../../../web/src/features/testing-tool/message-log.ts";

beforeEach(() => {
  vi.useFakeTimers({ now: Date.UTC(2026, 10, 20, 12) });
});
afterEach(() => {
  vi.useRealTimers();
});

const received = (payload: string, topic = "home/light") =>
  ({ kind: "received", topic, payload, qos: 0 }) as const;
const payloads = (entries: readonly LogEntry[]) =>
  entries.map((entry) => (entry.kind === "notice" ? entry.text : entry.payload));

it("notifies the screen once for many simultaneous messages", () => {
  const log = createMessageLog();
  const told = vi.fn();
  log.entries.subscribe(told);
  for (let count = 0; count < 1_000; count++) log.add(received(String(count)));
  expect(told).not.toHaveBeenCalled();
  vi.runAllTimers();
  expect(told).toHaveBeenCalledOnce();
  expect(log.entries.get()).toHaveLength(1_000);
});

it("keeps the newest when there are too many", () => {
  const log = createMessageLog();
  for (let count = 0; count < LOG_LIMIT + 5; count++) log.add(received(String(count)));
  vi.runAllTimers();
  log.add(received("last"));
  vi.runAllTimers();
  const kept = payloads(log.entries.get());
  expect(kept).toHaveLength(10_000);
  expect([kept[0], kept.at(-1)]).toEqual(["6", "last"]);
});

it("is bounded while the screen does not follow", () => {
  const log = createMessageLog(3);
  for (let count = 0; count < 100; count++) log.add(received(String(count)));
  vi.runAllTimers();
  expect(payloads(log.entries.get())).toEqual(["97", "98", "99"]);
});

it("deletes everything, also messages not shown yet", () => {
  const log = createMessageLog();
  log.add(received("shown"));
  vi.runAllTimers();
  log.add(received("waiting"));
  log.clear();
  vi.runAllTimers();
  expect(log.entries.get()).toEqual([]);
});

it("filters by topic, payload, notice and kind", () => {
  const log = createMessageLog();
  log.add(received('{"state":"on"}'));
  log.add({ kind: "published", topic: "home/door", payload: "{}", qos: 1 });
  log.add({ kind: "notice", text: "Connected" });
  vi.runAllTimers();
  const entries = log.entries.get();
  expect(payloads(filtered(entries, " LIGHT "))).toEqual(['{"state":"on"}']);
  expect(payloads(filtered(entries, "published"))).toEqual(["{}"]);
  expect(payloads(filtered(entries, "connected"))).toEqual(["Connected"]);
  expect(filtered(entries, " ")).toBe(entries);
  expect(asText(filtered(entries, "door"))).toBe("2026-11-20T12:00:00.000Z published home/door {}");
});

it("formats JSON on several lines, and no other payload", () => {
  expect(pretty('{"state":"on"}')).toBe('{\n  "state": "on"\n}');
  expect(pretty("plain { text")).toBe("plain { text");
});
