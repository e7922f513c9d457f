/** Switching: presence, proof of a command, and automatic actions. */

import { runDurableObjectAlarm } from "cloudflare:test";
import { describe, expect, test, vi } from "vitest";
import type { SwitchResult } from "../../../broker/contract/account.ts";
import { NOWHERE } from "../../../broker/hub/socket/attachment.ts";
import type { DeviceSwitching } from "../../../broker/ports.ts";
import { Account, nap, useLimits } from "./support/account.ts";
import { Client, eventually, SOON } from "./support/client.ts";
import { newHome } from "./support/home.ts";
import { prepare } from "./support/prepare.ts";

prepare();

type Device = ReturnType<Account["device"]>;

const how = (wait: number) => ({ actor: "api" as const, wait });
const order = async (account: Account, device: Device, state: "on" | "off", wait = 0) =>
  (await account.ask((calls) =>
    calls.devices.switchDevice(device.deviceId, state, how(wait)),
  )) as SwitchResult;

const settings = (account: Account, { deviceId }: Device, own: Partial<DeviceSwitching>) =>
  account.change(() => {
    account.switching = [{ deviceId, commandTtl: 86_400, autoOff: 0, offOnDisconnect: false, ...own }];
  });

const commandOf = async (account: Account, device: Device) =>
  (await account.ask((calls) => calls.devices.presence(device.deviceId))).command;

const actors = async (account: Account) =>
  (await account.kept()).flatMap(({ type, actor }) => (actor === null ? [] : [[type, actor]]));

const ack = (client: Client, packet: { messageId?: number }) =>
  client.send({ cmd: "puback", messageId: packet.messageId as number });

describe.each([4, 5] as const)("MQTT level %i: proof of delivery", (version) => {
  test("a command at QoS 0 reaches the device at QoS 1, and other readers at QoS 0", async () => {
    const { account, reads } = newHome(version);
    const device = account.device();
    const lamp = await Client.connect(account, device, version);
    const page = await reads("devices/+/control", 1);
    page.publish(account.control(device.deviceId), '{"state":"on"}');
    const taken = await lamp.next("publish");
    expect(taken.qos).toBe(1);
    expect((await page.next("publish")).qos).toBe(0);
    expect(await commandOf(account, device)).toMatchObject({ state: "on", deliveredAt: null, actor: "api" });
    ack(lamp, taken);
    await eventually(
      () => commandOf(account, device),
      (found) => found?.deliveredAt != null,
    );
  });

  test("messages of channels keep their QoS, and commands, too, where the variable is set so", async () => {
    const account = new Account();
    const device = account.device([], ["orders"]);
    const lamp = await Client.connect(account, device, version);
    const page = await Client.connect(account, { clientId: account.apiKey().clientId() }, version);
    page.publish(account.topic("orders"), "go");
    expect((await lamp.next("publish")).qos).toBe(0);
    useLimits({ MQTT_UPGRADE_CONTROL: false });
    const plain = new Account();
    const other = plain.device();
    const thrown = await Client.connect(plain, other, version);
    const writer = await Client.connect(plain, { clientId: plain.apiKey().clientId() }, version);
    writer.publish(plain.control(other.deviceId), '{"state":"on"}');
    expect((await thrown.next("publish")).qos).toBe(0);
    expect((await commandOf(plain, other))?.deliveredAt).toBeNull();
    thrown.cut();
    // QoS 0 sends once, so there is no second delivery
    expect(await (await Client.connect(plain, other, version)).messages()).toEqual([]);
  });

  test("a waiting caller gets the proof, also when the device acknowledges after a nap", async () => {
    const account = new Account();
    const device = account.device();
    const lamp = await Client.connect(account, device, version);
    const answer = order(account, device, "on", 10);
    ack(lamp, await lamp.next("publish"));
    const { deliveredAt, connected } = await answer;
    expect(deliveredAt).not.toBeNull();
    expect(connected).toBe(true);
    await order(account, device, "off");
    const second = await lamp.next("publish");
    await nap(account);
    ack(lamp, second);
    await eventually(
      () => commandOf(account, device),
      (command) => command?.state === "off" && command.deliveredAt !== null,
    );
  });

  test("a waiting caller is answered when the last connection of the device ends, not when one is replaced", async () => {
    const account = new Account();
    const device = account.device();
    const same = { ...device, clientId: "same" };
    const first = await Client.connect(account, same, version);
    // longer than the test may take
    const answer = order(account, device, "on", 600);
    await first.next("publish");
    const second = await Client.connect(account, same, version);
    ack(second, await second.next("publish"));
    expect(await answer).toMatchObject({ deliveredAt: expect.any(Number), connected: true });
    const other = await Client.connect(account, device, version);
    const unanswered = order(account, device, "off", 600);
    for (const each of [second, other]) {
      await each.next("publish");
      each.cut();
    }
    expect(await unanswered).toMatchObject({ deliveredAt: null, connected: false });
  });

  test("a device that does not acknowledge, or is offline, proves no command", async () => {
    const account = new Account();
    const device = account.device();
    expect(await order(account, device, "on", 0.1)).toMatchObject({ deliveredAt: null, connected: false });
    const frozen = await Client.connect(account, device, version);
    const first = await frozen.next("publish");
    expect(await order(account, device, "off", 0.1)).toMatchObject({ deliveredAt: null, connected: true });
    // the acknowledgement of the earlier command is no proof of this one
    ack(frozen, first);
    await frozen.all();
    expect(await commandOf(account, device)).toMatchObject({ state: "off", deliveredAt: null });
  });
});

describe("who switched", () => {
  test("distinguishes a page, a program and the device itself", async () => {
    const account = new Account();
    const device = account.device();
    const lamp = await Client.connect(account, device);
    const edge = encodeURIComponent(
      JSON.stringify({ ...NOWHERE, country: "NL", colo: "AMS", browser: true }),
    );
    const response = await account.stub.fetch("http://broker/", {
      headers: { Upgrade: "websocket", "Sec-WebSocket-Protocol": "mqtt", "Switchyard-Edge": edge },
    });
    const page = new Client(response.webSocket as WebSocket, 5);
    page.connect({ clientId: account.apiKey().clientId() });
    await page.next("connack");
    const program = await Client.connect(account, { clientId: account.apiKey().clientId() });
    page.publish(account.control(device.deviceId), '{"state":"on"}');
    await page.all();
    program.publish(account.control(device.deviceId), '{"state":"off"}');
    await program.all();
    lamp.publish(account.control(device.deviceId), '{"state":"on"}');
    await lamp.all();
    expect(await commandOf(account, device)).toMatchObject({ state: "on", actor: "device" });
    await expect.poll(() => actors(account), SOON).toHaveLength(3);
    expect(await actors(account)).toEqual([
      ["turned_on", "browser"],
      ["turned_off", "api"],
      ["turned_on", "device"],
    ]);
    const clients = await account.ask((calls) => calls.clients.clients());
    expect(clients.map(({ browser, country }) => [browser, country])).toEqual([
      [false, null],
      [true, "NL"],
      [false, null],
    ]);
  });
});

describe("a returning device", () => {
  test("gets the missed command once, at once", async () => {
    const account = new Account();
    const device = account.device();
    await order(account, device, "on");
    await order(account, device, "off");
    const first = await Client.connect(account, device);
    expect(await first.messages()).toEqual(['{"state":"off"}']);
    first.cut();
    await eventually(
      () => account.events(device.deviceId),
      (events) => events.at(-1) === "disconnected",
    );
    // it never acknowledged
    const second = await Client.connect(account, device);
    const [command] = await second.all();
    expect(command).toMatchObject({ cmd: "publish", qos: 1 });
    ack(second, command as { messageId?: number });
    await second.all();
    second.cut();
    await expect.poll(() => account.ask((calls) => calls.clients.clients()), SOON).toHaveLength(0);
    expect(await (await Client.connect(account, device)).messages()).toEqual([]);
  });

  test("with a kept session gets it from the queue, and not twice", async () => {
    const account = new Account();
    const device = account.device();
    const kept = { clean: false, clientId: "lamp" };
    const first = await Client.connect(account, device, 4, kept);
    await first.leave();
    await order(account, device, "on");
    const back = await Client.connect(account, device, 4, kept);
    expect(await back.messages()).toEqual(['{"state":"on"}']);
  });

  test.each(["clean", "kept"] as const)(
    "does not get a command that is too old: a %s session",
    async (kind) => {
      const account = new Account();
      const device = account.device();
      await settings(account, device, { commandTtl: 0 });
      const options = { clean: kind === "clean", clientId: "gate" };
      const first = await Client.connect(account, device, 4, options);
      await first.leave();
      await order(account, device, "on");
      expect(await (await Client.connect(account, device, 4, options)).messages()).toEqual([]);
    },
  );
});

describe("a device switches off by its settings", () => {
  test("after a time, also without connected clients and after a restart", async () => {
    const account = new Account();
    const device = account.device();
    await settings(account, device, { autoOff: 60 });
    const { acceptedAt } = await order(account, device, "on");
    await nap(account);
    vi.useFakeTimers({ toFake: ["Date"], now: acceptedAt + 59_000 });
    await runDurableObjectAlarm(account.stub as never);
    expect(await actors(account)).toEqual([["turned_on", "api"]]);
    vi.setSystemTime(acceptedAt + 61_000);
    await runDurableObjectAlarm(account.stub as never);
    expect((await actors(account)).at(-1)).toEqual(["turned_off", "timer"]);
    expect((await commandOf(account, device))?.state).toBe("off");
  });

  test("when its last connection is lost, and not when it only changes connections", async () => {
    const account = new Account();
    const device = account.device();
    await settings(account, device, { offOnDisconnect: true });
    await Client.connect(account, device, 5, { clientId: "pump" });
    await order(account, device, "on");
    const again = await Client.connect(account, device, 5, { clientId: "pump" });
    expect((await commandOf(account, device))?.state).toBe("on");
    again.cut();
    await eventually(
      () => account.events(device.deviceId),
      (events) => events.slice(-2).join() === "disconnected,turned_off",
    );
    expect((await actors(account)).at(-1)).toEqual(["turned_off", "disconnect"]);
  });
});

test("a device's connections are recorded with start, end and address", async () => {
  const account = new Account();
  const device = account.device();
  const first = await Client.connect(account, device, 4, { clientId: "one" });
  await first.leave();
  await Client.connect(account, device, 5, { clientId: "two" });
  const found = await account.ask((calls) => calls.devices.connections(device.deviceId, 0));
  expect(found.map(({ clientId, protocol, until }) => [clientId, protocol, until === null])).toEqual([
    ["two", 5, true],
    ["one", 4, false],
  ]);
  expect(
    await account.ask((calls) => calls.devices.connections(device.deviceId, Date.now() + 1000)),
  ).toHaveLength(1);
  const { clients } = await account.ask((calls) => calls.devices.presence(device.deviceId));
  expect(clients.map(({ clientId }) => clientId)).toEqual(["two"]);
});
