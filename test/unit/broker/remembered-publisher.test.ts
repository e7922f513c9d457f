/** A session that published to a topic is remembered there: a change of rights must reach its next message. */

import { expect, test } from "vitest";
import { Account } from "./support/account.ts";
import { Client } from "./support/client.ts";
import { prepare } from "./support/prepare.ts";

prepare();

test.each([4, 5] as const)(
  "level %i: a publisher that loses a topic is refused its next message there [T16]",
  async (version) => {
    const account = new Account();
    const person = account.credential("a");
    const client = await Client.connect(account, person, version);
    const reader = await Client.connect(account, { clientId: account.apiKey().clientId() }, version);
    await reader.subscribe(account.topic("a"));
    const publish = async (text: string) => {
      client.publish(account.topic("a"), text, { qos: 1, messageId: 2 });
      return (await client.next("puback")).reasonCode ?? 0;
    };
    expect([await publish("1"), await publish("2")]).toEqual([0, 0]);
    const allow = (topics: string[]) =>
      account.change(() =>
        Object.assign(person.login.principal, { topics: topics.map((name) => account.topic(name)) }),
      );
    await allow(["b"]);
    expect(await publish("no")).toBe(version === 5 ? 0x87 : 0);
    await allow(["a"]);
    expect(await publish("3")).toBe(0);
    expect(await reader.messages()).toEqual(["1", "2", "3"]);
  },
);
