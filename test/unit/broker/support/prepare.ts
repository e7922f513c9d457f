/** Setup and teardown of a test file. */

import { afterEach, beforeEach, vi } from "vitest";
import type { BrokerLimits } from "../../../../broker/contract/limits.ts";
import { useAccounts, useLimits } from "./account.ts";

/**
 * Accounts and limits before each test, no spy and the real clock after it. With `now`, only the test moves
 * the date.
 */
export function prepare(limits: Partial<BrokerLimits> = {}, now?: number): void {
  beforeEach(() => {
    useAccounts();
    useLimits(limits);
    if (now !== undefined) vi.useFakeTimers({ toFake: ["Date"], now });
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.restoreAllMocks();
    // an object that still works must not fall back to the Worker's own ports
    useAccounts();
  });
}
