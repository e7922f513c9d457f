/** Whether an order is asked for again: by the page's connection, or each minute without one. */

import { focusManager } from "@tanstack/react-query";
import { act } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { SLOW_REFRESH_MS } from "../../../../web/src/api/queries.ts";
import { WaitingOrders } from "../../../../web/src/features/watches/orders/waiting-orders.tsx";
import { statusHeard } from "../../../../web/src/live/link.ts";
import { server, show, signedInAlways } from "../screen.tsx";

signedInAlways();
afterEach(() => {
  vi.useRealTimers();
  statusHeard.set(false);
  focusManager.setFocused(undefined);
});

it("asks for orders each minute only while no connection reports them", async () => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  // jsdom shows no page
  focusManager.setFocused(true);
  const asked = server({ "GET /v0/approvals/": () => [] });
  await show(<WaitingOrders />);
  // a minute that passes while one is under way asks nothing
  const asksMore = (than: number) =>
    vi.waitFor(() => {
      act(() => void vi.advanceTimersByTime(SLOW_REFRESH_MS));
      expect(asked.length).toBeGreaterThan(than);
    });
  await asksMore(1);
  act(() => statusHeard.set(true));
  const before = asked.length;
  act(() => void vi.advanceTimersByTime(3 * SLOW_REFRESH_MS));
  expect(asked).toHaveLength(before);
  act(() => statusHeard.set(false));
  await asksMore(before);
});
