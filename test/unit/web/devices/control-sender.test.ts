/** What a control shows while its values are on the way. */

import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { ControlSender } from "../../../../web/src/devices/controls/control-sender.ts";
import type { ThrottledValue } from "../../../../web/src/devices/controls/send-throttle.ts";
import type { SwitchDelivery } from "../../../../web/src/devices/delivery.ts";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const taken: SwitchDelivery = {
  phase: "taken",
  wanted: "on",
  acceptedAt: "2026-01-01T00:00:00.000Z",
  ms: 12,
};
const accepted: SwitchDelivery = { phase: "accepted", wanted: "on", acceptedAt: null };

function aSender(send: (of: ThrottledValue<number>) => Promise<SwitchDelivery>) {
  const sent: number[] = [];
  const failed = vi.fn();
  const sender = new ControlSender<number>({
    send: (of) => {
      sent.push(of.value);
      return send(of);
    },
    failed,
  });
  return { sender, sent, failed };
}

it("holds the user's value until the device took the last one", async () => {
  const { sender, sent } = aSender(async ({ isLast }) => (isLast ? taken : accepted));
  sender.change(10, false);
  sender.change(20, false);
  expect(sender.state.get()).toMatchObject({ held: 20, sent: { value: 10, delivery: { phase: "sending" } } });
  sender.change(30, true);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(sent).toEqual([10, 30]);
  expect(sender.state.get()).toEqual({ held: null, sent: { value: 30, delivery: taken } });
});

it("is not released by the answer to an earlier value", async () => {
  const answers: ((delivery: SwitchDelivery) => void)[] = [];
  const { sender } = aSender(() => new Promise((resolve) => answers.push(resolve)));
  sender.change(10, true);
  await vi.advanceTimersByTimeAsync(1_000);
  sender.change(50, false);
  answers[0]?.(taken);
  await vi.advanceTimersByTimeAsync(0);
  expect(sender.state.get().held).toBe(50);
});

it("gives the server's value back after a failure, and reports it once", async () => {
  const { sender, failed } = aSender(() => Promise.reject(new Error("no answer")));
  sender.change(10, false);
  sender.change(20, true);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(failed).toHaveBeenCalledTimes(1);
  expect(sender.state.get()).toEqual({ held: null, sent: null });
});
