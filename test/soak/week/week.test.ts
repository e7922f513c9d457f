/** Run by `npm run test:soak -- --week`, which gives the number of days and reads the report. */

import { expect, inject, onTestFinished, test, vi } from "vitest";
import { week } from "./week.ts";

declare module "vitest" {
  interface ProvidedContext {
    days: number;
  }
}

const LONG = 6 * 3_600_000;

test("a week of thirty devices", { timeout: LONG }, async ({ task }) => {
  onTestFinished(() => void vi.useRealTimers());
  const report = await week({ hours: 24 * inject("days"), devices: 30, minutes: 2 }, console.info);
  Object.assign(task.meta, { report });
  expect(report.rowsADay).toHaveLength(Math.ceil(inject("days")));
});
