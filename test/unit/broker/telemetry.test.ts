/** Samples of devices and channels, across naps, crashes and writes, compared with a plain list. */

import { abortAllDurableObjects, runInDurableObject } from "cloudflare:test";
import fc from "fast-check";
import { describe, expect, test, vi } from "vitest";
import type { Resolution } from "../../../broker/contract/resolution.ts";
import { DAY, HOUR, MINUTE } from "../../../broker/history/levels.ts";
import type { Hub } from "../../../broker/hub.ts";
import { intervals, lastPerTime, type PlainSample } from "../../support/plain-series.ts";
import { Account, nap, useLimits } from "./support/account.ts";
import { Client, eventually, SOON } from "./support/client.ts";
import { prepare } from "./support/prepare.ts";
import { NOON, points, ring, scene, series, settle, valuesOf } from "./support/telemetry.ts";

prepare({ MQTT_PUBLISH_RATE: 0, MQTT_FRAME_RATE: 0 }, NOON);

describe("telemetry", () => {
  test("has last values of each kind, with units from the keys, and series of numbers and booleans", async () => {
    const { account, device, say } = await scene();
    await say({ temperature_c: 21.4, on: true, mode: "eco", air: { hum: 40 } });
    await say({ temperature_c: 21.5, on: false, mode: "off" }, 1000);
    expect(await account.ask((calls) => calls.series.lastValues({ device: device.deviceId }))).toEqual([
      { key: "air.hum", name: null, unit: null, value: 40, at: NOON },
      { key: "mode", name: null, unit: null, value: "off", at: NOON + 1000 },
      { key: "on", name: null, unit: null, value: false, at: NOON + 1000 },
      { key: "temperature_c", name: null, unit: "°C", value: 21.5, at: NOON + 1000 },
    ]);
    expect(await series(account, device, "on")).toMatchObject({
      points: [
        [NOON, 1],
        [NOON + 1000, 0],
      ],
    });
    expect(await series(account, device, "mode")).toMatchObject({ points: [] });
    expect(await series(account, device, "nothing")).toMatchObject({ points: [] });
    const sightings = await account.ask((calls) => calls.devices.sightings());
    expect(sightings[device.deviceId]?.values).toHaveLength(4);
  });

  test("of a channel follows its JSON pointer and unit; a rename keeps it, deletion ends it", async () => {
    const account = new Account();
    const channelId = crypto.randomUUID();
    const channel = {
      channelId,
      topic: account.topic("tele/x/SENSOR"),
      path: "/A/T",
      unit: "°C",
      name: "Outside",
    };
    account.series = [channel];
    const writer = await Client.connect(account, { clientId: account.apiKey().clientId() });
    writer.publish(account.topic("tele/x/SENSOR"), '{"A":{"T":20.5}}');
    writer.publish(account.topic("tele/x/SENSOR"), '{"A":{}}');
    await writer.all();
    const values = () => account.ask((calls) => calls.series.lastValues({ channel: channelId }));
    expect(await values()).toEqual([{ key: "Outside", name: null, unit: "°C", value: 20.5, at: NOON }]);
    await account.change(() => Object.assign(account, { series: [{ ...channel, name: "Garden" }] }));
    expect((await values()).map(({ key, value }) => [key, value])).toEqual([["Garden", 20.5]]);
    await account.change(() => Object.assign(account, { series: [] }));
    expect(await values()).toEqual([]);
    const again = async () => {
      writer.publish(account.topic("tele/x/SENSOR"), '{"A":{"T":22.5}}');
      await writer.all();
      return (await values()).map(({ value }) => value);
    };
    expect(await again()).toEqual([]);
    await account.change(() => Object.assign(account, { series: [channel] }));
    expect(await again()).toEqual([22.5]);
  });

  test("of a channel of several series is one sample each; a renamed one is known by its path", async () => {
    const account = new Account();
    const channelId = crypto.randomUUID();
    const topic = account.topic("uplink");
    const of = (name: string, path = `/${name}`) => ({ channelId, topic, path, unit: `${name}s`, name });
    account.series = [of("a"), of("b"), of("c")];
    const writer = await Client.connect(account, { clientId: account.apiKey().clientId() });
    writer.publish(topic, '{"a":1,"b":2,"c":3}', { qos: 1, messageId: 1 });
    await writer.next("puback");
    writer.publish(topic, '{"b":4}');
    await writer.all();
    const values = async () =>
      (await account.ask((calls) => calls.series.lastValues({ channel: channelId }))).map(
        ({ key, unit, value }) => [key, unit, value],
      );
    expect(await values()).toEqual([
      ["a", "as", 1],
      ["b", "bs", 4],
      ["c", "cs", 3],
    ]);
    const query = { source: { channel: channelId }, from: NOON - DAY, to: NOON + DAY } as const;
    const read = (key: string | null) =>
      account.ask((calls) => calls.series.series({ ...query, key, resolution: "raw", field: "avg" }));
    expect(await read(null)).toEqual({ fault: "severalSeries" });
    expect(await read("b")).toMatchObject({
      points: [
        [NOON, 2],
        [NOON + 1, 4],
      ],
    });
    const put = (...series: Account["series"]) => account.change(() => Object.assign(account, { series }));
    await put(of("b"), of("A", "/a"));
    expect(await values()).toEqual([
      ["A", "As", 1],
      ["b", "bs", 4],
    ]);
    // a name that another series had is that series
    await put(of("A", "/b"));
    expect(await values()).toEqual([["A", "As", 1]]);
    expect(await read(null)).toMatchObject({ key: "A" });
  });

  test("that is invalid, has a wrong clock or too many series is delivered and not stored, with one event in ten seconds [F217]", async () => {
    useLimits({ MAX_SERIES: 4 });
    const { account, device, say, topic } = await scene();
    const reader = await Client.connect(account, { clientId: account.apiKey().clientId() });
    await reader.subscribe(topic, 0);
    const wrong = [{ t: null }, { t: 1, ts: NOON + HOUR }, { a: 1, b: 2, c: 3 }];
    for (const values of wrong) await say(values, 11_000);
    await say({ d: 4 });
    expect(await reader.messages()).toHaveLength(4);
    expect(await valuesOf(account, device)).toEqual([
      ["a", 1],
      ["b", 2],
    ]);
    const events = await account.events(device.deviceId);
    expect(events.filter((type) => type === "errored")).toHaveLength(3);
    await say({ t: 5, ts: Date.now() + 9 * MINUTE }, 11_000);
    await say({ a: 5, ts: Date.now() + 9 * MINUTE });
    expect((await valuesOf(account, device))[0]).toEqual(["a", 5]);
  });
});

describe("samples at QoS 0", () => {
  test("survive naps, and the broker's own restart, before they are written [F218]", async () => {
    const { account, device, say } = await scene();
    await say({ t: 1 });
    for (let n = 2; n <= 5; n++) {
      await say({ t: n }, 1500);
      await nap(account);
    }
    expect((await points(account, device))?.map(([, value]) => value)).toEqual([1, 2, 3, 4, 5]);
    await settle(account);
    await abortAllDurableObjects();
    expect((await points(account, device))?.map(([, value]) => value)).toEqual([1, 2, 3, 4, 5]);
  });

  test("survive the restart after a turn that memory could not follow", async () => {
    vi.spyOn(console, "error").mockImplementation(() => {});
    vi.spyOn(console, "warn").mockImplementation(() => {});
    const { account, device, board, say } = await scene();
    await say({ t: 1 });
    await runInDurableObject(account.stub, (object) => {
      const { turns } = (object as unknown as { hub: Hub }).hub.modules;
      turns.turn((plan) =>
        plan.fact(() => {
          throw new Error("no");
        }),
      );
    }).catch(() => undefined);
    await board.end();
    expect(await points(account, device)).toHaveLength(1);
  });

  test("are written when their connection ends", async () => {
    const { account, device, board, say } = await scene();
    for (const t of [1, 2, 3]) await say({ t }, 1000);
    board.cut();
    await expect.poll(() => account.ask((calls) => calls.clients.clients()), SOON).toHaveLength(0);
    await abortAllDurableObjects();
    expect(await points(account, device)).toHaveLength(3);
  });

  test("older than a minute survive a crash, those at QoS 1 always [F219]", async () => {
    const { account, device, say } = await scene();
    for (let n = 0; n < 30; n++) await say({ t: n }, 10_000);
    await abortAllDurableObjects();
    const left = (await points(account, device)) ?? [];
    expect(left.length).toBeGreaterThanOrEqual(25);
    expect(left.map(([, value]) => value)).toEqual(left.map((_, n) => n));
    const again = await scene();
    for (let n = 0; n < 10; n++) await again.sure({ t: n });
    await abortAllDurableObjects();
    expect((await points(again.account, again.device))?.map(([, value]) => value)).toHaveLength(10);
  });

  test("many in one frame have a time each", async () => {
    const { account, device, board, topic } = await scene();
    for (let n = 0; n < 20; n++) board.publish(topic, JSON.stringify({ t: n }));
    await board.all();
    expect((await points(account, device))?.map(([, value]) => value)).toEqual(
      Array.from({ length: 20 }, (_, n) => n),
    );
  });
});

test("a deleted device's series end at once, and their blocks in slices [T214]", async () => {
  const { account, device, sure } = await scene();
  for (let n = 0; n < 30; n++) await sure({ t: n });
  vi.setSystemTime(Date.now() + 13 * HOUR);
  await sure({ t: 31 });
  const blocks = () =>
    runInDurableObject(account.stub, (_, { storage }) =>
      Number(
        storage.sql
          .exec("SELECT (SELECT count(*) FROM series_blocks) + (SELECT count(*) FROM series) AS n")
          .one().n,
      ),
    );
  await eventually(blocks, (count) => count === 4);
  await account.change(() => account.remove(device));
  expect(await account.ask((calls) => calls.series.lastValues({ device: device.deviceId }))).toEqual([]);
  await eventually(
    async () => {
      // during an unfinished compaction none is deleted, and a minute later it is retried
      vi.setSystemTime(Date.now() + MINUTE);
      await ring(account);
      return blocks();
    },
    (count) => count === 0,
  );
});

test("random sequences with naps and compactions match a plain list at every resolution [F216]", async () => {
  const step = fc.record({
    later: fc.integer({ min: 0, max: 3 * HOUR }),
    // without a time, late, or slightly ahead
    ts: fc.option(fc.integer({ min: -2 * DAY, max: 9 * MINUTE })),
    value: fc.integer({ min: -8000, max: 8000 }).map((n) => n / 8),
    qos: fc.constantFrom(0 as const, 1 as const),
    after: fc.constantFrom("nothing", "nothing", "nap", "write"),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
      vi.setSystemTime(NOON);
      const { account, device, board, topic } = await scene({ keepalive: 0 });
      const all: PlainSample[] = [];
      for (const { later, ts, value, qos, after } of steps) {
        vi.setSystemTime(Date.now() + later);
        const at = ts === null ? {} : { ts: Date.now() + ts };
        board.publish(topic, JSON.stringify({ t: value, ...at }), {
          qos,
          ...(qos === 1 && { messageId: 1 }),
        });
        await board.all();
        const before = all.at(-1);
        all.push({ at: at.ts ?? (before !== undefined && later === 0 ? Number.NaN : Date.now()), value });
        if (after === "nap") await nap(account);
        else if (after === "write") await settle(account);
      }
      // only the broker can order two samples of one millisecond without times
      if (all.some(({ at }) => Number.isNaN(at))) return;
      for (const [resolution, width] of [
        ["1m", MINUTE],
        ["1h", HOUR],
        ["1d", DAY],
      ] as const) {
        const told = await series(account, device, "t", resolution);
        const wide = { raw: 1, "1m": MINUTE, "1h": HOUR, "1d": DAY }[
          (told?.resolution ?? "raw") as Resolution
        ];
        const list = [...intervals(all, told === null ? width : wide, "avg")].sort((a, b) => a[0] - b[0]);
        expect(told?.points.filter(([, value]) => value !== null) ?? []).toEqual(list);
      }
      expect((await points(account, device)) ?? []).toEqual(
        lastPerTime(all).map(({ at, value }) => [at, value]),
      );
      board.cut();
    }),
    { numRuns: 12 },
  );
}, 120_000);
