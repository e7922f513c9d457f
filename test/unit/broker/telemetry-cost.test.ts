/** Cost of storing samples in rows, alarms included. */

import { describe, expect, test, vi } from "vitest";
import { HOUR } from "../../../broker/history/levels.ts";
import { OPERATIONS } from "../../bench/cost/figures.ts";
import { DEFAULTS, rowsOfSamples } from "../../bench/cost/model.ts";
import type { Account } from "./support/account.ts";
import { prepare } from "./support/prepare.ts";
import { countRows } from "./support/rows.ts";
import { NOON, ring, scene, valuesOf } from "./support/telemetry.ts";

prepare({ MQTT_PUBLISH_RATE: 0, MQTT_FRAME_RATE: 0 }, NOON);

describe("rows written", () => {
  const rowsOf = async (account: Account, work: () => Promise<void>) =>
    (await countRows(account, work)).written;

  test("for a day of ten series every ten seconds: at most 2,000 beside keep-alive alarms", async () => {
    const { account, device, board, topic } = await scene({ keepalive: 60 });
    const keys = Array.from({ length: 10 }, (_, k) => k);
    const say = (n: number) => {
      vi.setSystemTime(NOON + n * 10_000);
      const values = Object.fromEntries(keys.map((k) => [`k${k}`, 20 + ((n * k) % 7) / 10]));
      board.publish(topic, JSON.stringify(values));
    };
    say(0);
    await board.all();
    // a quarter of it, with an alarm each 90 seconds
    const times = 2160;
    const rows = await rowsOf(account, async () => {
      for (let n = 1; n <= times; n++) {
        say(n);
        if (n % 3 === 0) await board.all();
        if (n % 9 === 0) await ring(account);
      }
    });
    const own = rows - Math.floor(times / 9) * OPERATIONS.watch.rows;
    expect(own * 4).toBeLessThanOrEqual(2000);
    const modelled = rowsOfSamples({ ...DEFAULTS, accounts: 1, devices: 1, values: 86_400, series: 10 });
    expect((own * 4) / modelled).toBeGreaterThan(0.9);
    expect((own * 4) / modelled).toBeLessThan(1.1);
    expect(own).toBeGreaterThan(times / 9);
    expect(await valuesOf(account, device)).toHaveLength(10);
  }, 60_000);

  test("for one a second: less than one for ten samples", async () => {
    const { account, say } = await scene({ keepalive: 60 });
    await say({ t: 0 });
    const rows = await rowsOf(account, async () => {
      for (let n = 1; n <= 600; n++) await say({ t: n % 7 }, 1000);
    });
    expect(rows).toBeLessThan(60);
  });

  test("for one an hour: less than three", async () => {
    const { account, say } = await scene({ keepalive: 0 });
    await say({ t: 0 });
    const rows = await rowsOf(account, async () => {
      for (let n = 1; n <= 72; n++) await say({ t: n % 7 }, HOUR);
    });
    expect(rows / 72).toBeLessThan(3);
  });
});
