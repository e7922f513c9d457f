/** Messages as large as a packet may be: they pass, wait, are kept, and are not lost for what else there is a limit to. */

import type { Packet } from "mqtt-packet";
import { describe, expect, test } from "vitest";
import { Account, nap, useLimits } from "./support/account.ts";
import { Client } from "./support/client.ts";
import { prepare } from "./support/prepare.ts";

const LARGE = "x".repeat(1_048_576 - 200);
const KEPT = { clean: false, properties: { sessionExpiryInterval: 600 } };
type Publish = Extract<Packet, { cmd: "publish" }>;

prepare();

async function scene(version: 4 | 5) {
  const account = new Account();
  const key = account.apiKey();
  const join = (options = {}, suffix?: string) =>
    Client.connect(account, { clientId: key.clientId(suffix) }, version, options);
  const writer = await join();
  let messageId = 0;
  const say = async (qos: 0 | 1 | 2, retain = false) => {
    messageId++;
    writer.publish(account.topic("large"), LARGE, { qos, retain, messageId });
    if (qos === 2) writer.send({ cmd: "pubrel", messageId } as Packet);
    await writer.all();
    expect(writer.closed).toBeNull();
  };
  /** The next one, acknowledged to its end; how long it is. */
  const take = async (client: Client): Promise<number> => {
    const { payload, qos, messageId: id } = (await client.next("publish")) as Publish;
    if (qos > 0) client.send({ cmd: qos === 1 ? "puback" : "pubrec", messageId: id } as Packet);
    if (qos === 2) {
      await client.next("pubrel");
      client.send({ cmd: "pubcomp", messageId: id } as Packet);
    }
    return payload.length;
  };
  return { account, join, say, take };
}

describe.each([4, 5] as const)("a message of 1 MiB, level %i", (version) => {
  test.each([0, 1, 2] as const)("passes at QoS %i, retained and not [F84]", async (qos) => {
    const { account, join, say, take } = await scene(version);
    const reader = await join();
    await reader.subscribe(account.topic("#"), qos);
    for (const retain of [false, true]) {
      await say(qos, retain);
      expect(await take(reader)).toBe(LARGE.length);
      // a word from it: at QoS 0 nothing else says that it took so much
      await reader.all();
    }
    await nap(account);
    const late = await join();
    await late.subscribe(account.topic("#"), qos);
    expect(await take(late)).toBe(LARGE.length);
  });

  test("waits for a session that is away, and for one whose window is full [F84]", async () => {
    useLimits({ MQTT_MAX_INFLIGHT: 1 });
    const { account, join, say, take } = await scene(version);
    const reader = await join(KEPT, "reader");
    const present = await join();
    for (const each of [reader, present]) await each.subscribe(account.topic("#"), 1);
    reader.cut();
    await reader.end();
    await say(1);
    await say(1);
    await nap(account);
    const back = await join(KEPT, "reader");
    // of two there is room for the newer one alone
    expect(await take(back)).toBe(LARGE.length);
    for (let n = 0; n < 2; n++) expect(await take(present)).toBe(LARGE.length);
  });
});
