/** Samples older than the single-sample resolution: added once to minutes or hours. */

import { runInDurableObject } from "cloudflare:test";
import { expect, test, vi } from "vitest";
import type { Resolution } from "../../../broker/contract/resolution.ts";
import { DAY, HOUR } from "../../../broker/history/levels.ts";
import { History } from "../../../broker/storage/history.ts";
import { type Account, nap } from "./support/account.ts";
import { Client, SOON } from "./support/client.ts";
import { prepare } from "./support/prepare.ts";
import { NOON, ring, scene } from "./support/telemetry.ts";

const [LATE, OLD] = [NOON - 20 * DAY, NOON - 700 * DAY];

prepare({ MQTT_PUBLISH_RATE: 0, MQTT_FRAME_RATE: 0 }, NOON);

type Scene = Awaited<ReturnType<typeof scene>>;

async function sum({ account, device }: Scene, resolution: Resolution, at: number) {
  const query = { source: { device: device.deviceId }, key: "t", resolution, field: "sum" as const };
  const answer = await account.ask((calls) =>
    calls.series.series({ ...query, from: at - HOUR, to: at + HOUR }),
  );
  return "fault" in answer ? undefined : answer.points.flatMap(([, value]) => value ?? []);
}

const count = (account: Account, rows: string) =>
  runInDurableObject(account.stub, (_, { storage }) =>
    Number(storage.sql.exec(`SELECT count(*) AS n FROM ${rows}`).one().n),
  );

test("are added to minutes or hours once; one older than the retention is refused, with an event", async () => {
  const here = await scene();
  const { account, device, board, sure, topic } = here;
  const reader = await Client.connect(account, { clientId: account.apiKey().clientId() });
  await reader.subscribe(topic, 0);
  const [late, old] = [
    { t: 3, ts: LATE },
    { t: 5, ts: OLD },
  ];
  for (const values of [late, { t: 4, ts: LATE + 1000 }, late, old, old]) await sure(values);
  expect(await board.publishQos1(topic, JSON.stringify({ t: 9, ts: NOON - 731 * DAY }))).toBe(0x99);
  expect(await reader.messages()).toHaveLength(5);
  expect(await account.events(device.deviceId)).toContain("errored");
  const all = async () => [
    await sum(here, "1m", LATE),
    await sum(here, "1h", LATE),
    await sum(here, "1h", OLD),
  ];
  expect(await all()).toEqual([[7], [7], [5]]);
  vi.setSystemTime(Date.now() + 13 * HOUR);
  await sure({ t: 1 });
  await expect.poll(() => count(account, "sample_buffer"), SOON).toBe(0);
  await ring(account);
  expect(await all()).toEqual([[7], [7], [5]]);
});

test("count once when their compaction fails at its end [F482]", async () => {
  const here = await scene();
  const { account, sure } = here;
  await sure({ t: 3, ts: LATE });
  const failing = vi.spyOn(History.prototype, "worked").mockImplementationOnce(() => {
    throw new Error("The disk is full.");
  });
  vi.setSystemTime(Date.now() + 13 * HOUR);
  await sure({ t: 4, ts: LATE + 1000 });
  await expect.poll(() => Promise.resolve(failing.mock.calls.length), SOON).toBe(1);
  await nap(account);
  for (let n = 0; n < 2; n++) {
    expect(await sum(here, "1h", LATE)).toEqual([7]);
    await ring(account);
  }
  await expect.poll(() => count(account, "sample_buffer"), SOON).toBe(0);
  vi.setSystemTime(Date.now() + HOUR);
  await ring(account);
  expect(await count(account, "series_blocks WHERE level = 'samples'")).toBe(0);
  expect(await sum(here, "1h", LATE)).toEqual([7]);
});
