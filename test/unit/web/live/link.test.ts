import { afterEach, expect, it, vi } from "vitest";
import { isConnected, linkView, sourcesOf, stopLink } from "../../../../web/src/live/link.ts";
import type { ConnectionStatus } from "../../../../web/src/live/reconnect.ts";

const become = (status: ConnectionStatus) =>
  linkView.set({ status, message: null, retryAt: null, hadRetainedState: true });
afterEach(() => become("disconnected"));

it("waits at the start, until the page knows that it cannot connect", async () => {
  const answers: boolean[] = [];
  const asked = isConnected().then((known) => answers.push(known));
  await Promise.resolve();
  expect(answers).toEqual([]);
  stopLink();
  await asked;
  expect(answers).toEqual([false]);
});

it.each([
  ["connected", true],
  ["disconnected", false],
  ["error", false],
] as const)("is decided at once when it is %s", async (status, answer) => {
  become(status);
  expect(await isConnected()).toBe(answer);
});

it.each([
  ["connected", true],
  ["error", false],
] as const)("waits while connecting, until it is %s", async (status, answer) => {
  become("connecting");
  const answers: boolean[] = [];
  const asked = isConnected().then((known) => answers.push(known));
  linkView.set({ status: "connecting", message: "again", retryAt: null, hadRetainedState: true });
  await Promise.resolve();
  expect(answers).toEqual([]);
  become(status);
  await asked;
  expect(answers).toEqual([answer]);
});

it("gives up after five seconds of connecting [F86]", async () => {
  vi.useFakeTimers();
  become("connecting");
  const answers: boolean[] = [];
  void isConnected().then((known) => answers.push(known));
  await vi.advanceTimersByTimeAsync(4_900);
  expect(answers).toEqual([]);
  await vi.advanceTimersByTimeAsync(200);
  expect(answers).toEqual([false]);
  vi.useRealTimers();
});

it.each([
  ["me/devices/lamp/telemetry", [{ device: "lamp" }]],
  ["me/home/meter", [{ channel: "power" }, { channel: "current" }]],
  ["me/devices/lamp/control", []],
  ["me/devices/a/b/telemetry", []],
  ["other/devices/lamp/telemetry", []],
])("a message on %s is of %j", (topic, sources) => {
  const channels = [
    { id: "power", topic: "me/home/meter" },
    { id: "current", topic: "me/home/meter" },
    { id: "door", topic: "me/home/door" },
  ];
  expect(sourcesOf("me", channels, topic)).toEqual(sources);
});
