/** Messages of the maximum size: delivered, queued, retained, and within other limits. */

import type { Packet } from "mqtt-packet";
import { describe, expect, test } from "vitest";
import { publish, utf8 } from "../../support/packet-bytes.ts";
import { nap, useLimits } from "./support/account.ts";
import { type Client, eventually, SOON } from "./support/client.ts";
import { newHome } from "./support/home.ts";
import { prepare } from "./support/prepare.ts";

const LARGE = "x".repeat(1_048_576 - 200);
const KEPT = { clean: false, properties: { sessionExpiryInterval: 600 } };
type Publish = Extract<Packet, { cmd: "publish" }>;

prepare();

async function scene(version: 4 | 5) {
  const { account, key, join } = newHome(version);
  const writer = await join();
  let messageId = 0;
  const say = async (qos: 0 | 1 | 2, retain = false) => {
    messageId++;
    writer.publish(account.topic("large"), LARGE, { qos, retain, messageId });
    if (qos === 2) writer.send({ cmd: "pubrel", messageId } as Packet);
    await writer.all();
    expect(writer.closed).toBeNull();
  };
  /** Acknowledges the next message completely and returns its length. */
  const take = async (client: Client): Promise<number> => {
    const { payload, qos, messageId: id } = (await client.next("publish")) as Publish;
    if (qos > 0) client.send({ cmd: qos === 1 ? "puback" : "pubrec", messageId: id } as Packet);
    if (qos === 2) {
      await client.next("pubrel");
      client.send({ cmd: "pubcomp", messageId: id } as Packet);
    }
    return payload.length;
  };
  return { account, key, join, say, take };
}

describe.each([4, 5] as const)("a message of 1 MiB, level %i", (version) => {
  test.each([0, 1, 2] as const)("passes at QoS %i, retained and not [F84]", async (qos) => {
    const { account, join, say, take } = await scene(version);
    const reader = await join();
    await reader.subscribe(account.topic("#"), qos);
    for (const retain of [false, true]) {
      await say(qos, retain);
      expect(await take(reader)).toBe(LARGE.length);
      // a reply to it: QoS 0 has no acknowledgement
      await reader.all();
    }
    await nap(account);
    const late = await join();
    await late.subscribe(account.topic("#"), qos);
    expect(await take(late)).toBe(LARGE.length);
  });

  test("is queued for an offline session, and behind a full window [F84]", async () => {
    useLimits({ MQTT_MAX_INFLIGHT: 1 });
    const { account, key, join, say, take } = await scene(version);
    const reader = await join(KEPT, key.clientId("reader"));
    const present = await join();
    for (const each of [reader, present]) await each.subscribe(account.topic("#"), 1);
    await reader.lose();
    await say(1);
    await say(1);
    await nap(account);
    const back = await join(KEPT, key.clientId("reader"));
    // the queue has space for the newer of two
    expect(await take(back)).toBe(LARGE.length);
    for (let n = 0; n < 2; n++) expect(await take(present)).toBe(LARGE.length);
  });
});

const MIB = 1_048_576;

async function openPackets(version: 4 | 5) {
  const { account, join } = newHome(version);
  const topic = account.topic("large");
  const large = publish(version, { topic, payload: utf8("x".repeat(MIB - 200)) });
  /** Opens this many clients that have sent all of a message but its last byte. */
  const begin = async (many: number): Promise<Client[]> => {
    const clients: Client[] = [];
    for (let n = 0; n < many; n++) {
      const client = await join();
      client.bytes(large.subarray(0, large.length - 1));
      clients.push(client);
    }
    return clients;
  };
  const refused = () =>
    eventually(
      () => account.ask((calls) => calls.account.refusals()),
      (all) => all.length > 0,
    );
  return { account, join, topic, large, begin, refused };
}

test.each([4, 5] as const)(
  "beyond 16 MiB the client with the oldest incomplete packet is disconnected, level %i [T161]",
  async (version) => {
    const { join, topic, large, begin, refused } = await openPackets(version);
    const clients = await begin(16);
    const [first, second, ...others] = clients;
    // completes its packet and starts another one, which makes it the newest
    first?.bytes(large.subarray(large.length - 1));
    first?.bytes(large.subarray(0, 1000));
    const reader = await join();
    await reader.subscribe(topic, 0);
    const more = await begin(2);
    await second?.end();
    expect(second?.received.map((each) => each.cmd === "disconnect" && each.reasonCode)).toEqual(
      version === 5 ? [0x97] : [],
    );
    expect((await refused())[0]?.rule).toMatch(/unfinished packets hold more than 16 MiB/);
    expect([first, ...others, ...more].filter((each) => each?.closed !== null)).toEqual([]);
    others[0]?.bytes(large.subarray(large.length - 1));
    expect((await reader.next("publish")).payload.length).toBe(MIB - 200);
  },
);

test("all survive a nap", async () => {
  const { account, begin, refused } = await openPackets(5);
  const clients = await begin(16);
  await account.ask((calls) => calls.clients.clients());
  await nap(account);
  clients.push(...(await begin(1)));
  await refused();
  await expect.poll(() => clients.filter(({ closed }) => closed !== null).length, SOON).toBe(1);
});
