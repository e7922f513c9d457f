/** Watches that switch devices: each notice causes one command, with the proof of its device in the notice's row. */

import { expect, test, vi } from "vitest";
import type { Condition } from "../../../broker/contract/condition.ts";
import type { DeviceAddress, DeviceWatch, StoredTarget } from "../../../broker/contract/watch.ts";
import { PACE } from "../../../broker/watches/action.ts";
import { Account, nap, useLimits } from "./support/account.ts";
import { Client, eventually } from "./support/client.ts";
import { prepare } from "./support/prepare.ts";
import { at, inObject, NOON } from "./support/schedules.ts";
import { SECOND, sender, watchOn } from "./support/watches.ts";

prepare({ EVENT_RATE: 0, MQTT_CONNECT_RATE: 0 }, NOON);

const HOT: Condition = { above: 25, clear: 24, forMs: 0 };
const ON = { state: "on", set: null } as const;
const OFF = { state: "off", set: null } as const;

const action = (deviceId: string, more: Partial<DeviceAddress> = {}): StoredTarget => ({
  id: `act ${deviceId}`,
  address: { kind: "device", deviceId, raised: ON, cleared: OFF, ...more },
  createdAt: NOON,
  disabled: null,
});

/** A sensor whose heat switches a fan. */
async function greenhouse(when: Condition = HOT, more: Partial<DeviceWatch> = {}) {
  const account = new Account();
  const [sensor, fan] = [account.device(), account.device()];
  await account.change(() => {});
  const target = action(fan.deviceId);
  await account.ask((calls) => calls.watches.putTarget(target, 10));
  const key = "forMs" in when ? "t" : null;
  const own = await watchOn(account, sensor.deviceId, when, { key, targets: [target.id], ...more });
  const outcomes = async () =>
    (await own.notices())
      .toReversed()
      .flatMap(({ state, deliveries }) => deliveries.map(({ outcome, detail }) => [state, outcome, detail]));
  const switched = async () =>
    (await account.kept()).flatMap(({ type, actor, watch }) =>
      actor === null ? [] : [[type, actor, watch?.name]],
    );
  return { account, sensor, fan, target, ...own, outcomes, switched };
}

test("the command of a notice names its watch, and the device's proof is the outcome of its delivery", async () => {
  const { account, sensor, fan, watch, outcomes, switched } = await greenhouse();
  const blades = await Client.connect(account, fan);
  const { send } = await sender(account, sensor);
  await send(1, { t: 26 });
  const taken = await blades.next("publish");
  expect(taken.payload.toString()).toBe('{"state":"on"}');
  expect(await outcomes()).toEqual([["raised", "waiting", expect.stringMatching(/^Sent to .+: on\.$/)]]);
  vi.setSystemTime(NOON + 1.3 * SECOND);
  blades.send({ cmd: "puback", messageId: taken.messageId as number });
  await eventually(outcomes, ([first]) => first?.[1] === "delivered");
  expect((await outcomes())[0]?.[2]).toMatch(/ was switched on, taken after 0\.3 s\.$/);
  await send(10, { t: 25 });
  await send(20, { t: 23 });
  expect((await blades.next("publish")).payload.toString()).toBe('{"state":"off"}');
  expect(await switched()).toEqual([
    ["turned_on", "watch", "W"],
    ["turned_off", "watch", "W"],
  ]);
  const presence = await account.ask((calls) => calls.devices.presence(fan.deviceId));
  expect(presence).toMatchObject({ command: { actor: "watch" }, watch: { id: watch.id, name: "W" } });
  await account.ask((calls) => calls.watches.deleteWatch(watch.id));
  expect((await switched())[0]).toEqual(["turned_on", "watch", "W"]);
});

test("a command that cannot be stored stores no notice either: the next sample makes both, once", async () => {
  const { account, sensor, switched, outcomes } = await greenhouse();
  await inObject(
    account,
    "CREATE TRIGGER t BEFORE INSERT ON switches BEGIN SELECT raise(ABORT, 'full'); END",
  );
  const { client } = await sender(account, sensor);
  client.publish(account.topic(`devices/${sensor.deviceId}/telemetry`), '{"t":26}');
  await client.end();
  expect(await switched()).toEqual([]);
  expect(await outcomes()).toEqual([]);
  await inObject(account, "DROP TRIGGER t");
  await nap(account);
  const { send } = await sender(account, sensor);
  await send(20, { t: 26 });
  await send(21, { t: 27 });
  await at(account, NOON + 40 * SECOND);
  expect(await switched()).toEqual([["turned_on", "watch", "W"]]);
  expect(await outcomes()).toHaveLength(1);
});

test("a device that is switched for connecting gets the command once", async () => {
  const { account, sensor, fan, put, outcomes } = await greenhouse({ events: ["connected"] });
  await put({ deviceId: fan.deviceId });
  const blades = await Client.connect(account, fan);
  const { payload, messageId } = await blades.next("publish");
  expect(payload.toString()).toBe('{"state":"on"}');
  blades.send({ cmd: "puback", messageId: messageId as number });
  await eventually(outcomes, ([first]) => first?.[1] === "delivered");
  expect((await blades.all()).filter(({ cmd }) => cmd === "publish")).toEqual([]);
  expect(sensor.deviceId).not.toBe(fan.deviceId);
});

test("fifty watches that act on one sample switch a few times at once, and the others in their turn, each once", async () => {
  const { account, sensor, fan, target } = await greenhouse();
  const lamp = account.device();
  await account.change(() => {});
  const second = action(lamp.deviceId);
  await account.ask((calls) => calls.watches.putTarget(second, 10));
  for (let n = 1; n < 50; n++) {
    await watchOn(account, sensor.deviceId, HOT, { key: "t", targets: [(n % 2 === 0 ? target : second).id] });
  }
  const blades = await Client.connect(account, fan);
  const { send } = await sender(account, sensor);
  await send(1, { t: 26 });
  const switches = async () => {
    const commands = (await account.kept()).filter(({ actor }) => actor === "watch");
    return commands.reduce((sum, { count }) => sum + count, 0);
  };
  expect(await switches()).toBe(PACE.actions);
  // what waits outlives the object
  await nap(account);
  for (let n = 1; n < 10; n++) {
    await at(account, NOON + SECOND + n * PACE.everyMs);
    expect(await switches()).toBe(PACE.actions * (n + 1));
  }
  await at(account, NOON + 60 * SECOND);
  expect(await switches()).toBe(50);
  const { command } = await account.ask((calls) => calls.devices.presence(fan.deviceId));
  expect(command).toMatchObject({ actor: "watch", state: "on" });
  await blades.next("publish");
});

test("values of controls are checked when a target is saved, and those that fit are sent", async () => {
  const { account, sensor, fan, target, outcomes } = await greenhouse();
  const dimmed = (brightness: number) => ({
    ...target,
    id: `dim ${brightness}`,
    address: action(fan.deviceId, { raised: { state: "on", set: { brightness } }, cleared: null }).address,
  });
  const save = (brightness: number) =>
    account.ask((calls) => calls.watches.putTarget(dimmed(brightness), 10));
  expect(await save(40)).toMatchObject({ mistake: { key: "brightness" }, of: "raised" });
  await account.change(() => {
    const control = { key: "brightness", name: null, unit: null, kind: "number" } as const;
    account.controls.set(fan.deviceId, [{ ...control, min: 0, max: 100, step: 1 }]);
  });
  expect(await save(400)).toMatchObject({ mistake: { key: "brightness" }, of: "raised" });
  expect(await save(40)).toMatchObject({ id: "dim 40" });
  await watchOn(account, sensor.deviceId, HOT, { key: "t", targets: ["dim 40"] });
  const blades = await Client.connect(account, fan);
  const { send } = await sender(account, sensor);
  await send(1, { t: 26 });
  const sent = (await blades.all()).flatMap((each) => (each.cmd === "publish" ? [String(each.payload)] : []));
  expect(sent).toContain('{"state":"on","brightness":40}');
  expect(await outcomes()).toHaveLength(1);
});

test("a watch acts ten times a minute (WATCH_ACTION_RATE); one notice says that it is held back, and the last state wins", async () => {
  const { account, sensor, notices, switched, outcomes } = await greenhouse();
  const { send } = await sender(account, sensor);
  for (let second = 0; second < 44; second += 4) {
    await send(second + 1, { t: 26 });
    await send(second + 2, { t: 23 });
  }
  expect(await switched()).toHaveLength(10);
  expect((await notices()).filter(({ facts }) => facts.heldBack)).toHaveLength(1);
  await at(account, NOON + 200 * SECOND);
  const last = (await switched()).at(-1);
  expect(last?.[0]).toBe("turned_off");
  expect((await outcomes()).flatMap(([, , detail]) => detail)).toContain(
    "Not switched: a later notice of the watch replaced it.",
  );
});

test("a watch that is held back and flaps a thousand times acts no more often for it", async () => {
  const { account, sensor, switched, notices } = await greenhouse({ events: ["turned_on", "turned_off"] });
  const { client } = await sender(account, sensor);
  for (let n = 0; n < 1300; n++) client.publish(account.control(sensor.deviceId), '{"state":"on"}');
  await client.all();
  const acted = async () => (await switched()).filter(([, actor]) => actor === "watch").length;
  expect(await acted()).toBe(PACE.actions);
  expect((await notices()).length).toBeLessThan(220);
  await at(account, NOON + SECOND);
  expect(await acted()).toBe(PACE.actions + 1);
  await at(account, NOON + 60 * SECOND);
  expect(await acted()).toBe(PACE.actions + 1);
});

test("all watches of an account have a number of switches an hour (WATCH_SWITCH_RATE), and one notice says that it is reached", async () => {
  const rate = 3;
  useLimits({ EVENT_RATE: 0, MQTT_CONNECT_RATE: 0, WATCH_SWITCH_RATE: rate });
  const { account, sensor, target, switched, ...first } = await greenhouse();
  const own = { key: "t", targets: [target.id] };
  const others = [await watchOn(account, sensor.deviceId, HOT, own)];
  for (let n = 0; n < 3; n++) others.push(await watchOn(account, sensor.deviceId, HOT, own));
  const { send } = await sender(account, sensor);
  await send(1, { t: 26 });
  const notices = (await Promise.all([first, ...others].map((each) => each.notices()))).flat();
  const told = notices.filter(({ facts }) => facts.allHeldBack);
  expect(told).toHaveLength(1);
  const held = notices.flatMap(({ deliveries }) => deliveries).filter(({ nextAt }) => nextAt !== null);
  expect(held.map(({ detail }) => detail)).toEqual(
    Array.from({ length: 2 }, () => expect.stringContaining("WATCH_SWITCH_RATE")),
  );
  await nap(account);
  await at(account, NOON + 3599 * SECOND);
  expect(await switched()).toHaveLength(rate);
  await at(account, NOON + 3600 * SECOND);
  expect(await switched()).toHaveLength(5);
});

test("two watches of each other's switches end after one command", async () => {
  const account = new Account();
  const [one, two] = [account.device(), account.device()];
  await account.change(() => {});
  for (const [from, to] of [
    [one, two],
    [two, one],
    [one, one],
  ] as const) {
    const target = {
      ...action(to.deviceId, { raised: ON, cleared: null }),
      id: `${from.deviceId} ${to.deviceId}`,
    };
    await account.ask((calls) => calls.watches.putTarget(target, 10));
    await watchOn(account, from.deviceId, { events: ["turned_on"] }, { targets: [target.id] });
    await watchOn(account, from.deviceId, { notTakenForMs: SECOND }, { targets: [target.id] });
  }
  const how = { actor: "api", wait: 0 } as const;
  await account.ask((calls) => calls.devices.switchDevice(one.deviceId, "on", how));
  for (let second = 1; second < 60; second += 5) await at(account, NOON + second * SECOND);
  const switches = (await account.kept()).filter(({ actor }) => actor === "watch");
  expect(switches.length).toBeLessThanOrEqual(4);
});

test("a snoozed watch does not act when it clears, and a disabled one never", async () => {
  const { account, sensor, watch, put, switched } = await greenhouse();
  const { send } = await sender(account, sensor);
  await send(1, { t: 26 });
  await account.ask((calls) => calls.watches.snoozeWatch(watch.id, NOON + 100 * SECOND));
  await send(10, { t: 23 });
  expect(await switched()).toHaveLength(1);
  await put({ enabled: false });
  await send(200, { t: 26 });
  expect(await switched()).toHaveLength(1);
});

test("a deleted device ends what waits for it, and its target goes with it", async () => {
  const { account, sensor, outcomes, switched } = await greenhouse();
  const { send } = await sender(account, sensor);
  await send(1, { t: 26 });
  await account.change(() => {
    // the fan
    account.logins.pop();
  });
  await account.ask((calls) => calls.watches.listTargets());
  expect(await outcomes()).toEqual([["raised", "gone", "The device was deleted."]]);
  await send(10, { t: 23 });
  expect(await switched()).toHaveLength(1);
});

test("another command before the proof ends the action as replaced", async () => {
  const { account, sensor, fan, outcomes } = await greenhouse();
  const { send } = await sender(account, sensor);
  await send(1, { t: 26 });
  const how = { actor: "api", wait: 0 } as const;
  await account.ask((calls) => calls.devices.switchDevice(fan.deviceId, "off", how));
  expect(await outcomes()).toEqual([
    ["raised", "refused", expect.stringMatching(/^Sent to .+: on\. Another command replaced it\.$/)],
  ]);
});

test("a device that is away for a day is switched when it comes back", async () => {
  const { account, sensor, fan, outcomes } = await greenhouse();
  const { send } = await sender(account, sensor);
  await send(1, { t: 26 });
  vi.setSystemTime(NOON + 86_000 * SECOND);
  const blades = await Client.connect(account, fan);
  const taken = await blades.next("publish");
  blades.send({ cmd: "puback", messageId: taken.messageId as number });
  await eventually(outcomes, ([first]) => first?.[1] === "delivered");
});

test("a command that its device did not take in time is not sent any more, and its notice says so", async () => {
  const { account, sensor, fan, outcomes } = await greenhouse();
  const { send } = await sender(account, sensor);
  await send(1, { t: 26 });
  vi.setSystemTime(NOON + 86_500 * SECOND);
  expect(await outcomes()).toEqual([
    [
      "raised",
      "refused",
      expect.stringMatching(/^Sent to .+: on\. It was not taken in time \(command_ttl\),/),
    ],
  ]);
  const blades = await Client.connect(account, fan);
  expect((await blades.all()).filter(({ cmd }) => cmd === "publish")).toEqual([]);
});

test("fifty watches that flap write no more notices once the rows of the day are used up", async () => {
  useLimits({ EVENT_RATE: 0, MQTT_CONNECT_RATE: 0, MAX_ROWS_A_DAY: 4000, WATCH_ACTION_RATE: 0 });
  const { account, sensor, target } = await greenhouse();
  for (let n = 1; n < 50; n++) {
    await watchOn(account, sensor.deviceId, HOT, { key: "t", targets: [target.id] });
  }
  const { send } = await sender(account, sensor);
  const count = async () => Number((await inObject(account, "SELECT count(*) AS n FROM notices"))[0]?.n);
  const counts: number[] = [];
  for (let second = 10; second < 200; second += 10) {
    await send(second, { t: 26 });
    await send(second + 5, { t: 23 });
    counts.push(await count());
  }
  expect(counts.at(-1)).toBeGreaterThan(200);
  expect(counts.slice(-8)).toEqual(Array.from({ length: 8 }, () => counts.at(-1)));
});
