import { runDurableObjectAlarm } from "cloudflare:test";
import { describe, expect, test, vi } from "vitest";
import type { Grant } from "../../../broker/contract/grants.ts";
import { Account, nap } from "./support/account.ts";
import { Client } from "./support/client.ts";
import { prepare } from "./support/prepare.ts";

prepare({ MQTT_MAX_QOS: 2, MQTT_RETAIN: true });

const grant = (filter: string, what: Partial<Grant> = {}): Grant => ({
  filter,
  publish: true,
  subscribe: true,
  ...what,
});
const heard = async (client: Client): Promise<string[]> =>
  (await client.all()).flatMap((each) => (each.cmd === "publish" ? [`${each.topic} ${each.payload}`] : []));
const DENIED = 0x87;

describe.each(["account", "root"] as const)("grants, %s view", (view) => {
  const seen = (account: Account, topic: string) => (view === "root" ? topic : account.topic(topic));

  async function scene(grants: Grant[], clientId = "esp") {
    const account = new Account();
    const person = account.credential("room");
    person.login.row = { view, grants };
    const client = await Client.connect(account, person, 5, { clientId });
    const t = (topic: string) => seen(account, topic);
    return { account, person, client, t };
  }

  test("deliver messages of a kept session for its own client id only, also after a nap [T14]", async () => {
    const { account, person, t } = await scene([grant("dev/%c/#")]);
    const kept = { clean: false, properties: { sessionExpiryInterval: 600 } };
    for (const clientId of ["one", "two"]) {
      const client = await Client.connect(account, person, 5, { ...kept, clientId });
      expect(await client.subscribe(t("dev/+/x"))).toBe(1);
      await client.lose();
    }
    await nap(account);
    const owner = await Client.connect(account, { clientId: account.apiKey().clientId() });
    for (const name of ["one", "two"]) {
      await owner.publishQos1(account.topic(`dev/${name}/x`), name);
    }
    for (const clientId of ["one", "two"]) {
      const client = await Client.connect(account, person, 5, { ...kept, clientId });
      expect(await heard(client)).toEqual([`${t(`dev/${clientId}/x`)} ${clientId}`]);
    }
  });

  test("change for connected clients before the API responds [T10]", async () => {
    const { account, person, client, t } = await scene([grant("a/#")]);
    await client.subscribe(t("a/#"));
    await client.subscribe(t("room"));
    await account.change(() => Object.assign(person.login.row ?? {}, { grants: [grant("b/#")] }));
    const owner = await Client.connect(account, { clientId: account.apiKey().clientId() });
    for (const topic of ["a/x", "b/x", "room"]) owner.publish(account.topic(topic));
    await owner.all();
    expect(await heard(client)).toEqual([`${t("room")} x`]);
    expect(await client.subscribe(t("b/#"))).toBe(1);
    expect(await client.subscribe(t("a/#"))).toBe(DENIED);
  });

  test("let a device's credential act as the device: events, topics, commands and proof", async () => {
    const account = new Account();
    const device = account.device([], ["orders"]);
    const person = account.credential();
    person.login.row = { view, deviceId: device.deviceId };
    const t = (topic: string) => seen(account, topic);
    const client = await Client.connect(account, person, 5, { clientId: "esp" });
    const switched = account.ask((calls) =>
      calls.devices.switchDevice(device.deviceId, "on", {
        actor: "api",
        wait: 10,
      }),
    );
    const command = await client.next("publish");
    expect(command.topic).toBe(t(`devices/${device.deviceId}/control`));
    client.send({ cmd: "puback", messageId: command.messageId as number });
    expect(await switched).toMatchObject({ deliveredAt: expect.any(Number) });
    expect(await account.events(device.deviceId)).toEqual(["connected", "turned_on"]);
    const own = ["control", "telemetry", "status"].map((name) => t(`devices/${device.deviceId}/${name}`));
    const codes = [];
    for (const [at, topic] of own.entries()) {
      client.publish(topic, "{}", { qos: 1, messageId: 10 + at });
      codes.push((await client.next("puback")).reasonCode ?? 0);
      codes.push(await client.subscribe(topic));
    }
    expect(codes).toEqual([0, 1, 0, 1, DENIED, 1]);
    const named = { ...person, username: `${device.deviceId}:${person.username}` };
    const asDevice = await Client.connect(account, named, 5, { clientId: "as ever" });
    asDevice.publish(account.control(device.deviceId), '{"state":"off"}', { qos: 1, messageId: 1 });
    // in the device's own view
    expect((await asDevice.next("publish")).topic).toBe(account.control(device.deviceId));
    const other = account.device();
    await account.rightsAdded();
    const posing = { ...person, username: `${other.deviceId}:${person.username}` };
    expect((await Client.connect(account, posing)).connack.reasonCode).toBe(0x86);
  });
});

test("accept an earlier password until its end; then its clients are disconnected, with a log entry", async () => {
  const account = new Account();
  const person = account.credential("room");
  const until = Date.now() + 60_000;
  person.login.row = { earlier: { secret: "before", until } };
  const { credentialId } = person.login.principal as { credentialId: string };
  const old = await Client.connect(account, { ...person, password: "before" });
  const present = await Client.connect(account, person);
  expect(old.connack.reasonCode).toBe(0);
  expect(Object.keys(await account.stub.lastUses()).toSorted()).toEqual(
    [credentialId, `earlier:${credentialId}`].toSorted(),
  );
  await nap(account);
  vi.useFakeTimers({ toFake: ["Date"], now: until + 1 });
  // the first alarm was the CONNECT deadline, and its lateness ends no client
  for (const _ of [1, 2]) await runDurableObjectAlarm(account.stub as never);
  await old.end();
  expect(old.received.at(-1)).toMatchObject({ cmd: "disconnect", reasonCode: 0x87 });
  expect(await present.all()).toEqual([]);
  const again = await Client.connect(account, { ...person, password: "before" });
  expect(again.connack.reasonCode).toBe(0x86);
  expect(await account.ask((calls) => calls.account.refusals())).toMatchObject([
    {
      kind: "connect",
      clientName: person.username,
      remedy: { kind: "password", credentialId },
      rule: "The password was rotated, and this old one no longer works: use the current one.",
    },
    // its clients were disconnected when it ended
    { kind: "connect", rule: "The password was rotated, and the old one has expired." },
  ]);
});
