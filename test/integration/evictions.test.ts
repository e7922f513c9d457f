/** A minute of what `npm run test:evictions` does for an hour. */

import { expect, it } from "vitest";
import { run } from "../evictions/main.ts";

it("loses no acknowledged message over evictions, deployments and cuts, and no device stays away", async () => {
  const plan = { minutes: 0.5, devices: 6, evictEveryMs: 3000, cutEveryMs: 1500 };
  const { lines, failed } = await run(plan);
  expect(failed, lines.join("\n")).toBe(0);
}, 180_000);
