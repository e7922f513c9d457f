import { expect, it } from "vitest";
import {
  LiveTopics,
  MAX_KEPT_MESSAGES,
  MAX_KEPT_PAYLOAD,
  MAX_LIVE_TOPICS,
  messageIn,
  Replays,
  rateOf,
  rateText,
} from "../../../../web/src/features/topics/live-topics.ts";

const AT = 1_800_000_000_000;
const message = (topic: string, payload = "x", at = AT) => ({
  topic,
  payload,
  encoding: "utf-8" as const,
  bytes: payload.length,
  qos: 0,
  at,
});

it("has the last message, the count and the rate of each topic", () => {
  const live = new LiveTopics();
  for (let second = 0; second < 20; second++)
    for (const payload of ["1", "2"]) live.add(message("a", payload, AT + second * 1000));
  const topic = live.topics.get("a");
  if (topic === undefined) throw new Error("no topic");
  expect([topic.count, topic.last.payload]).toEqual([40, "2"]);
  const end = AT + 20_000;
  expect(rateOf(topic, end)).toBeCloseTo(2, 5);
  expect(rateOf(topic, end + 2_500)).toBeCloseTo(1, 5);
  expect(rateOf(topic, end + 10_000)).toBe(0);
  expect([2, 0.05, 12.3, 1234].map(rateText)).toEqual(["2.0/s", "", "12/s", "1,234/s"]);
});

it("lists the last messages of a topic and those below it, the newest first", () => {
  const live = new LiveTopics();
  for (const payload of ["1", "2", "3"]) {
    live.add(message("a", payload));
    live.add(message("b", payload));
  }
  expect(live.lastOf("a", 2).map(({ payload }) => payload)).toEqual(["3", "2"]);
  expect(live.lastOf("c", 2)).toEqual([]);
  live.add(message("a/b", "below"));
  live.add(message("a-b", "beside"));
  expect(live.lastOf("a", 2).map(({ payload }) => payload)).toEqual(["below", "3"]);
});

it("forgets what is beyond its bounds: messages, topics, the ends of payloads", () => {
  const live = new LiveTopics();
  live.add(message("first", "long".repeat(MAX_KEPT_PAYLOAD)));
  expect(live.lastOf("first", 1)[0]?.payload).toHaveLength(MAX_KEPT_PAYLOAD);
  for (let at = 0; at < 5 * MAX_KEPT_MESSAGES; at++) live.add(message("a", String(at)));
  expect(live.lastOf("first", 10)).toEqual([]);
  expect(live.lastOf("a", Infinity)).toHaveLength(MAX_KEPT_MESSAGES);
  for (let at = 0; at < MAX_LIVE_TOPICS + 7; at++) live.add(message(`t/${at}`));
  expect([live.topics.size, live.beyond]).toEqual([MAX_LIVE_TOPICS, 9]);
});

it("reads a message of the stream, and ignores other lines", () => {
  const line = JSON.stringify({ topic: "a", payload: "ä", encoding: "utf-8", qos: 1, retain: true, at: "x" });
  expect(messageIn(line, AT)).toEqual({ ...message("a", "ä"), bytes: 2, qos: 1, retain: true });
  const coded = messageIn(JSON.stringify({ topic: "a", payload: "//4=", encoding: "base64" }), AT);
  expect(coded).toMatchObject({ encoding: "base64", bytes: 2, qos: 0, retain: false });
  for (const other of ["", "null", "7", "{}", '{"topic":1,"payload":"x"}'])
    expect(messageIn(other, AT)).toBeNull();
});

it("does not count the retained messages that each opened stream is sent first", () => {
  const replays = new Replays(["kept", "cleared"]);
  const heard = (topic: string, retain = true, bytes = 1) => replays.isReplay({ topic, retain, bytes });
  replays.opened();
  expect([heard("kept"), heard("kept"), heard("kept", false), heard("new")]).toEqual([
    true,
    false,
    false,
    false,
  ]);
  expect([heard("cleared"), heard("cleared", true, 0)]).toEqual([true, false]);
  replays.opened();
  expect([heard("kept"), heard("new"), heard("new"), heard("cleared")]).toEqual([true, true, false, false]);
});
