import { beforeAll, describe, expect, test } from "vitest";
import { Account, nap, useAccounts, useLimits } from "./support/account.ts";
import { Client, eventually } from "./support/client.ts";

beforeAll(() => {
  useAccounts();
  useLimits({});
});

describe.each([4, 5] as const)("MQTT level %i", (version) => {
  test("[MQTT-3.3.5-1] a message reaches those who subscribed and may read it", async () => {
    const account = new Account();
    const key = account.apiKey();
    const reader = await Client.connect(account, { clientId: key.clientId() }, version);
    expect(await reader.subscribe(account.topic("a/+"))).toBe(1);
    const outsider = await Client.connect(account, account.credential("b"), version);
    expect(await outsider.subscribe(account.topic("a/+"))).toBe(version === 4 ? 0x80 : 0x87);
    expect(await outsider.subscribe("#")).toBe(1);
    const writer = await Client.connect(account, { clientId: key.clientId() }, version);
    writer.publish(account.topic("a/1"), "zero");
    writer.publish(account.topic("a/1"), "one", { qos: 1, messageId: 1 });
    expect((await writer.next("puback")).messageId).toBe(1);
    writer.publish(account.topic("b"), "for b");
    await writer.all();
    expect(await reader.messages()).toEqual(["zero", "one"]);
    expect(await outsider.messages()).toEqual(["for b"]);
  });

  test("a wrong secret is refused and nothing is stored [MQTT-3.2.2-6]", async () => {
    const account = new Account();
    const person = { ...account.credential("a"), password: "wrong" };
    const { connack } = await Client.connect(account, person, version);
    expect(version === 4 ? connack.returnCode : connack.reasonCode).toBe(version === 4 ? 4 : 0x86);
    expect(await account.stub.clients()).toEqual([]);
  });

  test("a device is switched from the API and over MQTT, asleep or awake", async () => {
    const account = new Account();
    const device = account.device(["temperature"], ["orders"]);
    const client = await Client.connect(account, device, version);
    await account.stub.switchDevice(device.deviceId, "on");
    expect(await account.events(device.deviceId)).toEqual(["connected", "turned_on"]);
    const message = await client.next("publish");
    expect([message.topic, String(message.payload), message.qos]).toEqual([
      account.control(device.deviceId),
      '{"state":"on"}',
      1,
    ]);
    client.send({ cmd: "puback", messageId: message.messageId as number });
    await nap(account);
    client.publish(account.control(device.deviceId), "{}");
    expect(String((await client.next("publish")).payload)).toBe("{}");
    const other = await Client.connect(account, { clientId: account.apiKey().clientId() }, version);
    other.publish(account.topic("orders"), "go");
    expect(String((await client.next("publish")).payload)).toBe("go");
    client.cut();
    await eventually(
      () => account.events(device.deviceId),
      (events) => events.join() === "connected,turned_on,turned_off,disconnected",
    );
    const times = (await account.kept()).map((each) => each.at);
    expect(times).toEqual([...new Set(times)].sort((a, b) => a - b));
  });
});
