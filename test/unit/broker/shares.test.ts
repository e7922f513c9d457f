/** Sharing of queues and sessions among principals: one with many does not displace those of others. */

import { describe, expect, test } from "vitest";
import { Account, type Person, useLimits } from "./support/account.ts";
import { Client } from "./support/client.ts";
import { prepare } from "./support/prepare.ts";

/** The smallest queues: 1 KiB a session and 16 KiB an account. */
const TINY = { MQTT_MAX_QUEUED: 1, MQTT_PUBLISH_RATE: 0, MQTT_CONNECT_RATE: 0 };
const KEPT = { clean: false, properties: { sessionExpiryInterval: 600 } };

prepare();

async function away(
  account: Account,
  who: Person | { clientId: string },
  clientId: string,
  ...filters: string[]
) {
  const client = await Client.connect(account, who, 5, { ...KEPT, clientId });
  for (const filter of filters) await client.subscribe(account.topic(filter), 1);
  await client.leave();
}

describe("kept sessions", () => {
  test("displace those of the principal with the most: a credential without channels ends no device's session [T80]", async () => {
    useLimits({ MQTT_MAX_SESSIONS: 5, MQTT_CONNECT_RATE: 0 });
    const account = new Account();
    const [device, hoarder] = [account.device(), account.credential()];
    await away(account, device, "device");
    for (let n = 0; n < 8; n++) await away(account, hoarder, `hoard-${n}`);
    const present = async (who: Person, clientId: string) =>
      (await Client.connect(account, who, 5, { ...KEPT, clientId })).connack.sessionPresent;
    expect(await present(device, "device")).toBe(true);
    expect(await present(hoarder, "hoard-3")).toBe(false);
    expect(await present(hoarder, "hoard-7")).toBe(true);
  });
});

describe("the account's queues", () => {
  const scene = async (version: 4 | 5 = 5) => {
    useLimits(TINY);
    const account = new Account();
    const hoarder = account.credential("full");
    const key = account.apiKey();
    const writer = await Client.connect(account, { clientId: key.clientId("writer") }, version);
    const say = (topic: string, payload: string) => writer.publishQos1(account.topic(topic), payload);
    return { account, hoarder, key, writer, say };
  };
  /** Two of them exceed a session's bytes. */
  const LARGE = "x".repeat(900);

  test("are shared: acknowledged messages of others arrive, and the principal with the most loses its oldest [T81]", async () => {
    const { account, hoarder, say } = await scene();
    for (let n = 0; n < 30; n++) await away(account, hoarder, `hoard-${n}`, "full");
    const device = account.device([], ["mine"]);
    await away(account, device, "device");
    for (let n = 0; n < 3; n++) expect(await say("full", LARGE)).toBe(0);
    expect(await say("mine", "for the device")).toBe(0);
    const back = await Client.connect(account, device, 5, { ...KEPT, clientId: "device" });
    expect(await back.messages()).toEqual(["for the device"]);
    // half of the account's bytes, a message of each session
    let kept = 0;
    for (let n = 0; n < 30; n++) {
      const client = await Client.connect(account, hoarder, 5, { ...KEPT, clientId: `hoard-${n}` });
      kept += (await client.messages()).length;
    }
    expect(kept).toBeGreaterThan(4);
    expect(kept).toBeLessThan(9);
  });

  test("refuse a message without space: 0x97, not delivered, and logged [T82]", async () => {
    const { account, hoarder, key, say, writer } = await scene();
    await away(account, hoarder, "hoard", "full");
    const reader = await Client.connect(account, { clientId: key.clientId() });
    await reader.subscribe(account.topic("#"), 1);
    expect(await say("full", "x".repeat(17_000))).toBe(0x97);
    expect(await reader.messages()).toEqual([]);
    expect(await account.ask((calls) => calls.account.refusals())).toMatchObject([
      { kind: "limit", rule: expect.stringContaining("MQTT_MAX_QUEUED") },
    ]);
    expect(await say("full", "fits")).toBe(0);
    expect(await reader.messages()).toEqual(["fits"]);
    expect(await writer.messages()).toEqual([]);
  });

  test("end a 3.1.1 publisher without an acknowledgement [T82]", async () => {
    const { account, hoarder, writer } = await scene(4);
    await away(account, hoarder, "hoard", "full");
    writer.publish(account.topic("full"), "x".repeat(17_000), { qos: 1, messageId: 1 });
    expect(await writer.end()).toBe(1008);
    expect(writer.received).toEqual([]);
  });

  test("keep the newest message of a session, whatever its size", async () => {
    const { account, hoarder, say } = await scene();
    await away(account, hoarder, "hoard", "full");
    for (const n of ["1", "2"]) expect(await say("full", n.repeat(1500))).toBe(0);
    const back = await Client.connect(account, hoarder, 5, { ...KEPT, clientId: "hoard" });
    expect(await back.messages()).toEqual(["2".repeat(1500)]);
  });
});
