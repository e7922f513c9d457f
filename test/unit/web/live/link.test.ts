import { afterEach, expect, it } from "vitest";
import { isConnected, linkView } from "../../../../web/src/live/link.ts";
import type { ConnectionStatus } from "../../../../web/src/live/reconnect.ts";

const become = (status: ConnectionStatus) => linkView.set({ status, message: null, retryAt: null });
afterEach(() => become("disconnected"));

it.each([
  ["connected", true],
  ["disconnected", false],
  ["error", false],
] as const)("is known at once when it is %s", async (status, answer) => {
  become(status);
  expect(await isConnected()).toBe(answer);
});

it.each([
  ["connected", true],
  ["error", false],
] as const)("waits while it is connecting, until it is %s", async (status, answer) => {
  become("connecting");
  const answers: boolean[] = [];
  const asked = isConnected().then((known) => answers.push(known));
  linkView.set({ status: "connecting", message: "again", retryAt: null });
  await Promise.resolve();
  expect(answers).toEqual([]);
  become(status);
  await asked;
  expect(answers).toEqual([answer]);
});
