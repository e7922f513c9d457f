import { act, cleanup, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { LogView } from "../../../../web/src/features/testing-tool/log-view.tsx";
import { createMessageLog, type MessageLog } from "../../../../web/src/features/testing-tool/message-log.ts";

beforeEach(() => {
  globalThis.ResizeObserver ??= class {
    observe() {}
    unobserve() {}
    disconnect() {}
  };
});
afterEach(cleanup);

async function receive(log: MessageLog, payload: string): Promise<void> {
  const shown = new Promise<void>((resolve) => {
    const stop = log.entries.subscribe(() => {
      stop();
      resolve();
    });
  });
  log.add({ kind: "received", topic: "home/light", payload, qos: 0 });
  await act(() => shown);
}
const heading = () => screen.getByRole("heading").textContent;
const press = (name: string) => userEvent.click(screen.getByRole("button", { name }));

it("stops while paused, counts new messages, and shows them on resuming", async () => {
  const log = createMessageLog();
  render(<LogView log={log} />);
  expect(screen.getByRole("log").textContent).toBe("No messages yet");
  await receive(log, "1");
  expect(heading()).toBe("Messages 1");
  await press("Pause");
  await receive(log, "2");
  await receive(log, "3");
  expect(heading()).toBe("Messages 1, 2 more since paused");
  await press("Resume");
  expect(heading()).toBe("Messages 3");
});

it("is empty after clearing, also while paused", async () => {
  const log = createMessageLog();
  render(<LogView log={log} />);
  await receive(log, "1");
  await press("Pause");
  await press("Clear messages");
  expect(heading()).toBe("Messages 0");
});

it("filters, and copies the visible messages", async () => {
  const user = userEvent.setup();
  const log = createMessageLog();
  render(<LogView log={log} />);
  await receive(log, '{"state":"on"}');
  await receive(log, '{"state":"off"}');
  await user.type(screen.getByRole("searchbox", { name: "Filter messages" }), "off");
  expect(heading()).toBe("Messages 1");
  const copied = vi.spyOn(navigator.clipboard, "writeText");
  await user.click(screen.getByRole("button", { name: "Copy messages" }));
  expect(copied.mock.calls[0]?.[0]).toMatch(/^\S+Z received home\/light \{"state":"off"\}$/);
  await expect.poll(() => screen.getByRole("status").textContent).toBe("Copied");
  await user.type(screen.getByRole("searchbox"), "xyz");
  expect(screen.getByRole("log").textContent).toBe("No messages match");
});
