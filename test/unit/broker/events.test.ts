import { abortAllDurableObjects } from "cloudflare:test";
import { describe, expect, test, vi } from "vitest";
import { Account, nap } from "./support/account.ts";
import { Client, eventually, SOON } from "./support/client.ts";
import { prepare } from "./support/prepare.ts";

prepare();

const upTo = (account: Account, deviceId: string, last: string) =>
  eventually(
    () => account.events(deviceId),
    (events) => events.at(-1) === last,
  );

describe("events of a device", () => {
  test.each(["disconnect", "cut", "malformed", "takeover", "dropped", "crash"] as const)(
    "records one disconnect for a connection that ends by %s",
    async (way) => {
      const account = new Account();
      const device = account.device();
      const client = await Client.connect(account, device, 5, { clientId: "d" });
      const next = { takeover: ["connected"] as string[] }[way as string] ?? [];
      if (way === "disconnect") client.disconnect();
      if (way === "cut") client.cut();
      if (way === "malformed") client.bytes(new Uint8Array([0, 0]));
      if (way === "takeover") await Client.connect(account, device, 5, { clientId: "d" });
      if (way === "dropped") {
        const [live] = await account.ask((calls) => calls.clients.clients());
        expect(await account.ask((calls) => calls.clients.disconnectClient(live?.connectionId ?? ""))).toBe(
          true,
        );
        expect(await account.ask((calls) => calls.clients.disconnectClient(live?.connectionId ?? ""))).toBe(
          false,
        );
      }
      if (way === "crash") await abortAllDurableObjects();
      await client.end();
      await nap(account);
      await account.ask((calls) => calls.clients.clients());
      const errored = way === "malformed" ? ["errored"] : [];
      await upTo(account, device.deviceId, next[0] ?? "disconnected");
      expect(await account.events(device.deviceId)).toEqual([
        "connected",
        ...errored,
        "disconnected",
        ...next,
      ]);
      const sightings = await account.ask((calls) => calls.devices.sightings());
      expect(sightings[device.deviceId]?.connected).toBe(way === "takeover");
    },
  );

  test("records a switch on or off, off without a state; delivers anything else and records an error", async () => {
    const account = new Account();
    const device = account.device();
    const client = await Client.connect(account, device);
    for (const payload of ['{"state":"on"}', '{"state":"off"}', "{}", '{"state":true}', "nonsense"]) {
      client.publish(account.control(device.deviceId), payload);
    }
    const messages = await client.messages();
    expect(messages.length).toBe(5);
    await upTo(account, device.deviceId, "errored");
    // two mistakes within ten seconds are one event
    expect(await account.events(device.deviceId)).toEqual([
      "connected",
      "turned_on",
      "turned_off",
      "turned_off",
      "errored",
    ]);
  });

  test("records a refused publish or subscribe as an error, once in ten seconds", async () => {
    const account = new Account();
    const device = account.device();
    const client = await Client.connect(account, device);
    expect(await client.publishQos1(account.topic("not/mine"), "x")).toBe(0x87);
    expect(await client.subscribe(account.topic("not/mine"))).toBe(0x87);
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 11_000 });
    expect(await client.subscribe(account.topic("not/mine"))).toBe(0x87);
    await expect
      .poll(() => account.events(device.deviceId), SOON)
      .toEqual(["connected", "errored", "errored"]);
  });

  test("records no events for API keys and credentials, but the last use of a credential", async () => {
    const account = new Account();
    await Client.connect(account, { clientId: account.apiKey().clientId() });
    const person = account.credential("a");
    await Client.connect(account, person);
    expect(await account.kept()).toEqual([]);
    expect(Object.keys(await account.stub.lastUses())).toHaveLength(1);
  });

  test("an outage of the shared database delays neither events nor messages [F9] [F11]", async () => {
    const account = new Account();
    const device = account.device();
    const client = await Client.connect(account, device);
    account.down = "directory";
    for (const state of ["on", "off", "on"]) {
      client.publish(account.control(device.deviceId), JSON.stringify({ state }));
    }
    expect((await client.messages()).length).toBe(3);
    const answer = await account.ask((calls) => calls.devices.switchDevice(device.deviceId, "off"));
    expect(answer).toMatchObject({ connected: true });
    expect(await client.messages()).toEqual(['{"state":"off"}']);
    expect(await account.events(device.deviceId)).toEqual([
      "connected",
      "turned_on",
      "turned_off",
      "turned_on",
      "turned_off",
    ]);
    const times = (await account.kept()).map((each) => each.at);
    expect(times).toEqual([...new Set(times)].sort((a, b) => a - b));
  });

  test("a message on the control topic of a device that does not exist is delivered, and not recorded", async () => {
    const account = new Account();
    const program = await Client.connect(account, { clientId: account.apiKey().clientId() });
    const topic = account.control(crypto.randomUUID());
    await program.subscribe(topic);
    program.publish(topic, "{}");
    expect(await program.messages()).toEqual(["{}"]);
    expect(await account.kept()).toEqual([]);
    expect(await account.ask((calls) => calls.devices.sightings())).toEqual({});
  });

  test("a clock that jumps back does not change the order of events [F17]", async () => {
    const account = new Account();
    const device = account.device();
    const client = await Client.connect(account, device);
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() - 3_600_000 });
    client.publish(account.control(device.deviceId), "{}");
    await client.all();
    await upTo(account, device.deviceId, "turned_off");
    const times = (await account.kept()).map((each) => each.at);
    expect(times).toEqual([...times].sort((a, b) => a - b));
  });
});
