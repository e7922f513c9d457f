/**
 * The cost calculator's rows are those of the runtime: counts rows written by each operation, alarms
 * included.
 */
import { runInDurableObject } from "cloudflare:test";
import { describe, expect, test, vi } from "vitest";
import { OPERATIONS } from "../../bench/cost/figures.ts";
import { Account, nap, useLimits } from "./support/account.ts";
import { Client } from "./support/client.ts";
import { newHome } from "./support/home.ts";
import { prepare } from "./support/prepare.ts";
import { countRows } from "./support/rows.ts";
import { at, MINUTE, NOON, schedule } from "./support/schedules.ts";

const TIMES = 20;

prepare({ MQTT_CONNECT_RATE: 0, MQTT_PUBLISH_RATE: 0 });

const written = async (account: Account, work: () => Promise<void>): Promise<number> =>
  (await countRows(account, work)).written;

async function pair(qos: 0 | 1) {
  const { account, join } = newHome(4);
  const reader = await join({ keepalive: 60 });
  await reader.subscribe(account.topic("t"), qos);
  const writer = await join({ keepalive: 60 });
  return { account, reader, writer };
}

const ring = (account: Account) =>
  runInDurableObject(account.stub, (object) =>
    object.alarm({ isRetry: false, retryCount: 0, scheduledTime: Date.now() }),
  );

/** Including the alarm of the CONNECT deadline, which rings later. */
async function comingAndGoing(
  account: Account,
  who: Parameters<typeof Client.connect>[1],
  options: Parameters<typeof Client.connect>[3] = {},
) {
  let client: Client | null = null;
  const came = await written(account, async () => {
    client = await Client.connect(account, who, 4, options);
    await ring(account);
  });
  const went = await written(account, async () => {
    client?.disconnect();
    await client?.end();
    await account.ask((calls) => calls.clients.clients());
  });
  return { came, went };
}

describe("rows written", () => {
  test("stay at zero for a ping, awake or asleep", async () => {
    const { account, reader } = await pair(0);
    const rows = await written(account, async () => {
      for (let n = 0; n < TIMES; n++) await reader.all();
      await nap(account);
      await reader.all();
    });
    expect(rows).toBe(TIMES * OPERATIONS.ping.rows);
  });

  test("stay at zero for a message at QoS 0 and 1 between sessions that end with their connections", async () => {
    for (const qos of [0, 1] as const) {
      const { account, reader, writer } = await pair(qos);
      const operation = qos === 0 ? OPERATIONS.publishQos0 : OPERATIONS.publishQos1;
      const rows = await written(account, async () => {
        for (let n = 1; n <= TIMES; n++) {
          writer.publish(account.topic("t"), "x", { qos, messageId: n });
          const { messageId } = await reader.next("publish");
          if (messageId !== undefined) reader.send({ cmd: "puback", messageId });
          await writer.all();
        }
        await reader.all();
      });
      expect(rows).toBe(TIMES * operation.rows);
    }
  });

  test.each([
    ["a command", '{"state":"on"}', "{}"],
    ["a command with a value", '{"state":"on","level":1}', '{"level":0}'],
  ])("are five for %s, also above the event rate", async (_, on, off) => {
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 86_400_000 });
    const account = new Account();
    const device = account.device().deviceId;
    const writer = await Client.connect(account, { clientId: account.apiKey().clientId() }, 4);
    await account.ask((calls) => calls.clients.clients());
    const level = { key: "level", kind: "number", min: 0, max: 1, step: 1, name: null, unit: null } as const;
    account.controls.set(device, [level]);
    await account.rightsAdded();
    const commands = (times: number) =>
      written(account, async () => {
        for (let n = 0; n < times; n++) {
          writer.publish(account.control(device), n % 2 === 0 ? on : off);
          await writer.all();
        }
      });
    const alarms = 2;
    // the account's row, the event and its index, the device's command, its status and the index of that
    const each = 100 * OPERATIONS.deviceEvent.rows;
    const one = await commands(100);
    expect(one).toBeGreaterThanOrEqual(each);
    expect(one).toBeLessThanOrEqual(each + alarms);
    // time, sum, the device's command, its status
    const summed = await commands(50);
    expect(summed).toBeGreaterThanOrEqual(250);
    expect(summed).toBeLessThanOrEqual(250 + alarms);
  });

  test("are as calculated for a device that connects and disconnects", async () => {
    const { account } = await pair(0);
    const device = account.device();
    await comingAndGoing(account, device, { clientId: "d" });
    const { came, went } = await comingAndGoing(account, device, { clientId: "d" });
    expect(came).toBe(OPERATIONS.connectDevice.rows);
    expect(went).toBe(OPERATIONS.disconnectDevice.rows);
  });

  test("are as calculated for a client that connects and disconnects, with a credential and with an API key", async () => {
    const { account } = await pair(0);
    for (const [who, operation] of [
      [account.credential("t"), OPERATIONS.connectCredential],
      [{ clientId: account.apiKey().clientId() }, OPERATIONS.connectApiKey],
    ] as const) {
      await comingAndGoing(account, who);
      const { came, went } = await comingAndGoing(account, who);
      expect(came + went).toBe(operation.rows);
    }
  });

  test("are as calculated for a retained message", async () => {
    const { account, writer } = await pair(0);
    const retain = async (times: number) => {
      for (let n = 0; n < times; n++) writer.publish(account.topic("r"), `${n}`, { retain: true });
      await writer.all();
    };
    await retain(1);
    const rows = await written(account, () => retain(TIMES));
    expect(Math.round(rows / TIMES)).toBe(OPERATIONS.retain.rows);
  });

  test("are as calculated for a planned time that switches a connected device, without the alarm", async () => {
    vi.useFakeTimers({ toFake: ["Date"], now: NOON - 5 * MINUTE });
    const account = new Account();
    const device = account.device();
    const lamp = await Client.connect(account, device, 4);
    await schedule(account, device.deviceId);
    const run = async (minute: number) => {
      await at(account, NOON + minute * MINUTE);
      const { messageId = 0 } = await lamp.next("publish");
      lamp.send({ cmd: "puback", messageId });
      await lamp.all();
    };
    await run(0);
    const rows = await written(account, async () => {
      for (let minute = 1; minute <= TIMES; minute++) await run(minute);
    });
    expect(Math.round(rows / TIMES) - OPERATIONS.watch.rows).toBe(OPERATIONS.plannedTime.rows);
  });

  test("are as calculated for a change of rights", async () => {
    const { account } = await pair(0);
    await account.change(() => {});
    const rows = await written(account, () => account.change(() => {}));
    expect(rows).toBe(OPERATIONS.changeRights.rows);
  });

  test("are as calculated for an expired event", async () => {
    vi.useFakeTimers({ toFake: ["Date"] });
    useLimits({ MQTT_CONNECT_RATE: 0, MQTT_PUBLISH_RATE: 0, EVENT_RATE: 0 });
    const { account, writer } = await pair(0);
    const topic = account.control(account.device().deviceId);
    await account.rightsAdded();
    for (let n = 0; n < 500; n++) writer.publish(topic, "{}");
    await writer.all();
    vi.setSystemTime(Date.now() + 31 * 86_400_000);
    const rows = await written(account, () => ring(account));
    expect(await account.kept()).toEqual([]);
    expect(Math.round(rows / 500)).toBe(OPERATIONS.forgetEvent.rows);
  });

  test("are one for the keep-alive check: the next alarm", async () => {
    const { account } = await pair(0);
    await account.ask((calls) => calls.clients.clients());
    const rows = await written(account, () => ring(account));
    expect(rows).toBe(OPERATIONS.watch.rows);
  });
});
