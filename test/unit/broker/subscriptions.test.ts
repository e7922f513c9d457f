import { describe, expect, test } from "vitest";
import { nap } from "./support/account.ts";
import { Client } from "./support/client.ts";
import { newHome } from "./support/home.ts";
import { prepare } from "./support/prepare.ts";

prepare();

describe("shared subscriptions", () => {
  test("[MQTT-4.8.2-4] each message goes to one member in turn; offline members are skipped", async () => {
    const { join, t } = newHome();
    const kept = { clean: false, properties: { sessionExpiryInterval: 60 } };
    const members = [await join(kept), await join(kept), await join(kept)];
    for (const member of members) await member.subscribe(`$share/g/${t("a")}`);
    const writer = await join();
    const say = async (count: number): Promise<void> => {
      for (let n = 0; n < count; n++) writer.publish(t("a"), String(n), { qos: 1, messageId: 1 });
      await writer.all();
    };
    await say(9);
    for (const member of members) expect((await member.messages()).length).toBe(3);
    members[0]?.cut();
    await say(8);
    expect((await members[1]?.messages())?.length).toBe(4);
    expect((await members[2]?.messages())?.length).toBe(4);
  });

  test("only a member with read permission gets it [T14]", async () => {
    const { account, t, join } = newHome();
    const able = await Client.connect(account, account.credential("a", "b"));
    const other = await Client.connect(account, account.credential("b"));
    expect(await able.subscribe(`$share/g/${t("+")}`)).toBe(1);
    expect(await other.subscribe(`$share/g/${t("+")}`)).toBe(1);
    const writer = await join();
    for (let n = 0; n < 6; n++) writer.publish(t("a"), String(n));
    await writer.all();
    expect((await able.messages()).length).toBe(6);
    expect(await other.messages()).toEqual([]);
  });
});

describe.each([0, 600])(
  "3,000 subscriptions in packets of 500, of a session kept for %i s",
  (sessionExpiryInterval) => {
    test("are granted, survive a nap, and each delivers its messages", async () => {
      const { account, join, t } = newHome();
      const reader = await join({ clean: false, properties: { sessionExpiryInterval } });
      const filter = (n: number) => t(`home/entity-${n}/state`);
      for (let from = 0; from < 3000; from += 500) {
        const subscriptions = Array.from({ length: 500 }, (_, n) => ({
          topic: filter(from + n),
          qos: 1 as const,
        }));
        reader.send({ cmd: "subscribe", messageId: from + 1, subscriptions });
        expect((await reader.next("suback")).granted).toEqual(Array(500).fill(1));
      }
      await nap(account);
      const writer = await join();
      for (const n of [0, 1499, 2999]) {
        await writer.publishQos1(filter(n), String(n));
        expect(String((await reader.next("publish")).payload)).toBe(String(n));
      }
      const [client] = await account.ask((calls) => calls.clients.clients());
      expect(client?.subscriptions.length).toBe(3000);
    });
  },
);
