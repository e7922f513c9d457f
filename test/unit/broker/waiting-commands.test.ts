/** Commands of the broker that wait for a device: one message, the last. What clients publish waits as MQTT says. */

import type { Packet } from "mqtt-packet";
import { describe, expect, test, vi } from "vitest";
import type { Control } from "../../../broker/contract/controls.ts";
import type { Account } from "./support/account.ts";
import { nap } from "./support/account.ts";
import { Client } from "./support/client.ts";
import { newHome } from "./support/home.ts";
import { spillToStorage, withHub } from "./support/nap.ts";
import { prepare } from "./support/prepare.ts";
import { at, inObject, NOON, schedule as planned } from "./support/schedules.ts";

prepare({ MQTT_CONNECT_RATE: 0, MQTT_MAX_QOS: 2 }, NOON - 30_000);

const NAMED = { name: null, unit: null };
const CONTROLS: Control[] = [
  { key: "brightness", kind: "number", min: 0, max: 100, step: 1, ...NAMED },
  { key: "mode", kind: "choice", options: ["eco", "boost"], ...NAMED },
  { key: "reset", kind: "button", ...NAMED },
];
type Options = NonNullable<Parameters<typeof Client.connect>[3]>;
const KEPT = { clean: false, properties: { sessionExpiryInterval: 600 } } satisfies Options;

function scene(version: 4 | 5 = 5) {
  const { account, join } = newHome(5);
  const device = account.device();
  const id = device.deviceId;
  account.controls.set(id, CONTROLS);
  const lamp = (options: Options = KEPT, clientId = "lamp") =>
    Client.connect(account, device, version, { clientId, ...options });
  const set = (values: Record<string, unknown>, state: "on" | "off" | null = null) =>
    account.ask((calls) => calls.devices.switchDevice(id, state, { actor: "api", wait: 0, set: values }));
  const command = async () => (await account.ask((calls) => calls.devices.presence(id))).command;
  return { account, id, join, lamp, set, command, control: account.control(id) };
}

const ack = (client: Client, { messageId }: { messageId?: number }) =>
  client.send({ cmd: "puback", messageId: messageId as number } as Packet);

type Published = Extract<Packet, { cmd: "publish" }>;
const said = ({ payload }: Published): unknown => JSON.parse(String(payload));

/** Everything that the client is sent, acknowledged. */
async function taken(client: Client): Promise<Published[]> {
  const all: Published[] = [];
  for (;;) {
    const some = (await client.all()).filter((each): each is Published => each.cmd === "publish");
    if (some.length === 0) return all;
    for (const each of some) ack(client, each);
    all.push(...some);
  }
}

const rows = (account: Account) =>
  inObject(account, "SELECT CAST(payload AS TEXT) AS text FROM deliveries ORDER BY seq");

describe.each([
  [4, 0],
  [4, 1],
  [5, 0],
  [5, 1],
  [5, 2],
] as const)("in the kept session of a device: MQTT level %i, subscribed at QoS %i", (version, qos) => {
  test("only the last one waits, with the state and every value that was not acknowledged", async () => {
    const { account, lamp, set, command, control } = scene(version);
    const before = await lamp();
    await before.subscribe(control, qos);
    await before.leave();
    await set({}, "on");
    await set({ brightness: 10, mode: "eco" });
    await set({ brightness: 20, reset: true });
    await set({}, "off");
    await set({}, "on");
    expect(await rows(account)).toHaveLength(1);
    await nap(account);
    const back = await lamp();
    const messages = await taken(back);
    expect(messages.map(said)).toEqual([{ state: "on", brightness: 20, mode: "eco" }]);
    expect(await command()).toMatchObject({ state: "on", deliveredAt: expect.any(Number) });
    await back.lose();
    expect(await taken(await lamp())).toEqual([]);
  });
});

test("the last one keeps what it presses; a press before it is over", async () => {
  const { lamp, set } = scene();
  await (await lamp()).lose();
  await set({ reset: true }, "on");
  await set({ brightness: 3 });
  await set({ reset: true });
  expect((await taken(await lamp())).map(said)).toEqual([{ state: "on", brightness: 3, reset: true }]);
});

test("what is in flight is sent again, and the last one follows", async () => {
  const { lamp, set, account } = scene();
  const before = await lamp();
  await set({ brightness: 1 }, "on");
  expect(said(await before.next("publish"))).toEqual({ state: "on", brightness: 1 });
  await before.lose();
  await set({ brightness: 2 });
  await set({}, "off");
  await nap(account);
  const messages = await taken(await lamp());
  expect(messages.map((each) => [each.dup, said(each)])).toEqual([
    [true, { state: "on", brightness: 1 }],
    [false, { state: "off", brightness: 2 }],
  ]);
});

test("what clients publish waits as MQTT says, in its place", async () => {
  const { lamp, set, join, control, account, command } = scene();
  await (await lamp()).lose();
  const program = await join();
  await set({ brightness: 40 }, "on");
  for (const text of ['{"state":"off"}', '{"brightness":10}']) await program.publishQos1(control, text);
  await set({}, "on");
  await program.publishQos1(control, '{"state":"off"}');
  await set({ mode: "boost" }, "on");
  expect(await rows(account)).toHaveLength(4);
  const messages = await taken(await lamp());
  expect(messages.map(said)).toEqual([
    { state: "off" },
    { brightness: 10 },
    { state: "off" },
    { state: "on", mode: "boost", brightness: 10 },
  ]);
  expect(await command()).toMatchObject({ state: "on", deliveredAt: expect.any(Number) });
});

test("a schedule's command takes the place of a caller's", async () => {
  const { account, id, lamp, set } = scene();
  await (await lamp()).lose();
  await planned(account, id, { timing: { at: NOON }, state: "off", set: { mode: "eco" } });
  await set({ brightness: 7 }, "on");
  await at(account, NOON);
  expect((await taken(await lamp())).map(said)).toEqual([{ state: "off", mode: "eco", brightness: 7 }]);
});

test("a value that another client of the device has taken still waits for the one that was away", async () => {
  const { lamp, set } = scene();
  await (await lamp()).lose();
  const other = await lamp({ clean: true }, "other");
  await set({ brightness: 40 }, "on");
  await taken(other);
  await set({}, "off");
  await taken(other);
  expect((await taken(await lamp())).map(said)).toEqual([{ state: "off", brightness: 40 }]);
});

test("a value that is too old does not wait", async () => {
  const { account, id, lamp, set } = scene();
  await account.change(() => {
    account.switching = [{ deviceId: id, commandTtl: 60, autoOff: 0, offOnDisconnect: false }];
  });
  await (await lamp()).lose();
  await set({ brightness: 40 }, "on");
  vi.setSystemTime(NOON);
  await set({ mode: "eco" });
  vi.setSystemTime(NOON + 45_000);
  await set({}, "off");
  expect((await taken(await lamp())).map(said)).toEqual([{ state: "off", mode: "eco" }]);
});

describe.each([
  ["kept", KEPT.properties.sessionExpiryInterval],
  ["clean", 0],
] as const)("behind the full window of a slow device, %s session", (_, sessionExpiryInterval) => {
  const slow: Options = { clean: false, properties: { sessionExpiryInterval, receiveMaximum: 1 } };

  test("only the last one waits, and other messages keep their order", async () => {
    const { lamp, set, join, control } = scene();
    const client = await lamp(slow);
    const program = await join();
    await set({ brightness: 1 }, "on");
    const first = await client.next("publish");
    await set({ brightness: 2 });
    await program.publishQos1(control, '{"brightness":3}');
    await set({ mode: "eco" });
    await set({}, "off");
    ack(client, first);
    expect([said(first), ...(await taken(client)).map(said)]).toEqual([
      { state: "on", brightness: 1 },
      { brightness: 3 },
      { state: "off", mode: "eco", brightness: 3 },
    ]);
  });

  test("also of those that have moved to storage", async () => {
    const { account, lamp, set } = scene();
    const client = await lamp(slow);
    await set({ brightness: 1 }, "on");
    const first = await client.next("publish");
    await set({ brightness: 2 });
    await spillToStorage(account);
    await set({ mode: "eco" });
    await nap(account);
    await set({}, "off");
    ack(client, first);
    expect((await taken(client)).map(said)).toEqual([{ state: "off", mode: "eco", brightness: 2 }]);
  });
});

test("the account is charged for the one that waits", async () => {
  const { account, lamp, set } = scene();
  await (await lamp()).lose();
  for (let n = 0; n <= 50; n++) await set({ brightness: n }, "on");
  const load = () => withHub(account, ({ modules }) => modules.queues.room.left);
  const awake = await load();
  await nap(account);
  expect(await load()).toBe(awake);
});
