/** Half a minute of what `npm run test:evictions` does for an hour. */

import { expect, it } from "vitest";
import { run } from "../evictions/main.ts";
import { startBarePlace, startDesk } from "../evictions/places.ts";

it.each([
  ["evictions, deployments and cuts", startBarePlace],
  ["naps, kills and cuts as it is started", startDesk],
])(
  "loses no acknowledged message over %s, and no device stays away",
  async (_what, start) => {
    const plan = { minutes: 0.5, devices: 6, evictEveryMs: 3000, cutEveryMs: 1500 };
    const { lines, failed } = await run(plan, start);
    expect(failed, lines.join("\n")).toBe(0);
  },
  180_000,
);
